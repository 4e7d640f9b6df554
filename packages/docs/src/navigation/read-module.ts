// Long, because reading one syntax tree as data is one recursion: every case calls the others.
import { posix } from "node:path";
import { type ParserPlugin, parse } from "@babel/parser";
import type {
  CallExpression,
  Expression,
  File,
  ObjectMethod,
  ObjectPattern,
  ObjectProperty,
  Statement,
} from "@babel/types";
import type { Node } from "jsonc-parser";
import type { DocsReader } from "../docs-reader.ts";
import { folderOf, joinPath } from "../site/posix.ts";
import { type JsonFile, lineFinder, placeOfPart, propertyOf, readJson, setPlace, setPlaces } from "./read-json.ts";

const MAX_DEPTH = 60;
/** A few constants that name each other twice grow into millions. */
const MAX_NODES = 200_000;
/** Of templates, tags and backslashes, each of which costs the parser more with every one before it. No navigation has so many. */
const MAX_MARKS = 4_000;
const MAX_MODULES = 60;
const MAX_ROUNDS = 4;
const ENDINGS = ["", ".ts", ".js", ".mjs", ".mts", ".cjs", ".cts", ".tsx", ".jsx", ".json", "/index.ts", "/index.js"];

/** The texts of a module and of those it imports from its repository, by path. */
export type ModuleTexts = ReadonlyMap<string, string>;

/** Reads the texts of modules and of what they import by a relative path, at any depth up to a limit. */
export async function readModuleTexts(
  reader: DocsReader,
  entries: readonly string[],
  allPaths: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  let wanted = entries.slice(0, MAX_MODULES);
  for (let round = 0; round < MAX_ROUNDS && wanted.length > 0; round += 1) {
    const next = new Set<string>();
    for (const { path, text } of await reader.readMany(wanted)) {
      texts.set(path, text);
      for (const from of importedPaths(text)) {
        const found = fileOfImport(path, from, allPaths);
        if (found !== null && !texts.has(found)) next.add(found);
      }
    }
    wanted = [...next].filter((path) => !texts.has(path)).slice(0, MAX_MODULES - texts.size);
  }
  return texts;
}

