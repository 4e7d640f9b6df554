import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import type { NavigationProblem } from "./navigation-problem.ts";

export type YamlFile = { root: Node | null; problem: NavigationProblem | null; lineAt(node: Node): number };

/** Parses a YAML file with the position of everything in it. Unknown tags (`!ENV`, `!!python/name:…`) are let be. */
export function readYaml(path: string, text: string): YamlFile {
  const lines = new LineCounter();
  const lineAt = (node: Node) => lines.linePos(node.range?.[0] ?? 0).line;
  const fail = (line: number, why: string) => {
    return { root: null, problem: { path, line, message: `${path} is not valid YAML: ${why}.` }, lineAt };
  };
  try {
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: "silent" });
    const error = document.errors[0];
    if (error) return fail(lines.linePos(error.pos[0]).line, error.message.replace(/\s+/g, " ").replace(/\.$/, ""));
    return { root: document.contents, problem: null, lineAt };
  } catch {
    return fail(1, "it is nested too deeply");
  }
}

/** The pairs of a map whose keys are plain, in order. */
export function pairsOf(node: Node | null | undefined): [string, Node][] {
  if (!isMap(node)) return [];
  return node.items.flatMap(({ key, value }) =>
    isScalar(key) && value ? [[String(key.value), value as Node] as [string, Node]] : [],
  );
}

/** The entries of a list; none when it is no list. */
export function itemsOf(node: Node | null | undefined): Node[] {
  return isSeq(node) ? (node.items as Node[]) : [];
}

/** The text that a node is; null for anything else. */
export function scalarOf(node: Node | null | undefined): string | null {
  return isScalar(node) && typeof node.value === "string" ? node.value : null;
}
