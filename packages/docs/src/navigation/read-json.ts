import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { NavigationProblem } from "./navigation-context.ts";

/** A parsed JSON file. `root` is null for an empty or invalid one. */
export type JsonFile = {
  root: Node | null;
  problem: NavigationProblem | null;
  lineAt(offset: number): number;
  /** The file and line of a node: parts of a file may come from another. */
  placeOf(node: Node): { path: string; line: number };
};

const MAX_DEPTH = 200;

/** Of nodes that stand in another file than the one they are part of: which, and where. */
const places = new WeakMap<Node, { path: string; line: number }>();

export function setPlace(node: Node, place: { path: string; line: number }): void {
  places.set(node, place);
}

/** Notes that a node and all below it come from a file of their own, which another refers to. */
export function setPlaces(root: Node, placeOf: (node: Node) => { path: string; line: number }): void {
  const stack = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!places.has(node)) places.set(node, placeOf(node));
    for (const child of node.children ?? []) stack.push(child);
  }
}

/** Where a node comes from, if that is another file than the one it is part of. */
export function placeOfPart(node: Node): { path: string; line: number } | undefined {
  return places.get(node);
}

const read = new WeakMap<object, JsonFile>();

/** Parses a file as {@link readJson} does, once however often it is asked for. */
export function readJsonFile(file: { path: string; text: string }): JsonFile {
  const known = read.get(file) ?? readJson(file.path, file.text);
  read.set(file, known);
  return known;
}

/** Parses a JSON file strictly, with the position of everything in it. What is wrong is a problem, not an exception. */
export function readJson(path: string, text: string): JsonFile {
  const json = text.replace(/^\uFEFF/, " ");
  const lineAt = lineFinder(json);
  const placeOf = (node: Node) => places.get(node) ?? { path, line: lineAt(node.offset) };
  const fail = (line: number, message: string) => ({ root: null, problem: { path, line, message }, lineAt, placeOf });
  if (deepest(json) > MAX_DEPTH) return fail(1, `${path} is nested deeper than ${MAX_DEPTH} levels. Flatten it.`);
  const errors: ParseError[] = [];
  const root = parseTree(json, errors, { disallowComments: true, allowTrailingComma: false });
  const error = errors[0];
  if (error || !root) {
    const line = lineAt(error?.offset ?? 0);
    const what = error ? words(printParseErrorCode(error.error)) : "the file is empty";
    return fail(line, `${path} is not valid JSON: ${what}.`);
  }
  return { root, problem: null, lineAt, placeOf };
}

function deepest(json: string): number {
  let depth = 0;
  let max = 0;
  for (const char of json) {
    if (char === "{" || char === "[") max = Math.max(max, ++depth);
    else if (char === "}" || char === "]") depth--;
  }
  return max;
}

/** `CommaExpected` as `comma expected`. */
function words(code: string): string {
  return code.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
}

/** The properties of an object, in order: `[name, value, node of the name]`. */
export function propertiesOf(node: Node | undefined): [string, Node, Node][] {
  if (node?.type !== "object") return [];
  return (node.children ?? []).flatMap(({ children }) => {
    const [name, value] = children ?? [];
    return name && value ? [[String(name.value), value, name] as [string, Node, Node]] : [];
  });
}

/** The value of an object's property; undefined when it has none, or is no object. */
export function propertyOf(node: Node | undefined, name: string): Node | undefined {
  return propertiesOf(node).find(([key]) => key === name)?.[1];
}

/** The text that a node is; null for anything else. */
export function textOf(node: Node | undefined): string | null {
  return typeof node?.value === "string" ? node.value : null;
}

/** Finds the line, from 1, of places of a text, in a few steps each. */
export function lineFinder(text: string): (offset: number) => number {
  const starts = lineStarts(text);
  return (offset) => lastAtMost(starts, offset) + 1;
}

/** Where each line begins. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** Index of the last number that is not above `limit`; the numbers grow. */
function lastAtMost(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The file and the line of an entry of the navigation. */
export function at(file: JsonFile, node: Node): { file: string; line: number } {
  const { path, line } = file.placeOf(node);
  return { file: path, line };
}
