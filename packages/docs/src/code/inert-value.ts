import type { Expression, Node, Program, SpreadElement } from "estree";
import type { JSXAttribute, JSXElement, JSXExpressionContainer, JSXFragment, JSXSpreadAttribute } from "estree-jsx";
import { isRunningAttribute, isRunningValue, judgeTag } from "./judge-tag.ts";

const MAX_DEPTH = 40;
type JsxChild = JSXElement["children"][number];

/**
 * Whether the expression of a program runs nothing: a text, number, boolean, null, or a list, object or element of such. An empty
 * program, which holds comments at most, runs nothing either.
 *
 * @param name of the attribute that it is the value of
 */
export function isInertProgram(program: Program | null | undefined, name = ""): boolean {
  if (!program) return false;
  const [statement, ...others] = program.body;
  if (statement === undefined) return true;
  return others.length === 0 && statement.type === "ExpressionStatement" && isInert(statement.expression, name, 0);
}

function isInert(node: Node | JSXElement | JSXFragment | SpreadElement | null, name: string, depth: number): boolean {
  if (node === null) return true;
  if (depth > MAX_DEPTH) return false;
  switch (node.type) {
    case "Literal":
      if ("regex" in node) return false;
      return typeof node.value !== "string" || !isRunningValue(name, node.value);
    case "TemplateLiteral":
      return node.expressions.length === 0 && !isRunningValue(name, node.quasis[0]?.value.cooked ?? "");
    case "UnaryExpression":
      return (node.operator === "-" || node.operator === "+") && isInert(node.argument, name, depth + 1);
    case "ArrayExpression":
      return node.elements.every((element) => isInert(element, name, depth + 1));
    case "ObjectExpression":
      return node.properties.every((property) => {
        if (property.type !== "Property" || property.computed || property.kind !== "init" || property.shorthand)
          return false;
        const key = property.key.type === "Identifier" ? property.key.name : textOf(property.key as Expression);
        if (key === null || key === "__proto__" || isRunningAttribute(key)) return false;
        return isInert(property.value as Expression, key, depth + 1);
      });
    case "JSXFragment":
      return node.children.every((child) => isInertChild(child, depth + 1));
    case "JSXElement":
      return isInertElement(node, depth);
    default:
      return false;
  }
}

function isInertElement({ openingElement, children }: JSXElement, depth: number): boolean {
  const { name, attributes } = openingElement;
  if (name.type !== "JSXIdentifier") return false;
  const texts: { name: string; value: string | null }[] = [];
  for (const attribute of attributes) {
    const text = inertAttribute(attribute, depth);
    if (text === null) return false;
    texts.push(text);
  }
  if (judgeTag({ name: name.name, attributes: texts }, { line: 1, source: "", isJsx: true }).length > 0) return false;
  return children.every((child) => isInertChild(child, depth + 1));
}

function inertAttribute(attribute: JSXAttribute | JSXSpreadAttribute, depth: number) {
  if (attribute.type !== "JSXAttribute" || attribute.name.type !== "JSXIdentifier") return null;
  const { name, value } = { name: attribute.name.name, value: attribute.value };
  if (value === null) return { name, value: null };
  if (value.type === "Literal") return typeof value.value === "string" ? { name, value: value.value } : null;
  const inner = value.type === "JSXExpressionContainer" ? value.expression : value;
  return inner.type !== "JSXEmptyExpression" && isInert(inner, name, depth + 1) ? { name, value: textOf(inner) } : null;
}

function isInertChild(child: JsxChild | JSXExpressionContainer, depth: number): boolean {
  if (child.type === "JSXText") return true;
  if (child.type === "JSXSpreadChild") return false;
  if (child.type !== "JSXExpressionContainer") return isInert(child, "", depth);
  return child.expression.type === "JSXEmptyExpression" || isInert(child.expression, "", depth);
}

const textOf = (node: { type: string; value?: unknown }): string | null =>
  node.type === "Literal" && typeof node.value === "string" ? node.value : null;
