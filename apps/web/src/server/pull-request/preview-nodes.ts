import type { Definition, Nodes, Root } from "mdast";
import type { PreviewNode } from "./preview.ts";

type LinkDefinitions = Map<string, Definition>;

const SAFE_LINK = /^(?:https?:|mailto:|#|\/|\.{0,2}\/|[^:]*$)/i;
const MAX_DEPTH = 100;

/** Turns a parsed page into what is shown of it. Whatever has no place in a preview is left out. */
export function toPreviewNodes(root: Root): PreviewNode[] {
  return children(root, collectDefinitions(root, new Map(), 0), 0);
}

/** The first of a name is the one that counts. */
function collectDefinitions(node: Nodes, found: LinkDefinitions, depth: number): LinkDefinitions {
  if (node.type === "definition" && !found.has(node.identifier)) found.set(node.identifier, node);
  if ("children" in node && depth < MAX_DEPTH) {
    for (const child of node.children) collectDefinitions(child, found, depth + 1);
  }
  return found;
}

function children(node: { children: readonly Nodes[] }, definitions: LinkDefinitions, depth: number): PreviewNode[] {
  if (depth > MAX_DEPTH) return [{ kind: "text", text: "…" }];
  return node.children.flatMap((child) => toNode(child, definitions, depth + 1) ?? []);
}

function toNode(node: Nodes, definitions: LinkDefinitions, depth: number): PreviewNode | PreviewNode[] | null {
  const inside = (parent: { children: readonly Nodes[] }) => children(parent, definitions, depth);
  switch (node.type) {
    case "text":
      return { kind: "text", text: node.value };
    case "paragraph":
    case "emphasis":
    case "strong":
      return { kind: node.type, children: inside(node) };
    case "delete":
      return { kind: "deleted", children: inside(node) };
    case "blockquote":
      return { kind: "quote", children: inside(node) };
    case "heading":
      return { kind: "heading", depth: node.depth, children: inside(node) };
    case "list":
      return { kind: "list", isOrdered: node.ordered === true, start: node.start ?? 1, children: inside(node) };
    case "listItem":
      return { kind: "item", isChecked: node.checked ?? null, children: inside(node) };
    case "code":
      return { kind: "code", text: node.value, language: node.lang ?? null };
    case "inlineCode":
      return { kind: "inlineCode", text: node.value };
    case "break":
      return { kind: "break" };
    case "thematicBreak":
      return { kind: "rule" };
    case "table":
      return { kind: "table", rows: node.children.map((row) => row.children.map((cell) => inside(cell))) };
    case "link":
      return toLink(node.url, inside(node));
    case "linkReference":
      return toLink(definitions.get(node.identifier)?.url, inside(node));
    case "image":
      return { kind: "image", alt: node.alt ?? "", url: node.url };
    case "imageReference":
      return { kind: "image", alt: node.alt ?? "", url: definitions.get(node.identifier)?.url ?? "" };
    case "html":
      return node.value.startsWith("<!--") ? null : { kind: "html", text: node.value };
    case "footnoteReference":
      return { kind: "text", text: `[${node.identifier}]` };
    case "footnoteDefinition":
      return { kind: "footnote", label: node.identifier, children: inside(node) };
    case "mdxFlowExpression":
    case "mdxTextExpression":
      return /^\s*(?:\/\*[\s\S]*\*\/\s*)?$/.test(node.value) ? null : { kind: "expression", text: `{${node.value}}` };
    case "mdxJsxFlowElement":
    case "mdxJsxTextElement":
      return toComponent(node, inside(node));
    default:
      return null;
  }
}

/** A link that leads nowhere safe is shown as its words. */
function toLink(url: string | undefined, words: PreviewNode[]): PreviewNode | PreviewNode[] {
  return url !== undefined && SAFE_LINK.test(url.trim()) ? { kind: "link", url: url.trim(), children: words } : words;
}

/** An element as MDX knows it. */
type MdxElement = Extract<Nodes, { type: "mdxJsxFlowElement" | "mdxJsxTextElement" }>;

/** Elements of HTML whose words are shown as if they stood there alone. */
const SEE_THROUGH = new Set([
  "div",
  "span",
  "p",
  "section",
  "article",
  "main",
  "center",
  "small",
  "sup",
  "sub",
  "u",
  "a",
]);
const LIKE_MARKDOWN = {
  b: "strong",
  strong: "strong",
  i: "emphasis",
  em: "emphasis",
  del: "deleted",
  s: "deleted",
} as const;

/** Shows an element of MDX: a component as a box with its name, an element of HTML as its words. */
function toComponent(element: MdxElement, children: PreviewNode[]): PreviewNode | PreviewNode[] {
  const { name } = element;
  if (name === null || SEE_THROUGH.has(name)) return children;
  if (name === "br") return { kind: "break" };
  if (name === "hr") return { kind: "rule" };
  if (name === "img") return { kind: "image", alt: attributeOf(element, "alt"), url: attributeOf(element, "src") };
  if (Object.hasOwn(LIKE_MARKDOWN, name)) return { kind: LIKE_MARKDOWN[name as keyof typeof LIKE_MARKDOWN], children };
  const attributes = element.attributes.map((attribute): [string, string] =>
    attribute.type === "mdxJsxAttribute" ? [attribute.name, textOf(attribute.value)] : ["", `{${attribute.value}}`],
  );
  return { kind: "component", name, isInline: element.type === "mdxJsxTextElement", attributes, children };
}

type Value = Extract<MdxElement["attributes"][number], { type: "mdxJsxAttribute" }>["value"];

function textOf(value: Value): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : `{${value.value}}`;
}

function attributeOf(element: MdxElement, name: string): string {
  const found = element.attributes.find((attribute) => attribute.type === "mdxJsxAttribute" && attribute.name === name);
  return found?.type === "mdxJsxAttribute" ? textOf(found.value) : "";
}
