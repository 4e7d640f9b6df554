import {
  AUTOMATIONS_PATH,
  AutomationDefinition,
  AutomationsSettings,
  MAX_AUTOMATIONS,
  type ReadAutomations,
} from "@docsteward/contract/automation";
import { formatZodIssue } from "@docsteward/contract/input-schema";
import { explainGlob } from "@docsteward/platform/glob";
import { isMap, isNode, isScalar, isSeq, type Node } from "yaml";
import type { RawFinding } from "./checks/finding.ts";
import type { DocsReader } from "./docs-reader.ts";
import { type ParsedYaml, parseYaml } from "./parse-yaml.ts";

const MAX_CHARACTERS = 100_000;
const MAX_PROBLEMS = 20;

/** The automations of a repository. What is right in the file counts, whatever else is wrong in it. */
type SiteAutomations = Omit<ReadAutomations, "problems"> & {
  /** What is wrong with the file (rule `automations`). */
  problems: RawFinding[];
};

/** Reads the automations: their present text where that may be read, else the earlier one. */
export async function readAutomations(reader: DocsReader, base: DocsReader | null): Promise<SiteAutomations> {
  const [file] = await reader.readMany([AUTOMATIONS_PATH]);
  const [old] = file || !base ? [file] : await base.readMany([AUTOMATIONS_PATH]);
  return parseAutomations(old?.text ?? null);
}

/** Reads the automations of the file's text; null is no file. */
export function parseAutomations(text: string | null): SiteAutomations {
  const read: SiteAutomations = { settings: {}, definitions: [], names: [], state: "none", problems: [] };
  if (text === null) return read;
  read.state = "faulty";
  const fail = (line: number, message: string) => {
    if (read.problems.length < MAX_PROBLEMS) read.problems.push(problem(line, message));
  };
  if (text.length > MAX_CHARACTERS) {
    fail(1, `${AUTOMATIONS_PATH} has more than ${MAX_CHARACTERS} characters. Shorten prompts.`);
    return read;
  }
  const parsed = parseFile(text, fail);
  const root = parsed?.document.contents;
  if (!parsed || !isMap(root)) {
    if (parsed) fail(1, `${AUTOMATIONS_PATH} must contain a map with a list called "automations".`);
    return read;
  }
  const lineOf = (node: unknown) => (isNode(node) && node.range ? parsed.lines.linePos(node.range[0]).line : 1);
  const list = root.get("automations", true);
  if (!isSeq(list)) {
    fail(lineOf(list), `${AUTOMATIONS_PATH} needs a list called "automations".`);
    return read;
  }
  read.state = "read";
  if (list.items.length > MAX_AUTOMATIONS)
    fail(
      lineOf(list.items[MAX_AUTOMATIONS]),
      `${AUTOMATIONS_PATH} has more than ${MAX_AUTOMATIONS} automations. Remove some.`,
    );
  const rest = root.items.flatMap(({ key, value }) => {
    const name = isScalar(key) ? String(key.value) : "";
    return name === "automations" || name === "$schema" || !isNode(value) ? [] : [[name, toPlain(parsed, value)]];
  });
  const settings = parsePart(AutomationsSettings, Object.fromEntries(rest), {
    node: root,
    whole: "The file",
    lineOf,
    fail,
  });
  if (settings) read.settings = settings;
  for (const item of list.items.slice(0, MAX_AUTOMATIONS)) {
    if (!isNode(item)) continue;
    const name = isMap(item) ? item.get("name") : null;
    const whole = typeof name === "string" ? `Automation "${name.slice(0, 60)}"` : "The automation";
    if (typeof name === "string" && read.names.includes(name)) {
      fail(lineOf(item), `${whole} is defined twice. Rename one.`);
      continue;
    }
    if (typeof name === "string") read.names.push(name);
    const definition = parsePart(AutomationDefinition, toPlain(parsed, item), { node: item, whole, lineOf, fail });
    if (definition && arePathsRight(definition, item, { lineOf, fail })) read.definitions.push(definition);
  }
  return read;
}

type Fail = (line: number, message: string) => void;

/** @returns null, with the fault named, for what is no YAML */
function parseFile(text: string, fail: Fail): ParsedYaml | null {
  try {
    const parsed = parseYaml(text);
    if (parsed.problem === null) return parsed;
    fail(
      parsed.lines.linePos(parsed.problem.offset).line,
      `${AUTOMATIONS_PATH} is not valid YAML: ${parsed.problem.message}.`,
    );
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    fail(1, `${AUTOMATIONS_PATH} is nested too deeply.`);
  }
  return null;
}

/** As plain values. Aliases are refused: a few of them can stand for any amount of data. */
function toPlain({ document }: ParsedYaml, node: Node): unknown {
  try {
    return node.toJS(document, { maxAliasCount: 0 });
  } catch {
    return null;
  }
}

type Place = { node: Node; whole: string; lineOf: (node: unknown) => number; fail: Fail };

type Parsed<T> = { data?: T; error?: { issues: readonly { path: PropertyKey[]; message: string }[] } };
type Schema<T> = {
  safeParse(
    value: unknown,
    params: { error(issue: Parameters<typeof formatZodIssue>[0]): string | undefined },
  ): Parsed<T>;
};

function parsePart<T>(schema: Schema<T>, value: unknown, { node, whole, lineOf, fail }: Place): T | null {
  const { data, error } = schema.safeParse(value, { error: (issue) => formatZodIssue(issue, whole) });
  const said = new Set<number>();
  for (const issue of error?.issues ?? []) {
    const line = lineOf(nodeAt(node, issue.path));
    // A fault can break several rules: the first says what to change.
    if (said.has(line)) continue;
    said.add(line);
    const about = issue.path.length > 0 && whole !== "The file" ? `${whole}: ` : "";
    fail(line, `${about}${issue.message}`);
  }
  return data ?? null;
}

/** The node at a path, or the nearest one above it that exists. */
function nodeAt(node: Node, path: readonly PropertyKey[]): Node {
  let found = node;
  for (const key of path) {
    const next: unknown = isMap(found) || isSeq(found) ? found.get(key as string | number, true) : null;
    if (!isNode(next)) break;
    found = next;
  }
  return found;
}

function arePathsRight(
  { on }: AutomationDefinition,
  node: Node,
  { lineOf, fail }: Pick<Place, "lineOf" | "fail">,
): boolean {
  for (const trigger of ["merge", "pull_request", "push"] as const) {
    for (const [index, path] of (on[trigger]?.paths ?? []).entries()) {
      const wrong = explainGlob(path);
      if (wrong === null) continue;
      const at = nodeAt(node, ["on", trigger, "paths", index]);
      fail(lineOf(at), isScalar(at) ? wrong : `${AUTOMATIONS_PATH}: ${wrong}`);
      return false;
    }
  }
  return true;
}

function problem(line: number, message: string): RawFinding {
  const key = `automations ${message}`;
  return { path: AUTOMATIONS_PATH, line, column: 1, rule: "automations", message, severity: "error", key };
}
