import { exceedsParseBudget, PAGE_BUDGET } from "@docsteward/text/markdown/parse-budget";
import type { Expression, Node, Program, SpreadElement } from "estree";
import type { JSXAttribute, JSXElement, JSXExpressionContainer, JSXFragment, JSXSpreadAttribute } from "estree-jsx";
import type { Nodes } from "mdast";
import { walkTree } from "../page/content.ts";
import { parseMdx } from "../page/parse-markdown.ts";
import { folderOf, joinPath } from "../site/posix.ts";
import { type CodePiece, toImport, toPiece } from "./code-piece.ts";
import { blank, fencedBlocks } from "./fenced-code.ts";
import { blockCode } from "./markdown-code.ts";
import { isRunningAttribute, isRunningValue, isScriptAddress, judgeTag } from "./tags.ts";

type JsxElement = Extract<Nodes, { type: "mdxJsxFlowElement" | "mdxJsxTextElement" }>;
type Attribute = JsxElement["attributes"][number];
type Page = { path: string; text: string };

/**
 * The code of an MDX page, by its syntax tree.
 *
 * @param page its text with nothing but blank lines in place of the front matter
 * @returns null for a page that does not parse
 */
export function mdxCode(page: Page): CodePiece[] | null {
  if (exceedsParseBudget(page.text, PAGE_BUDGET)) return null;
  const found = readTree(page, page.text) ?? readTree(page, withoutMarks(page.text));
  return found && [...found, ...blockCode(page.text)];
}

function readTree(page: Page, text: string): CodePiece[] | null {
  const found: CodePiece[] = [];
  try {
    walkTree(parseMdx(text), (node) => {
      for (const piece of codeOf(node, page)) found.push(piece);
    });
    return found;
  } catch {
    // The parser throws for a page that is no MDX, and for one that is nested too deeply.
    return null;
  }
}

