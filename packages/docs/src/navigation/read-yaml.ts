import { isMap, isScalar, isSeq, type Node } from "yaml";
import { parseYaml } from "../parse-yaml.ts";
import type { NavigationProblem } from "./navigation-context.ts";

/** A parsed YAML file. `root` is null for an empty or invalid one. */
export type YamlFile = { root: Node | null; problem: NavigationProblem | null; lineAt(node: Node): number };

/** Parses a YAML file with the position of everything in it. Unknown tags (`!ENV`, `!!python/name:…`) are let be. */
export function readYaml(path: string, text: string): YamlFile {
  const fail = (line: number, why: string) => {
    return { root: null, problem: { path, line, message: `${path} is not valid YAML: ${why}.` }, lineAt: () => 1 };
  };
  try {
    const { document, lines, problem } = parseYaml(text);
    // The parsers of Python and Ruby take the last of two equal keys.
    if (problem && problem.code !== "DUPLICATE_KEY")
      return fail(lines.linePos(problem.offset).line, problem.message.replace(/\s+/g, " ").replace(/\.$/, ""));
    return { root: document.contents, problem: null, lineAt: (node) => lines.linePos(node.range?.[0] ?? 0).line };
  } catch {
    return fail(1, "it is nested too deeply");
  }
}

/** The pairs of a map whose keys are plain, in order; of equal keys the last. */
export function pairsOf(node: Node | null | undefined): [string, Node][] {
  if (!isMap(node)) return [];
  const pairs = new Map<string, Node>();
  for (const { key, value } of node.items) if (isScalar(key) && value) pairs.set(String(key.value), value as Node);
  return [...pairs];
}

/** The value of a map's key; undefined when it has none, or is no map. */
export function pairOf(node: Node | null | undefined, name: string): Node | undefined {
  return pairsOf(node).find(([key]) => key === name)?.[1];
}

/** The entries of a list; none when it is no list. */
export function itemsOf(node: Node | null | undefined): Node[] {
  return isSeq(node) ? (node.items as Node[]) : [];
}

/** The text that a node is; null for anything else. */
export function scalarOf(node: Node | null | undefined): string | null {
  return isScalar(node) && typeof node.value === "string" ? node.value : null;
}
