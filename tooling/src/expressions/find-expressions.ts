import { type Node, parseSync } from "oxc-parser";
import type { SourceFile } from "../architecture-rules/check.ts";

/** What matches text in a source file: a regular expression that can be read, one made at run time, or a glob. */
export type FoundExpression = {
  path: string;
  line: number;
  /** As the allow-list names it: `/source/flags`, or the code on one line. */
  name: string;
} & ({ kind: "expression"; source: string; flags: string } | { kind: "dynamic" } | { kind: "glob" });

const GLOB_PACKAGES = new Set(["picomatch", "minimatch", "micromatch", "glob", "fast-glob", "tinyglobby", "globby"]);

type Constants = ReadonlyMap<string, Node>;
type RegularExpression = { source: string; flags: string };

/** Finds every regular expression and glob of a source file, by a parser of TypeScript. */
export function findExpressions({ path, text }: SourceFile): FoundExpression[] {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path} cannot be read as TypeScript: ${errors[0].message}`);
  const constants = readConstants(program.body);
  const found: FoundExpression[] = [];
  const add = (node: Node, expression: RegularExpression | "dynamic" | "glob") => {
    const line = text.slice(0, node.start).split("\n").length;
    if (typeof expression !== "string") {
      const name = `/${expression.source}/${expression.flags}`;
      found.push({ path, line, name, kind: "expression", ...expression });
    } else {
      const name = text.slice(node.start, node.end).split(/\s+/).join(" ");
      found.push({ path, line, name, kind: expression });
    }
  };
  eachNode(program, (node) => {
    const literal = readLiteral(node);
    if (literal) add(node, literal);
    else if (isConstructor(node)) add(node, foldConstructor(node, constants) ?? "dynamic");
    else if (isGlob(node)) add(node, "glob");
  });
  return found;
}

function eachNode(root: unknown, visit: (node: Node) => void): void {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== "object" || value === null) continue;
    if ("type" in value && "start" in value) visit(value as Node);
    waiting.push(...Object.values(value).reverse());
  }
}

function readLiteral(node: Node): RegularExpression | null {
  if (node.type !== "Literal" || !("regex" in node) || !node.regex) return null;
  return { source: node.regex.pattern, flags: node.regex.flags };
}

function isConstructor(node: Node): node is Extract<Node, { type: "NewExpression" | "CallExpression" }> {
  if (node.type !== "NewExpression" && node.type !== "CallExpression") return false;
  const { callee } = node;
  if (callee.type === "Identifier") return callee.name === "RegExp";
  return (
    callee.type === "MemberExpression" && callee.property.type === "Identifier" && callee.property.name === "RegExp"
  );
}

function isGlob(node: Node): boolean {
  if (node.type === "ImportDeclaration") return GLOB_PACKAGES.has(node.source.value);
  if (node.type === "ImportSpecifier")
    return node.imported.type === "Identifier" && node.imported.name === "matchesGlob";
  return (
    node.type === "MemberExpression" && node.property.type === "Identifier" && node.property.name === "matchesGlob"
  );
}

/** The constants of the file's top level, which an expression may be made of. */
function readConstants(body: readonly Node[]): Constants {
  const constants = new Map<string, Node>();
  for (const statement of body) {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declaration?.type !== "VariableDeclaration" || declaration.kind !== "const") continue;
    for (const { id, init } of declaration.declarations) {
      if (id.type === "Identifier" && init) constants.set(id.name, init);
    }
  }
  return constants;
}

function foldConstructor(
  node: Extract<Node, { type: "NewExpression" | "CallExpression" }>,
  constants: Constants,
): RegularExpression | null {
  const [pattern, flags] = node.arguments;
  if (!pattern) return null;
  const expression = readLiteral(pattern);
  const source = expression?.source ?? foldText(pattern, constants);
  const flagsText = flags ? foldText(flags, constants) : (expression?.flags ?? "");
  return source === null || flagsText === null ? null : { source, flags: flagsText };
}

function foldText(node: Node, constants: Constants): string | null {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : null;
  if (node.type === "Identifier") {
    const value = constants.get(node.name);
    return value ? foldText(value, constants) : null;
  }
  if (node.type === "TemplateLiteral") return foldTemplate(node, constants, "cooked");
  if (node.type === "TaggedTemplateExpression") {
    const isRaw = node.tag.type === "MemberExpression" && node.tag.property.type === "Identifier";
    return isRaw ? foldTemplate(node.quasi, constants, "raw") : null;
  }
  if (node.type === "BinaryExpression" && node.operator === "+") {
    const [left, right] = [foldText(node.left, constants), foldText(node.right, constants)];
    return left === null || right === null ? null : left + right;
  }
  return foldSource(node, constants);
}

function foldTemplate(
  node: Extract<Node, { type: "TemplateLiteral" }>,
  constants: Constants,
  spelling: "cooked" | "raw",
): string | null {
  const values = node.expressions.map((expression) => foldText(expression, constants));
  if (values.includes(null)) return null;
  return node.quasis.map(({ value }, index) => `${value[spelling]}${values[index] ?? ""}`).join("");
}

/** `OTHER.source`, where OTHER is an expression of this file. */
function foldSource(node: Node, constants: Constants): string | null {
  if (node.type !== "MemberExpression" || node.property.type !== "Identifier" || node.object.type !== "Identifier") {
    return null;
  }
  const value = node.property.name === "source" ? constants.get(node.object.name) : undefined;
  return value ? (readLiteral(value)?.source ?? null) : null;
}