const IMPORTED = /(?:\bfrom|\bimport|\brequire\(|\bimport\()\s*["'](\.[^"'\n]{0,300})["']/g;

function importedPaths(text: string): string[] {
  return [...text.matchAll(IMPORTED)].flatMap(([, from]) => from ?? []);
}

function fileOfImport(from: string, named: string, paths: { has(path: string): boolean }): string | null {
  const stem = joinPath(folderOf(from), named);
  if (stem === null) return null;
  const found = ENDINGS.find((ending) => paths.has(stem + ending));
  if (found !== undefined) return stem + found;
  const source = stem.replace(/\.([cm]?)js$/, ".$1ts");
  return source !== stem && paths.has(source) ? source : null;
}

/** A name of a module: an expression of its own, or something of another module. */
type Binding = { expression: Expression } | { from: string; name: string };
type Module = {
  path: string;
  bindings: Map<string, Binding>;
  exported: Map<string, Expression>;
  program: File["program"];
  /** Bodies of functions whose constants are noted. */
  functions: Set<Statement[]>;
  lineAt(offset: number): number;
};
type Reading = { left: number; texts: ModuleTexts; modules: Map<string, Module | null>; main: string };
type Place = { path: string; line: number };

/**
 * Reads the object that a JavaScript or TypeScript module exports as if it were JSON, without running it: literals, lists,
 * objects, constants, what it imports from modules whose text is given, and what a call (`defineConfig({…})`) or a function
 * without arguments gives back.
 *
 * Anything else becomes null. A module that does not parse, or would take seconds to, has no root, and is no problem
 * either: it may be written in a syntax of tomorrow.
 */
export function readModule(path: string, text: string, others: ModuleTexts = new Map()): JsonFile {
  const { reading, module, empty } = open(path, text, others);
  const exported = module?.exported.get("default");
  return module && exported ? { ...empty, root: toNode(exported, module, reading, 0) } : empty;
}

/** The arguments of all calls of functions of some names in a module: what plugins are given. */
export function readCalls(path: string, text: string, names: ReadonlySet<string>, others: ModuleTexts = new Map()) {
  const { reading, module, empty } = open(path, text, others);
  const calls = (module ? callsIn(module.program) : []).flatMap((call) => {
    const name = calleeOf(call);
    if (module === null || name === null || !names.has(name)) return [];
    const values = call.arguments.flatMap((value) =>
      isExpression(value) ? [toNode(value as Expression, module, reading, 0)] : [],
    );
    return [{ name, values }];
  });
  return { ...empty, calls };
}

/** The texts that objects anywhere in a module have as a property of some name, alone or in a list, whatever becomes of the objects. */
export function readTextsOf(path: string, text: string, property: string): { value: string; line: number }[] {
  const { module } = open(path, text, new Map());
  if (module === null) return [];
  return nodesIn(module.program, "ObjectProperty").flatMap((node) => {
    const { key, value, computed } = node as unknown as ObjectProperty;
    const name = key.type === "Identifier" ? key.name : key.type === "StringLiteral" ? key.value : null;
    if (name !== property || computed) return [];
    const values = value.type === "ArrayExpression" ? value.elements : [value];
    return values.flatMap((one) =>
      one?.type === "StringLiteral" ? [{ value: one.value, line: module.lineAt(one.start ?? 0) }] : [],
    );
  });
}

type AnyNode = { type?: unknown; [key: string]: unknown };

function callsIn(program: File["program"]): CallExpression[] {
  return nodesIn(program, "CallExpression") as unknown as CallExpression[];
}

/** All nodes of one type in a module, in the order of its text. */
function nodesIn(program: File["program"], type: string): AnyNode[] {
  const found: AnyNode[] = [];
  const stack: AnyNode[] = [{ ...program }];
  for (let node = stack.pop(), left = MAX_NODES; node !== undefined && left > 0; node = stack.pop(), left -= 1) {
    if (node.type === type) found.push(node);
    for (const value of Object.values(node).reverse())
      for (const child of Array.isArray(value) ? value.toReversed() : [value])
        if (typeof child === "object" && child !== null && "type" in child) stack.push(child as AnyNode);
  }
  return found;
}

function open(path: string, text: string, others: ModuleTexts) {
  const lineAt = lineFinder(text);
  const placeOf = (node: Node): Place => placeOfPart(node) ?? { path, line: lineAt(node.offset) };
  const empty: JsonFile = { root: null, problem: null, lineAt, placeOf };
  const texts = new Map(others).set(path, text);
  const reading: Reading = { left: MAX_NODES, texts, modules: new Map(), main: path };
  return { reading, module: moduleAt(path, reading), empty };
}

function moduleAt(path: string, reading: Reading): Module | null {
  const known = reading.modules.get(path);
  if (known !== undefined) return known;
  const text = reading.texts.get(path) ?? "";
  const file = parseModule(path, text);
  const module: Module | null = file && {
    path,
    bindings: new Map(),
    exported: new Map(),
    program: file.program,
    functions: new Set(),
    lineAt: lineFinder(text),
  };
  if (file && module) readStatements(file.program.body, module);
  reading.modules.set(path, module);
  return module;
}

function parseModule(path: string, text: string): File | null {
  if (hasManyMarks(text)) return null;
  const plugins: ParserPlugin[] = /\.[cm]?ts$/.test(path) ? ["typescript"] : ["typescript", "jsx"];
  try {
    return parse(text, { sourceType: "unambiguous", plugins, errorRecovery: true, allowReturnOutsideFunction: true });
  } catch {
    return null;
  }
}

function hasManyMarks(text: string): boolean {
  let count = 0;
  for (const char of text) if (char === "`" || char === "<" || char === "\\") count += 1;
  return count > MAX_MARKS;
}

/** Notes the constants, functions, imports and exports of a module, and the calls by which it makes them. */
function readStatements(body: Statement[], module: Module): void {
  for (const statement of body) {
    if (statement.type === "ImportDeclaration") readImport(statement, module);
    else if (statement.type === "ExportNamedDeclaration" && statement.declaration) {
      readDeclaration(statement.declaration, module, true);
    } else if (statement.type === "ExportDefaultDeclaration") {
      const { declaration } = statement;
      if (declaration.type === "FunctionDeclaration") {
        const value = returned(declaration.body.body, module);
        if (value) module.exported.set("default", value);
      } else if (isExpression(declaration)) module.exported.set("default", declaration as Expression);
    } else if (statement.type === "ExpressionStatement") readExpressionStatement(statement.expression, module);
    else readDeclaration(statement, module, false);
  }
}

function readExpressionStatement(expression: Expression, module: Module): void {
  if (expression.type !== "AssignmentExpression") return;
  const { left, right } = expression;
  if (left.type !== "MemberExpression" || left.object.type !== "Identifier") return;
  const { name } = left.object;
  const property = left.property.type === "Identifier" ? left.property.name : "";
  if (name === "module" && property === "exports") module.exported.set("default", right);
  else if (name === "exports") module.exported.set(property, right);
}

function readImport(statement: Extract<Statement, { type: "ImportDeclaration" }>, module: Module): void {
  for (const specifier of statement.specifiers) {
    const imported = specifier.type === "ImportSpecifier" ? specifier.imported : null;
    const named = imported?.type === "Identifier" ? imported.name : "default";
    const name = specifier.type === "ImportNamespaceSpecifier" ? "*" : named;
    module.bindings.set(specifier.local.name, { from: statement.source.value, name });
  }
}

function readDeclaration(statement: Statement, module: Module, isExported: boolean): void {
  const add = (name: string, value: Expression) => {
    module.bindings.set(name, { expression: value });
    if (isExported) module.exported.set(name, value);
  };
  if (statement.type === "VariableDeclaration") {
    for (const { id, init } of statement.declarations) {
      if (id.type === "Identifier" && init) add(id.name, init);
      else if (id.type === "ObjectPattern" && init) readPattern(id, init, module);
    }
  } else if (statement.type === "FunctionDeclaration" && statement.id) {
    const value = returned(statement.body.body, module);
    if (value) add(statement.id.name, value);
  }
}

/** `const { guides, api: reference } = require("./sidebars")`. */
function readPattern(pattern: ObjectPattern, init: Expression, module: Module): void {
  const [argument] = init.type === "CallExpression" ? init.arguments : [];
  if (init.type !== "CallExpression" || calleeOf(init) !== "require" || argument?.type !== "StringLiteral") return;
  for (const property of pattern.properties) {
    if (property.type !== "ObjectProperty" || property.key.type !== "Identifier") continue;
    const { value, key } = property;
    if (value.type === "Identifier") module.bindings.set(value.name, { from: argument.value, name: key.name });
  }
}

const isExpression = (node: { type: string }): boolean =>
  !/Declaration$|^(?:Spread|ArgumentPlaceholder)/.test(node.type);

/** What a function gives back in its last statement; the constants that it declares on the way are the module's. */
function returned(body: Statement[], module: Module): Expression | null {
  if (!module.functions.has(body)) {
    module.functions.add(body);
    for (const statement of body.slice(0, -1)) readDeclaration(statement, module, false);
  }
  const last = body.at(-1);
  return last?.type === "ReturnStatement" ? (last.argument ?? null) : null;
}

function toNode(expression: Expression, module: Module, reading: Reading, depth: number): Node {
  const node = makeNode(expression, module, reading, depth);
  if (module.path !== reading.main && placeOfPart(node) === undefined)
    setPlace(node, { path: module.path, line: module.lineAt(expression.start ?? 0) });
  return node;
}

function makeNode(expression: Expression, module: Module, reading: Reading, depth: number): Node {
  const { start, end } = expression;
  const at = { offset: start ?? 0, length: (end ?? 0) - (start ?? 0) };
  const unknown: Node = { ...at, type: "null", value: null };
  reading.left -= 1;
  if (depth > MAX_DEPTH || reading.left < 0) return unknown;
  if (expression.type === "StringLiteral") return { ...at, type: "string", value: expression.value };
  if (expression.type === "NumericLiteral") return { ...at, type: "number", value: expression.value };
  if (expression.type === "BooleanLiteral") return { ...at, type: "boolean", value: expression.value };
  if (expression.type === "Identifier") return nodeOfName(expression.name, module, reading, depth) ?? unknown;
  const inner = unwrap(expression, module);
  if (inner) return toNode(inner, module, reading, depth + 1);
  const text = textOfExpression(expression, module, reading, depth);
  if (text !== null) return { ...at, type: "string", value: text };
  if (expression.type === "MemberExpression") return nodeOfMember(expression, module, reading, depth) ?? unknown;
  if (expression.type === "CallExpression") return nodeOfCall(expression, module, reading, depth) ?? unknown;
  if (expression.type === "ArrayExpression") {
    const children = expression.elements.flatMap((element) => {
      if (!element) return [];
      if (element.type !== "SpreadElement") return [toNode(element, module, reading, depth + 1)];
      const spread = toNode(element.argument, module, reading, depth + 1);
      return spread.type === "array" ? (spread.children ?? []) : [spread];
    });
    return { ...at, type: "array", children };
  }
  if (expression.type !== "ObjectExpression") return unknown;
  const children = expression.properties.flatMap((property) => {
    if (property.type === "SpreadElement") return toNode(property.argument, module, reading, depth + 1).children ?? [];
    return propertyNode(property, module, reading, depth);
  });
  return { ...at, type: "object", children };
}

function nodeOfName(name: string, module: Module, reading: Reading, depth: number): Node | null {
  const binding = module.bindings.get(name);
  if (binding === undefined) return null;
  if ("expression" in binding) return toNode(binding.expression, module, reading, depth + 1);
  return nodeOfImport(binding, module, reading, depth);
}

function nodeOfImport({ from, name }: { from: string; name: string }, module: Module, reading: Reading, depth: number) {
  const path = from.startsWith(".") ? fileOfImport(module.path, from, reading.texts) : null;
  if (path === null) return null;
  if (path.endsWith(".json")) return nodeOfJson(path, reading);
  const other = moduleAt(path, reading);
  const whole = other?.exported.get("default");
  const value = other?.exported.get(name) ?? (name === "*" ? whole : undefined);
  if (other && value) return toNode(value, other, reading, depth + 1);
  // What a module of CommonJS exports has its names as properties.
  const owner = other && whole && name !== "default" ? toNode(whole, other, reading, depth + 1) : undefined;
  return propertyOf(owner, name) ?? null;
}

function nodeOfJson(path: string, reading: Reading): Node | null {
  const { root, placeOf } = readJson(path, reading.texts.get(path) ?? "");
  if (root !== null) setPlaces(root, placeOf);
  return root;
}

function nodeOfMember(
  expression: Extract<Expression, { type: "MemberExpression" }>,
  module: Module,
  reading: Reading,
  depth: number,
): Node | null {
  const { object, property, computed } = expression;
  const name =
    property.type === "StringLiteral" ? property.value : property.type === "Identifier" ? property.name : null;
  if (name === null || (computed && property.type !== "StringLiteral") || object.type === "Super") return null;
  const owner = toNode(object, module, reading, depth + 1);
  return owner.children?.find(({ children }) => children?.[0]?.value === name)?.children?.[1] ?? null;
}

/** What a call gives back: of a required module, of a function of its own, or what it is given. */
function nodeOfCall(call: CallExpression, module: Module, reading: Reading, depth: number): Node | null {
  const [argument] = call.arguments;
  const name = calleeOf(call);
  if (name === "require" && argument?.type === "StringLiteral")
    return nodeOfImport({ from: argument.value, name: "default" }, module, reading, depth);
  if (argument === undefined) return name === null ? null : nodeOfName(name, module, reading, depth);
  if (!isExpression(argument) || !/^(?:Object|Call|Await|TSAs|TSSatisfies)|^Identifier$/.test(argument.type))
    return null;
  // A function of the module itself makes something else of what it is given.
  const binding = name === null ? undefined : module.bindings.get(name);
  if (binding && "expression" in binding && /Function|^Object/.test(binding.expression.type)) return null;
  const given = toNode(argument as Expression, module, reading, depth + 1);
  return given.type === "object" ? given : null;
}

function calleeOf({ callee }: CallExpression): string | null {
  if (callee.type === "Identifier") return callee.name;
  if (callee.type === "MemberExpression" && callee.property.type === "Identifier") return callee.property.name;
  return null;
}

/** The text of a template, of texts that are added, and of a path that is joined (`path.join(__dirname, "docs")`). */
function textOfExpression(expression: Expression, module: Module, reading: Reading, depth: number): string | null {
  const textOf = (part: Expression) => {
    if (isBaseOfSite(part)) return "/";
    const node = toNode(part, module, reading, depth + 1);
    return typeof node.value === "string" ? node.value : null;
  };
  if (expression.type === "TemplateLiteral") {
    const parts = expression.expressions.map((part) => (isExpression(part) ? textOf(part as Expression) : null));
    if (parts.includes(null)) return null;
    return expression.quasis.map(({ value }, index) => `${value.cooked ?? ""}${parts[index] ?? ""}`).join("");
  }
  if (expression.type === "BinaryExpression" && expression.operator === "+") {
    const [left, right] = [textOf(expression.left), textOf(expression.right)];
    return left === null || right === null ? null : left + right;
  }
  if (expression.type !== "CallExpression") return null;
  const { callee, arguments: given } = expression;
  const isResolve = callee.type === "MemberExpression" && callee.object.type === "Identifier";
  const name = calleeOf(expression) ?? "";
  if (!/^(?:join|resolve|fileURLToPath|URL)$/.test(name)) return null;
  const isRequire = isResolve && callee.object.type === "Identifier" && callee.object.name === "require";
  const parts = given
    .filter((part) => !(part.type === "Identifier" && part.name === "__dirname"))
    .map((part) => (isExpression(part) ? textOf(part as Expression) : null));
  if (parts.length === 0 || parts.includes(null)) return null;
  const joined = posix.join(...parts.map((part) => part ?? ""));
  return isRequire ? (parts[0] ?? null) : joined;
}

/** What Vite and Astro put before addresses: `import.meta.env.BASE_URL`. */
function isBaseOfSite(part: Expression): boolean {
  return part.type === "MemberExpression" && part.property.type === "Identifier" && part.property.name === "BASE_URL";
}

/** What an expression stands for: behind types, or a function that gives one value. */
function unwrap(node: Expression, module: Module): Expression | null {
  if (node.type === "TSAsExpression" || node.type === "TSSatisfiesExpression" || node.type === "TSNonNullExpression")
    return node.expression;
  if (node.type === "ParenthesizedExpression") return node.expression;
  if (node.type === "AwaitExpression") return node.argument;
  if (node.type === "ArrowFunctionExpression" || node.type === "FunctionExpression")
    return node.body.type === "BlockStatement" ? returned(node.body.body, module) : node.body;
  return null;
}

function propertyNode(
  property: ObjectProperty | ObjectMethod,
  module: Module,
  reading: Reading,
  depth: number,
): Node[] {
  const { key, computed, start, end } = property;
  const name = key.type === "Identifier" && !computed ? key.name : key.type === "StringLiteral" ? key.value : null;
  const value = property.type === "ObjectMethod" ? returned(property.body.body, module) : property.value;
  if (name === null || value === null || !isExpression(value)) return [];
  const at = { offset: start ?? 0, length: (end ?? 0) - (start ?? 0) };
  const nameNode: Node = { ...at, type: "string", value: name };
  const node: Node = {
    ...at,
    type: "property",
    children: [nameNode, toNode(value as Expression, module, reading, depth + 1)],
  };
  if (module.path !== reading.main) setPlace(nameNode, { path: module.path, line: module.lineAt(start ?? 0) });
  return [node];
}
