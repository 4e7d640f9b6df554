import GithubSlugger from "github-slugger";
import type { Nodes, Root } from "mdast";
import { toString as toText } from "mdast-util-to-string";
import { linkKind } from "./link-kind.ts";
import type { MaskedText } from "./mask-heading-ids.ts";
import type { Page } from "./page.ts";
import { readHtml } from "./read-html.ts";
import { walkTree } from "./walk-tree.ts";

type JsxElement = Extract<Nodes, { type: "mdxJsxFlowElement" | "mdxJsxTextElement" }>;
type Content = Pick<
  Page,
  | "headings"
  | "elementIds"
  | "componentTitles"
  | "links"
  | "images"
  | "components"
  | "imports"
  | "codeFences"
  | "hasIncludes"
>;
type Collector = { content: Content; slugger: GithubSlugger; names: Set<string>; masked: MaskedText };

const TITLE_ATTRIBUTES = new Set(["title", "label", "name", "path", "query", "body", "header", "description"]);
/** Components whose title is only shown. */
const UNANCHORED = new Set(["Card", "Tooltip", "Icon", "Frame", "Image", "img", "a", "Link"]);
const LINK_ATTRIBUTES = new Set(["href", "to"]);
/** What sites put in place of these lines when they are built. */
const INCLUDE = /@include:|^\s*-{1,2}8<-{1,2}|\{!.*!\}|^:::\s+\w+(?:\.\w+)+$/m;

/** Reads headings, links, images, components, imports and code blocks off a parsed page. */
export function collectContent(root: Root, masked: MaskedText): Content {
  const content: Content = {
    headings: [],
    elementIds: [],
    componentTitles: [],
    links: [],
    images: [],
    components: [],
    imports: [],
    codeFences: [],
    hasIncludes: INCLUDE.test(masked.text),
  };
  const into: Collector = { content, slugger: new GithubSlugger(), names: new Set(), masked };
  walkTree(root, (node) => collect(node, into));
  content.components = [...into.names].sort();
  return content;
}

function collect(node: Nodes, into: Collector): void {
  const { content } = into;
  const { line = 1, column = 1, offset = 0 } = node.position?.start ?? {};
  if (node.type === "heading") addHeading(into, node.depth, toText(node, { includeHtml: false }).trim(), line);
  else if (node.type === "link" || node.type === "definition") {
    const text = node.type === "link" ? toText(node) : null;
    content.links.push({ url: node.url, text, line, column, kind: linkKind(node.url) });
  } else if (node.type === "image") content.images.push({ url: node.url, alt: node.alt ?? null, line, column });
  else if (node.type === "code" && /[`~]/.test(into.masked.text[offset] ?? "")) {
    const lines = (node.position?.end.line ?? line) - line + 1;
    content.codeFences.push({ language: node.lang ?? null, line, lines });
  } else if (node.type === "html") addHtml(content, node.value, line);
  else if (node.type === "mdxjsEsm") addImports(content, node.value, line);
  else if (node.type === "mdxJsxFlowElement" || node.type === "mdxJsxTextElement") addElement(into, node);
}

function addHeading({ content, slugger, masked }: Collector, depth: number, text: string, line: number): void {
  const ownId = masked.headingIds.get(line);
  content.headings.push({ depth, text, slug: ownId ?? slugger.slug(text), hasOwnId: ownId !== undefined, line });
}

function addHtml(content: Content, html: string, startLine: number): void {
  for (const { tag, name, value, line, column } of readHtml(html)) {
    const at = { line: startLine + line - 1, column };
    if (name === "id" || name === "name") content.elementIds.push(value);
    else if (name === "href" && tag === "a")
      content.links.push({ url: value, text: null, kind: linkKind(value), ...at });
    else if (name === "src" && tag === "img") content.images.push({ url: value, alt: null, ...at });
  }
}

function addElement(into: Collector, node: JsxElement): void {
  const { content } = into;
  const { line = 1, column = 1 } = node.position?.start ?? {};
  if (node.name && /^[A-Z]/.test(node.name)) into.names.add(node.name);
  if (node.name && /^h[1-6]$/.test(node.name)) addHeading(into, Number(node.name[1]), toText(node).trim(), line);
  for (const attribute of node.attributes) {
    if (attribute.type !== "mdxJsxAttribute" || typeof attribute.value !== "string") continue;
    const { name, value, position } = attribute;
    const at = { line: position?.start.line ?? line, column: position?.start.column ?? column };
    if (name === "id" || name === "name") content.elementIds.push(value);
    if (TITLE_ATTRIBUTES.has(name) && !UNANCHORED.has(node.name ?? "")) content.componentTitles.push(value);
    if (LINK_ATTRIBUTES.has(name)) content.links.push({ url: value, text: null, kind: linkKind(value), ...at });
    if (name === "src" && /^(img|Image|Frame)$/.test(node.name ?? ""))
      content.images.push({ url: value, alt: null, ...at });
  }
}

function addImports(content: Content, code: string, startLine: number): void {
  for (const match of code.matchAll(/\bfrom\s*["']([^"']+)["']|^\s*import\s*["']([^"']+)["']/gm)) {
    const from = match[1] ?? match[2];
    if (from) content.imports.push({ from, line: startLine + code.slice(0, match.index).split("\n").length - 1 });
  }
}
