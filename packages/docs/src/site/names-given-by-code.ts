import { parse } from "@babel/parser";
import type { DocsReader } from "../docs-reader.ts";

const CODE = /\.[cm]?[jt]sx?$/;
const LIKELY = /mdx|components|theme|(^|\/)(app|page|layout|provider|source)[^/]*$/i;
const PASSED_OVER =
  /(^|\/)(node_modules|static|public|dist|build|__tests__)\/|\.(test|spec|d)\.[cm]?[jt]sx?$|\.min\.js$/;
const MAX_FILES = 300;
const MAX_DEPTH = 400;

/**
 * Which of the names a site's own code hands to its pages: as the property of an object (`components={{ ...defaults, Chart }}`)
 * or by name (`app.component("Chart", …)`). A file that merely defines a component gives it to nobody.
 *
 * @param paths every file of the repository
 */
export async function namesGivenByCode(
  reader: DocsReader,
  paths: Iterable<string>,
  names: ReadonlySet<string>,
): Promise<Set<string>> {
  const code = [...paths].filter((path) => CODE.test(path) && !PASSED_OVER.test(path));
  const likely = [...code.filter((path) => LIKELY.test(path)), ...code.filter((path) => !LIKELY.test(path))];
  const given = new Set<string>();
  for (const { path, text } of await reader.readMany(likely.slice(0, MAX_FILES))) {
    if (![...names].some((name) => text.includes(name))) continue;
    for (const name of handedOn(path, text)) if (names.has(name)) given.add(name);
  }
  return given;
}

function handedOn(path: string, text: string): string[] {
  try {
    const plugins = /\.[cm]?ts$/.test(path) ? (["typescript"] as const) : (["typescript", "jsx"] as const);
    const { program } = parse(text, { sourceType: "unambiguous", errorRecovery: true, plugins: [...plugins] });
    const found: string[] = [];
    walk({ ...program }, found, 0);
    return found;
  } catch {
    // Code in a syntax that is not known says nothing.
    return [];
  }
}

type AnyNode = { type?: unknown; [key: string]: unknown };

function walk(node: AnyNode, found: string[], depth: number): void {
  if (depth > MAX_DEPTH) return;
  if (node.type === "ObjectProperty") found.push(...textsOf(node.key));
  else if (node.type === "CallExpression" && Array.isArray(node.arguments)) found.push(...textsOf(node.arguments[0]));
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child === "object" && child !== null && "type" in child) walk(child as AnyNode, found, depth + 1);
  }
}

function textsOf(node: unknown): string[] {
  const { type, name, value } = (node ?? {}) as AnyNode;
  const text = type === "Identifier" ? name : type === "StringLiteral" ? value : null;
  return typeof text === "string" ? [text] : [];
}