/** What a comment may hold to be no code however a parser reads it. */
const PLAIN_COMMENT = /^[^<{}`~[\]]*$/;

/**
 * Blanks what some sites read before MDX does, and what is no code in any: `{#id}` of a heading, TeX, and comments of HTML that
 * hold nothing but text.
 */
function withoutMarks(text: string): string {
  const prose = blank(text, fencedBlocks(text));
  const marks = bracePairs(prose).filter(({ start, end }) => {
    const source = prose.slice(start, end);
    return isNoCode(source) || isShortFormula(prose, start, source);
  });
  for (let at = text.indexOf("<!--"); at >= 0; ) {
    const close = text.indexOf("-->", at + 4);
    if (close < 0) break;
    const content = text.slice(at + 4, close);
    if (PLAIN_COMMENT.test(content) && !/^(?:im|ex)port/m.test(content)) marks.push({ start: at, end: close + 3 });
    at = text.indexOf("<!--", close);
  }
  return blank(
    text,
    marks.sort((a, b) => a.start - b.start),
  );
}

function codeOf(node: Nodes, page: Page): CodePiece[] {
  const line = node.position?.start.line ?? 1;
  const source = page.text.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);
  switch (node.type) {
    case "mdxjsEsm":
      return moduleCode(node.data?.estree, { ...page, line, source });
    case "mdxFlowExpression":
    case "mdxTextExpression":
      return isInertProgram(node.data?.estree) || isShortFormula(page.text, node.position?.start.offset ?? 0, source)
        ? []
        : [toPiece("expression", line, source)];
    case "mdxJsxFlowElement":
    case "mdxJsxTextElement":
      return elementCode(node, line, source);
    case "link":
    case "definition":
    case "image":
      if (isFileOutside(page.path, node.url)) return [toPiece("include", line, source, node.url)];
      return isScriptAddress(node.url, { isImage: node.type === "image" })
        ? [toPiece("address", line, source, node.url)]
        : [];
    default:
      return [];
  }
}

/** Docusaurus publishes the file that a link leads to. */
function isFileOutside(path: string, url: string): boolean {
  const address = (url.split(/[?#]/, 1)[0] ?? "").replaceAll("%2e", ".").replaceAll("%2E", ".");
  const place = address.startsWith("@site/") ? address.slice("@site/".length) : address;
  if (/(?:^|\/)\.(?:env|npmrc|netrc|ssh|aws|git)(?:$|[./])/.test(place)) return true;
  if (address.startsWith("@site/")) return joinPath("", place) === null;
  return address.startsWith(".") && joinPath(folderOf(path), address) === null;
}

function moduleCode(program: Program | null | undefined, at: Page & { line: number; source: string }): CodePiece[] {
  if (!program) return [toPiece("export", at.line, at.source)];
  return program.body.map((statement) => {
    const { start, end } = statement as { start?: number; end?: number };
    const text = start === undefined || end === undefined ? at.source : at.text.slice(start, end);
    const line = statement.loc?.start.line ?? at.line;
    return statement.type === "ImportDeclaration" ? toImport(at.path, line, text) : toPiece("export", line, text);
  });
}

function elementCode(node: JsxElement, line: number, source: string): CodePiece[] {
  const tag = node.name ?? "";
  const found: CodePiece[] = [];
  const texts: { name: string; value: string | null }[] = [];
  for (const attribute of node.attributes) {
    const at = attribute.position?.start.line ?? line;
    const text = attributeText(attribute);
    const name = attribute.type === "mdxJsxAttribute" ? attribute.name : "";
    const program = programOf(attribute);
    const isPlain = attribute.type === "mdxJsxAttribute" && (program === null || isInertProgram(program, name));
    if (isPlain) texts.push({ name, value: program === null ? plainValue(attribute) : literalOf(program) });
    else found.push(toPiece(isRunningAttribute(name) ? "handler" : "attribute", at, text, `${tag} ${text}`));
  }
  if (tag === "include" || tag === "Snippet") found.push(toPiece("include", line, source));
  return [...found, ...judgeTag({ name: tag, attributes: texts }, { line, source, isJsx: true })];
}

/** Null where the value is a plain text, or none. */
function programOf(attribute: Attribute): Program | null | undefined {
  if (attribute.type === "mdxJsxExpressionAttribute") return attribute.data?.estree;
  return typeof attribute.value === "object" && attribute.value !== null ? attribute.value.data?.estree : null;
}

const plainValue = (attribute: Attribute) => (typeof attribute.value === "string" ? attribute.value : null);

function literalOf(program: Program | undefined): string | null {
  const statement = program?.body[0];
  const expression = statement?.type === "ExpressionStatement" ? statement.expression : null;
  if (expression?.type === "TemplateLiteral") return expression.quasis[0]?.value.cooked ?? null;
  return expression?.type === "Literal" && typeof expression.value === "string" ? expression.value : null;
}

function attributeText(attribute: Attribute): string {
  if (attribute.type === "mdxJsxExpressionAttribute") return `{${attribute.value}}`;
  const { name, value } = attribute;
  return typeof value === "object" && value !== null ? `${name}={${value.value}}` : `${name}="${value ?? ""}"`;
}

const MAX_DEPTH = 40;
type JsxChild = JSXElement["children"][number];

/**
 * Whether the expression of a program runs nothing: a text, number, boolean, null, or a list, object or element of such. An empty
 * program, which holds comments at most, runs nothing either.
 *
 * @param name of the attribute that it is the value of
 */
function isInertProgram(program: Program | null | undefined, name = ""): boolean {
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

/** Offsets of an opening brace and its closing one. */
export type BracePair = { start: number; end: number };

/** The outermost pairs of braces of a text, in order. A brace that nothing closes counts to the end of its line. */
export function bracePairs(text: string): BracePair[] {
  const open: number[] = [];
  const pairs: { start: number; end: number | null }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "{") open.push(at);
    const start = text[at] === "}" ? open.pop() : undefined;
    if (start === undefined) continue;
    // A pair takes in the pairs within it.
    while ((pairs.at(-1)?.start ?? -1) > start) pairs.pop();
    pairs.push({ start, end: at + 1 });
  }
  for (const start of open) pairs.push({ start, end: null });
  const outer: BracePair[] = [];
  let covered = 0;
  for (const { start, end } of pairs.sort((a, b) => a.start - b.start)) {
    if (start < covered) continue;
    covered = end ?? lineEnd(text, start);
    outer.push({ start, end: covered });
  }
  return outer;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

const COMMAND = /\\[A-TV-Za-tv-z]/;
const PLAIN = /^[A-Za-z0-9\s\\^_+\-*|,:.&{}]*$/;
const ENVIRONMENT = /^\{(?:align(?:ed)?|array|cases|equation|gather(?:ed)?|split|[bpvBV]?matrix)\*?\}$/;
const SHORT = /^\{[A-Za-z0-9]{1,2}(?:[+\-*,][A-Za-z0-9]{1,2}){0,6}\}$/;

/**
 * Whether a pair is no code in any language of pages: the id of a heading (`{#install}`), or TeX with a command. A backslash before a
 * letter is no JavaScript outside of texts, expressions and comments, and those need signs that are not here.
 */
export function isNoCode(source: string): boolean {
  if (source.startsWith("{#")) return /^\{#[\w.:-]{1,200}\}$/.test(source);
  return PLAIN.test(source) && COMMAND.test(source);
}

/**
 * Whether a pair is an argument of TeX as short as `{ij}` in `$x_{ij}$`, or an environment as in `\begin{cases}`: all that it could
 * read is a name of two letters, or one of those few.
 */
export function isShortFormula(text: string, start: number, source: string): boolean {
  if (ENVIRONMENT.test(source)) return /\\(?:begin|end)$/.test(text.slice(Math.max(start - 6, 0), start));
  if (!SHORT.test(source) || !/[A-Za-z}^_]/.test(text[start - 1] ?? "")) return false;
  // Not the whole line: a line may be as long as the page, with such a pair every few characters.
  const near = text.slice(Math.max(start - 300, 0), start);
  const before = near.slice(near.lastIndexOf("\n") + 1);
  return before.includes("$") || COMMAND.test(before);
}
