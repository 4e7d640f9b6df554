import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { NavigationProblem } from "./navigation-context.ts";

export type JsonFile = { root: Node | null; problem: NavigationProblem | null; lineAt(offset: number): number };

const MAX_DEPTH = 200;

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
  const fail = (line: number, message: string) => ({ root: null, problem: { path, line, message }, lineAt });
  if (deepest(json) > MAX_DEPTH) return fail(1, `${path} is nested deeper than ${MAX_DEPTH} levels. Flatten it.`);
  const errors: ParseError[] = [];
  const root = parseTree(json, errors, { disallowComments: true, allowTrailingComma: false });
  const error = errors[0];
  if (error || !root) {
    const line = lineAt(error?.offset ?? 0);
    const what = error ? words(printParseErrorCode(error.error)) : "the file is empty";
    return fail(line, `${path} is not valid JSON: ${what}.`);
  }
  return { root, problem: null, lineAt };
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
