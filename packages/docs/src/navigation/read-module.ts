import { type ParserPlugin, parse } from "@babel/parser";
import type { Expression, File, ObjectProperty, Statement } from "@babel/types";
import type { Node } from "jsonc-parser";
import { type JsonFile, lineFinder } from "./read-json.ts";

const MAX_DEPTH = 60;
/** A few constants that name each other twice grow into millions. */
const MAX_NODES = 200_000;
/** Of templates, tags and backslashes, each of which costs the parser more with every one before it. No navigation has so many. */
const MAX_MARKS = 4_000;

type Scope = { constants: ReadonlyMap<string, Expression>; left: number };

/**
 * Reads the object that a JavaScript or TypeScript module exports as if it were JSON, without running it: literals, lists,
 * objects, constants, and what a call of one argument (`defineConfig({…})`) or a function without any gives back.
 *
 * Whatever else is there becomes null. A module that does not parse, or would take seconds to, has no root, and is no problem
 * either: it may be written in a syntax of tomorrow.
 */
export function readModule(path: string, text: string): JsonFile {
  const lineAt = lineFinder(text);
  const empty = { root: null, problem: null, lineAt };
  if (hasManyMarks(text)) return empty;
  const plugins: ParserPlugin[] = /\.[cm]?ts$/.test(path) ? ["typescript"] : ["typescript", "jsx"];
  let file: File;
  try {
    file = parse(text, { sourceType: "unambiguous", plugins, errorRecovery: true, allowReturnOutsideFunction: true });
  } catch {
    return empty;
  }
  const scope = new Map<string, Expression>();
  const exported = readStatements(file.program.body, scope);
  return exported ? { ...empty, root: toNode(exported, { constants: scope, left: MAX_NODES }, 0) } : empty;
}

function hasManyMarks(text: string): boolean {
  let count = 0;
  for (const char of text) if (char === "`" || char === "<" || char === "\\") count += 1;
  return count > MAX_MARKS;
}

/** Notes the constants and functions of a module. @returns what it exports */
function readStatements(body: Statement[], scope: Map<string, Expression>): Expression | null {
  let exported: Expression | null = null;
  for (const statement of body) {
    if (statement.type === "VariableDeclaration") {
      for (const { id, init } of statement.declarations) if (id.type === "Identifier" && init) scope.set(id.name, init);
    } else if (statement.type === "FunctionDeclaration" && statement.id) {
      const value = returned(statement.body.body);
      if (value) scope.set(statement.id.name, value);
    } else if (statement.type === "ExportDefaultDeclaration" && isExpression(statement.declaration)) {
      exported = statement.declaration;
    } else if (statement.type === "ExpressionStatement" && statement.expression.type === "AssignmentExpression") {
      const { left, right } = statement.expression;
      const isExports =
        left.type === "MemberExpression" && left.object.type === "Identifier" && left.object.name === "module";
      if (isExports) exported = right;
    }
  }
  return exported;
}

const isExpression = (node: { type: string }): node is Expression => !node.type.endsWith("Declaration");

function returned(body: Statement[]): Expression | null {
  const last = body.at(-1);
  return last?.type === "ReturnStatement" ? (last.argument ?? null) : null;
}

function toNode(expression: Expression, scope: Scope, depth: number): Node {
  const { start, end } = expression;
  const at = { offset: start ?? 0, length: (end ?? 0) - (start ?? 0) };
  const unknown: Node = { ...at, type: "null", value: null };
  scope.left -= 1;
  if (depth > MAX_DEPTH || scope.left < 0) return unknown;
  const inner = unwrap(expression, scope.constants);
  if (inner) return toNode(inner, scope, depth + 1);
  if (expression.type === "StringLiteral") return { ...at, type: "string", value: expression.value };
  if (expression.type === "TemplateLiteral" && expression.expressions.length === 0)
    return { ...at, type: "string", value: expression.quasis[0]?.value.cooked ?? "" };
  if (expression.type === "BooleanLiteral") return { ...at, type: "boolean", value: expression.value };
  if (expression.type === "ArrayExpression") {
    const children = expression.elements.flatMap((element) => {
      if (!element) return [];
      if (element.type !== "SpreadElement") return [toNode(element, scope, depth + 1)];
      return toNode(element.argument, scope, depth + 1).children ?? [];
    });
    return { ...at, type: "array", children };
  }
  if (expression.type !== "ObjectExpression") return unknown;
  const children = expression.properties.flatMap((property) => {
    if (property.type === "ObjectProperty") return propertyNode(property, scope, depth);
    if (property.type === "SpreadElement") return toNode(property.argument, scope, depth + 1).children ?? [];
    return [];
  });
  return { ...at, type: "object", children };
}

/** What an expression stands for: behind types, a name, a call, or a function that gives one value. */
function unwrap(node: Expression, scope: ReadonlyMap<string, Expression>): Expression | null {
  if (node.type === "TSAsExpression" || node.type === "TSSatisfiesExpression" || node.type === "TSNonNullExpression")
    return node.expression;
  if (node.type === "ParenthesizedExpression") return node.expression;
  if (node.type === "Identifier") return scope.get(node.name) ?? null;
  if (node.type === "ArrowFunctionExpression" || node.type === "FunctionExpression")
    return node.body.type === "BlockStatement" ? returned(node.body.body) : node.body;
  if (node.type !== "CallExpression") return null;
  const [argument] = node.arguments;
  if (argument === undefined && node.callee.type === "Identifier") return scope.get(node.callee.name) ?? null;
  const isOne = node.arguments.length === 1 && argument?.type === "ObjectExpression";
  return isOne ? argument : null;
}

function propertyNode(property: ObjectProperty, scope: Scope, depth: number): Node[] {
  const { key, value, computed, start, end } = property;
  const name = key.type === "Identifier" && !computed ? key.name : key.type === "StringLiteral" ? key.value : null;
  if (name === null || !isExpression(value)) return [];
  const at = { offset: start ?? 0, length: (end ?? 0) - (start ?? 0) };
  return [
    {
      ...at,
      type: "property",
      children: [{ ...at, type: "string", value: name }, toNode(value as Expression, scope, depth + 1)],
    },
  ];
}
