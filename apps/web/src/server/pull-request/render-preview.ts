import { findFrontmatter } from "@docsteward/text/markdown/frontmatter";
import { exceedsParseBudget, PREVIEW_BUDGET } from "@docsteward/text/markdown/parse-budget";
import type { Definition, Nodes, Root } from "mdast";
import remarkGfm from "remark-gfm";
import remarkMdx from "remark-mdx";
import remarkParse from "remark-parse";
import { unified } from "unified";
import type { Preview, PreviewNode } from "./preview.ts";

/**
 * Makes a page ready to be looked at, before and after a change; null for a side that is not there. The blocks of `after` that
 * `before` has not are marked.
 */
export function renderPreview(page: { path: string; before: string | null; after: string | null }): {
  before: Preview | null;
  after: Preview | null;
} {
  const { path } = page;
  const before = page.before === null ? null : toPage(path, page.before);
  const after = page.after === null ? null : toPage(path, page.after);
  return {
    before: before && toPreview(before, after?.nodes),
    after: after && toPreview(after, before?.nodes),
  };
}

type Page = Omit<ReadPage, "root"> & { nodes: PreviewNode[] };

function toPage(path: string, text: string): Page {
  const { root, ...rest } = parsePage(path, text);
  return { ...rest, nodes: toPreviewNodes(root) };
}

/** Without another side there is nothing to be marked: all of it is new, or gone. */
function toPreview({ title, problem, nodes }: Page, others: PreviewNode[] | undefined): Preview {
  const known = others && new Set(others.map((node) => JSON.stringify(node)));
  const blocks = nodes.map((node) => ({ node, isNew: known !== undefined && !known.has(JSON.stringify(node)) }));
  return { title, blocks, problem };
}

const markdown = unified().use(remarkParse).use(remarkGfm).freeze();
const mdx = unified().use(remarkParse).use(remarkGfm).use(remarkMdx).freeze();

const MAX_SHOWN = 50_000;

type ReadPage = { title: string | null; root: Root; problem: string | null };

/** Reads a page's Markdown or MDX for people to look at: nothing is thrown, and no code of the page is run. */
function parsePage(path: string, text: string): ReadPage {
  const frontmatter = findFrontmatter(text);
  const title = frontmatter && readTitle(frontmatter.raw);
  const body = text.slice(frontmatter?.end ?? 0);
  if (exceedsParseBudget(body, PREVIEW_BUDGET)) {
    return {
      title,
      root: plain(body.slice(0, MAX_SHOWN)),
      problem: "The page is too large or too deeply nested to render.",
    };
  }
  if (!/\.mdx$/i.test(path)) return { title, root: markdown.parse(body), problem: null };
  try {
    return { title, root: mdx.parse(body), problem: null };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n", 1)[0] : "";
    return {
      title,
      root: markdown.parse(body),
      problem: `The page isn't valid MDX and is shown as Markdown: ${reason}`,
    };
  }
}

function readTitle(matter: string): string | null {
  const value = /^title:(.*)$/m.exec(matter)?.[1]?.trim();
  return value ? value.replace(/^(["'])(.*)\1$/, "$2") : null;
}

function plain(text: string): Root {
  return { type: "root", children: [{ type: "code", lang: null, value: text }] };
}

type LinkDefinitions = Map<string, Definition>;

const SAFE_LINK = /^(?:https?:|mailto:|#|\/|\.{0,2}\/|[^:]*$)/i;
const MAX_DEPTH = 100;

/** Turns a parsed page into what is shown of it. Whatever has no place in a preview is left out. */
function toPreviewNodes(root: Root): PreviewNode[] {
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
