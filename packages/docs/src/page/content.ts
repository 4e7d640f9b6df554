// Longer than others: what a page holds is read node by node, in one pass over its tree.
import { decodeReferences } from "@docsteward/text/markdown/character-references";
import { createFenceReader } from "@docsteward/text/markdown/scanner";
import { stripInlineMarkdown } from "@docsteward/text/markdown/sections";
import type { Program } from "estree";
import GithubSlugger, { slug } from "github-slugger";
import type { Nodes, Root } from "mdast";
import { isInFormula } from "./formulas.ts";
import { type HtmlPiece, readHtml } from "./html.ts";
import { headingsInHtml } from "./html-headings.ts";
import { type MaskedText, VARIABLE_SIGN } from "./mask-site-syntax.ts";
import { type Import, type Link, linkKind, type NameUse, type Page, pathOf } from "./page.ts";
import { emptyCode, type PageCode, readCode } from "./read-code.ts";
import type { PageProblem } from "./read-frontmatter.ts";
import { textsOfTree, textWithNames } from "./text-of-tree.ts";

type JsxElement = Extract<Nodes, { type: "mdxJsxFlowElement" | "mdxJsxTextElement" }>;
type Attribute = JsxElement["attributes"][number];
type Content = Pick<
  Page,
  | "headings"
  | "htmlHeadings"
  | "elementIds"
  | "componentTitles"
  | "terms"
  | "links"
  | "images"
  | "components"
  | "imports"
  | "undeclared"
  | "codeFences"
  | "hasIncludes"
> & { problems: PageProblem[]; html: HtmlPiece[] };
type Collector = {
  content: Content;
  slugger: GithubSlugger;
  code: PageCode;
  masked: MaskedText;
  /** The links of definitions (`[label]: url`), with their labels. */
  definitions: Map<Page["links"][number], string>;
  /** The labels that a link or an image of the page names. */
  labels: Set<string>;
};

const TITLE_ATTRIBUTES = new Set(["title", "label", "name", "path", "query", "body", "header", "description"]);
/** Components whose title is only shown. */
const UNANCHORED = new Set(["Card", "Tooltip", "Icon", "Frame", "Image", "img", "a", "Link"]);
/** Tags whose `href` is no link for a reader. */
const UNLINKED = new Set(["use", "link", "image", "linearGradient"]);
const LINK_ATTRIBUTES = new Set(["href", "to"]);
const IMAGE_ATTRIBUTES = new Set(["src", "img", "image", "poster"]);
const IMAGE_ELEMENT = /^(img|Image|Frame|Zoom|ImageZoom)$/;
const MEDIA_ENDING = /\.(?:png|jpe?g|gif|svg|webp|avif|mp4|webm|mov|mp3)$/i;
/** What sites put in place of these lines when they are built. */
const INCLUDE = /^\s*-{1,2}8<-|^::include\{file=|^:::\s+(?:\w+(?:\.\w+)+|mkdocs-[\w-]+)\r?$/;
/** The same in prose alone: a code block that takes in code has no headings. */
const PROSE_INCLUDE = /\{\{#(?:include|playground)\b|\{%-?\s*include|\{\{[<%]\s*(?:include|readfile|md|snippet)\b/;
/** Directives of Sphinx that make headings and named places. */
const DIRECTIVE =
  /^\{(?:include|eval-rst|click|argparse|sphinx_argparse_cli|typer|glossary|program-output|auto[a-z]+|py:[a-z]+)\}/;

/** Reads headings, links, images, components, code and code blocks off a parsed page. */
export function collectContent(root: Root, masked: MaskedText, { isVue = false, isGitbook = false } = {}): Content {
  const content: Content = {
    headings: [],
    htmlHeadings: [],
    elementIds: [...masked.otherIds],
    componentTitles: [...masked.tabTitles, ...(isGitbook ? blockTitles(masked.text) : [])],
    terms: readTerms(masked.text),
    links: [],
    images: [],
    components: [],
    imports: [],
    undeclared: { components: [], names: [] },
    codeFences: [],
    hasIncludes: hasIncludes(masked.text, isVue),
    problems: [],
    html: [],
  };
  const into: Collector = {
    content,
    slugger: new GithubSlugger(),
    code: emptyCode(),
    masked,
    definitions: new Map(),
    labels: new Set(),
  };
  walkTree(root, (node) => collect(node, into));
  content.links = content.links.filter((link) => {
    const label = into.definitions.get(link);
    // No reader meets a definition that nothing uses.
    return label === undefined || into.labels.has(label);
  });
  if (content.codeFences.some(({ language }) => DIRECTIVE.test(language ?? ""))) content.hasIncludes = true;
  const { components, references, declared, imports } = into.code;
  const undeclared = (uses: NameUse[]) => firstUses(uses.filter(({ name }) => !declared.has(name)));
  content.components = [...new Set(components.map(({ name }) => name))].sort();
  content.undeclared = { components: undeclared(components), names: undeclared(references) };
  const scripts = isVue ? content.html.flatMap(readScriptImports) : [];
  content.imports = isVue ? [...imports, ...scripts, ...readVueIncludes(masked.text)] : imports;
  return content;
}

const TAB_TITLE = /\{%[ \t]{0,9}tab title="([^"\n]{1,200})"/g;
const MAX_BLOCKS = 1_000;
const MAX_TITLE = 500;

/** The titles of tabs and of blocks that open, which get ids in GitBook. */
function blockTitles(text: string): string[] {
  const tabs = [...text.matchAll(TAB_TITLE)].map(([, title = ""]) => title);
  const summaries = text
    .split("<summary>")
    .slice(1)
    .map((rest) => rest.slice(0, MAX_TITLE).split("</summary>", 1)[0] ?? "");
  return [...tabs, ...summaries].slice(0, MAX_BLOCKS).map((title) => title.replace(/<[^<>]{0,200}>/g, "").trim());
}

const MAX_TERMS = 1_000;
const DESCRIPTION = /^ {0,3}: /;

function readTerms(text: string): Content["terms"] {
  if (!text.includes(": ")) return [];
  const readFence = createFenceReader("any");
  const terms: Content["terms"] = [];
  let last = { text: "", line: 0 };
  for (const [index, line] of text.split("\n").entries()) {
    const isProse = readFence(line) === null;
    if (!isProse) last = { text: "", line: 0 };
    else if (DESCRIPTION.test(line)) {
      if (last.text !== "" && index + 1 - last.line <= 2 && terms.length < MAX_TERMS) terms.push(last);
      last = { text: "", line: 0 };
    } else if (line.trim() !== "") last = { text: stripInlineMarkdown(line).trim(), line: index + 1 };
  }
  return terms;
}

function hasIncludes(text: string, isVue: boolean): boolean {
  const readFence = createFenceReader("any");
  let before = "";
  if (text.includes(":::") && hasOpenBlock(text)) return true;
  return text.split("\n").some((line) => {
    const isProse = readFence(line) === null;
    // The name of a tag may stand on a line after its beginning.
    const own = before === "{%" ? `{% ${line.trimStart()}` : line;
    before = line.trim() || before;
    // Entries of a bibliography have ids.
    if (isProse && line.includes("{% bibliography")) return true;
    return isInclude(line, isVue) || (isProse && (PROSE_INCLUDE.test(own) || own.includes("{{#template ")));
  });
}

/** A line that mkdocstrings takes for a module (`::: package`), or that opens a block elsewhere, which a line of colons then ends. */
const BLOCK = /^:::\s+\w+\s*$/;

function hasOpenBlock(text: string): boolean {
  const readFence = createFenceReader("any");
  const lines = text.split("\n").filter((line) => readFence(line) === null);
  return lines.some((line) => BLOCK.test(line)) && !lines.some((line) => /^\s*:{3,}\s*$/.test(line));
}

/** Those of VitePress name a file, and are imports of the page. */
function isInclude(line: string, isVue: boolean): boolean {
  // Material for MkDocs lists the tags of all pages there.
  if (line.startsWith("[TAGS]") || line.includes("<!-- material/tags")) return true;
  const open = line.indexOf("{!");
  return (
    (open >= 0 && line.lastIndexOf("!}") >= open + 2) || (!isVue && line.includes("@include:")) || INCLUDE.test(line)
  );
}

function firstUses(uses: NameUse[]): NameUse[] {
  return [...new Map(uses.toReversed().map((use) => [use.name, use])).values()].reverse();
}

function collect(node: Nodes, into: Collector): void {
  const { content } = into;
  const { line = 1, column = 1, offset = 0 } = node.position?.start ?? {};
  // Sites write macros as comments: what a heading made of one is called only the build knows.
  if (node.type === "heading" && node.children.some((child) => child.type === "html" && child.value.startsWith("<!--")))
    content.hasIncludes = true;
  if (node.type === "heading") {
    const whole = textsOfTree(node, false);
    const { text } = whole;
    const bare = withoutComponents(node);
    const { plainText } = bare === node ? whole : textsOfTree(bare, false);
    addHeading(into, node.depth, text, line);
    const heading = content.headings.at(-1);
    const named = textWithNames(node);
    if (heading && named !== null) heading.namedText = named;
    if (heading && plainText !== text && plainText.trim() !== "") heading.plainText = plainText;
    const rawText = writtenText(into.masked.text.slice(offset, node.position?.end.offset ?? offset));
    if (heading && rawText !== text) heading.rawText = rawText;
    if (heading && (node.children.some(isMade) || SHORTCODE.test(text))) heading.isMade = true;
  }
  if (node.type === "link" || node.type === "definition") {
    if (node.type === "link" && isInFormula(into.masked.text, placeOf(node), node.url)) return;
    const text = node.type === "link" ? textsOfTree(node, true).text : null;
    const link: Link = { url: node.url, text, line, column, kind: linkKind(node.url) };
    if (isLeftAlone(into.masked.text, node.position?.end.offset)) link.isLeftAlone = true;
    content.links.push(link);
    if (node.type === "definition") into.definitions.set(link, node.identifier);
  } else if (node.type === "linkReference" || node.type === "imageReference") into.labels.add(node.identifier);
  else if (node.type === "image") content.images.push({ url: node.url, alt: node.alt ?? null, line, column });
  else if (node.type === "code" && /[`~]/.test(into.masked.text[offset] ?? "")) {
    const lines = (node.position?.end.line ?? line) - line + 1;
    content.codeFences.push({ language: node.lang ?? null, line, lines, text: node.value });
    // Code that is run writes what the page shows.
    if (EXECUTED.test(node.meta ?? "")) content.hasIncludes = true;
    for (const id of idsOfFence(node.lang, node.meta)) content.elementIds.push(id);
    // The text of a directive, as a note is, is Markdown.
    if (node.lang?.startsWith("{"))
      for (const { name, value } of readHtml(node.value))
        if (name === "id" || name === "name") content.elementIds.push(decodeReferences(value));
  } else if (node.type === "html") addHtml(content, node.value, { line, column });
  else if (node.type === "mdxjsEsm") addCode(into, node.data?.estree);
  else if (node.type === "mdxTextExpression" && isInAddress(into.masked.text, offset)) return;
  else if (node.type === "mdxFlowExpression" || node.type === "mdxTextExpression")
    addExpression(into, node.data?.estree, { line, column });
  else if (node.type === "mdxJsxFlowElement" || node.type === "mdxJsxTextElement") addElement(into, node);
}

/** A heading without its components, of whose text sites make a part of the id or not: `## Streaming <Badge>New</Badge>`. */
function withoutComponents(node: Extract<Nodes, { type: "heading" }>): Nodes {
  const isComponent = (child: Nodes) => child.type === "mdxJsxTextElement" && /^[A-Z]/.test(child.name ?? "");
  return node.children.some(isComponent)
    ? { ...node, children: node.children.filter((child) => !isComponent(child)) }
    : node;
}

function addHeading({ content, slugger, masked }: Collector, depth: number, text: string, line: number): void {
  const ownId = masked.headingIds.get(line);
  content.headings.push({ depth, text, slug: ownId ?? slugger.slug(text), hasOwnId: ownId !== undefined, line });
}

function placeOf({ position }: Nodes): { start: number; end: number } {
  return { start: position?.start.offset ?? 0, end: position?.end.offset ?? 0 };
}

const MAX_ADDRESS = 500;

/** Whether a place lies in a bare address, whose braces are a part of it for GitHub's Markdown: `https://api.example.com/{id}`. */
function isInAddress(text: string, offset: number): boolean {
  const before = text.slice(Math.max(0, offset - MAX_ADDRESS), offset);
  const start = Math.max(...[" ", "\t", "\n", "<"].map((sign) => before.lastIndexOf(sign)));
  return /(?:^|[^a-z])https?:\/\/\w/i.test(before.slice(start + 1));
}

const EXECUTED = /\bexec=["']?(?:on|true|yes|1)\b/;

type Start = { line: number; column: number };

const OWN_ID = /[\s{]#([A-Za-z][\w.:-]{0,100})/;
const NAMED_ID = /\bid="([^"\n]{1,100})"/;
const TITLE = /\btitle="([^"\n]{1,200})"/;

/** The ids that the first line of a code block gives: in braces, as Python-Markdown has it, or to a note of `mdbook-admonish`. */
function idsOfFence(language: string | null | undefined, meta: string | null | undefined): string[] {
  const info = `${language ?? ""} ${meta ?? ""}`;
  const ids: string[] = [];
  const own = info.startsWith("{") ? OWN_ID.exec(info)?.[1] : undefined;
  if (own !== undefined) ids.push(own);
  const named = NAMED_ID.exec(info)?.[1];
  if (named !== undefined) ids.push(named);
  if (language === "admonish") ids.push(`admonition-${slug(titleOfNote(meta ?? ""))}`);
  return ids;
}

/** A note without a title shows its kind; the title may stand behind the kind by itself. */
function titleOfNote(meta: string): string {
  const [before = "", quoted] = meta.split('"', 2);
  const kind = before.trim().split(/[\s.=]/, 1)[0] || "note";
  return TITLE.exec(meta)?.[1] ?? (quoted && !before.includes("=") ? quoted : kind);
}

/** An id that Vue makes out of data. */
const BOUND_ID = /^(?:v-bind)?:id$/;
const MAX_ATTRIBUTES = 200;

/** Whether attributes behind a link say that it leads out of the site, or to a file: `{target="_self"}`. */
function isLeftAlone(text: string, end: number | undefined): boolean {
  if (end === undefined || text[end] !== "{") return false;
  return /\b(?:target|download)\b/.test(text.slice(end, end + MAX_ATTRIBUTES).split("}", 1)[0] ?? "");
}

/** The line of a heading with its marks; of several lines the last one with text. */
function writtenText(source: string): string {
  const lines = source.split("\n");
  const last = lines.length > 1 ? (lines.at(-2) ?? "") : source;
  return last.replace(/^ {0,3}#{1,6}[ \t]/, "").trim();
}

/** A heading whose text Hugo takes from a template. */
const SHORTCODE = /^\s*\{\{%[^{}]*%\}\}\s*$/;

/** Whether a part of a heading is text that only the build knows: what Liquid or Jinja writes, or code of MDX. */
function isMade(part: Nodes): boolean {
  if (part.type === "text") return /\{\{(?![<%])/.test(part.value) || part.value.includes(VARIABLE_SIGN);
  if (part.type !== "mdxTextExpression") return false;
  const statement = part.data?.estree?.body[0];
  return (
    statement !== undefined && !(statement.type === "ExpressionStatement" && statement.expression.type === "Literal")
  );
}

function addHtml(content: Content, html: string, start: Start): void {
  content.html.push({ html, ...start });
  for (const heading of headingsInHtml(html, start.line)) content.htmlHeadings.push(heading);
  for (const { tag, name, value: written, line, column } of readHtml(html)) {
    const value = decodeReferences(written);
    const at = { line: start.line + line - 1, column: line === 1 ? start.column + column - 1 : column };
    if (name === "id" || name === "name") content.elementIds.push(value);
    else if (BOUND_ID.test(name)) content.hasIncludes = true;
    else if (name === "href" && tag === "a") addLink(content, value, at);
    else if (name === "src" && tag === "img") content.images.push({ url: value, alt: null, ...at });
  }
}

/** Browsers leave out blanks around an address. */
function addLink(content: Content, written: string, at: Start): void {
  const url = written.trim();
  content.links.push({ url, text: null, kind: linkKind(url), ...at });
}

function addCode({ code }: Collector, program: Program | null | undefined): void {
  if (program) readCode(program, code);
}

/** `{a, b}` is JavaScript, and shows only `b`, which no author means: its names are not looked at either. */
function addExpression(into: Collector, program: Program | null | undefined, start: Start): void {
  const statement = program?.body[0];
  if (statement?.type !== "ExpressionStatement" || statement.expression.type !== "SequenceExpression") {
    addCode(into, program);
    return;
  }
  const message = "MDX shows only the last item of a list between { and }. Write \\{ for a literal brace.";
  const line = statement.loc?.start.line ?? start.line;
  const column = line === start.line ? start.column : 1;
  into.content.problems.push({ rule: "mdx-expression", line, column, message });
}

function addElement(into: Collector, node: JsxElement): void {
  const { content, code } = into;
  const { line = 1, column = 1 } = node.position?.start ?? {};
  const tag = node.name ?? "";
  if (/^[A-Z]/.test(tag)) code.components.push({ name: tag.split(".", 1)[0] ?? tag, line, column });
  // Fumadocs and Mintlify put a file in place of these.
  const isPiece = tag === "Snippet" && node.attributes.some((one) => "name" in one && one.name === "file");
  if (tag === "include" || isPiece) content.hasIncludes = true;
  if (/^h[1-6]$/.test(tag)) addHeading(into, Number(tag[1]), textsOfTree(node, true).text, line);
  for (const attribute of node.attributes) {
    addCode(into, programOf(attribute));
    const value = textOf(attribute);
    if (attribute.type !== "mdxJsxAttribute" || value === null) continue;
    const { name, position } = attribute;
    const at = { line: position?.start.line ?? line, column: position?.start.column ?? column };
    if (name === "id" || name === "name") content.elementIds.push(value);
    // A component may write it in small letters.
    if (name === "id" && /^[A-Z]/.test(tag)) content.elementIds.push(value.toLowerCase());
    if (TITLE_ATTRIBUTES.has(name) && !UNANCHORED.has(tag)) content.componentTitles.push(value);
    if (LINK_ATTRIBUTES.has(name) && !UNLINKED.has(tag)) addLink(content, value, at);
    if (isImage(tag, name, value)) content.images.push({ url: value, alt: null, ...at });
  }
}

function isImage(tag: string, attribute: string, value: string): boolean {
  // A component of the site's own may look a plain name up in a folder of its own.
  const isOwn = /^[A-Z]/.test(tag) && !IMAGE_ELEMENT.test(tag);
  if (isOwn && attribute === "src" && !/^[./]|^[a-z]+:/i.test(value)) return false;
  return (
    IMAGE_ATTRIBUTES.has(attribute) &&
    ((attribute === "src" && IMAGE_ELEMENT.test(tag)) || MEDIA_ENDING.test(value) || MEDIA_ENDING.test(pathOf(value)))
  );
}

function programOf(attribute: Attribute): Program | null | undefined {
  if (attribute.type === "mdxJsxExpressionAttribute") return attribute.data?.estree;
  return typeof attribute.value === "object" ? attribute.value?.data?.estree : null;
}

/** The value of an attribute when it is a plain text: `href="/a"` or `href={"/a"}`. */
function textOf(attribute: Attribute): string | null {
  if (attribute.type === "mdxJsxAttribute" && typeof attribute.value === "string") return attribute.value;
  const statement = programOf(attribute)?.body[0];
  const expression = statement?.type === "ExpressionStatement" ? statement.expression : null;
  return expression?.type === "Literal" && typeof expression.value === "string" ? expression.value : null;
}

/** Visits every node in the order of the text. Without recursion, so that no nesting exhausts the stack. */
export function walkTree(root: Nodes, visit: (node: Nodes) => void): void {
  const stack: Nodes[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    visit(node);
    if ("children" in node)
      for (let at = node.children.length - 1; at >= 0; at--) stack.push(node.children[at] as Nodes);
  }
}

const COMMENT = "<!--";

/** The files that VitePress puts in place of lines: `<<< ./code.ts{2}` and `<!--@include: ./part.md-->`. */
function readVueIncludes(text: string): Import[] {
  const found: Import[] = [];
  const readFence = createFenceReader("any");
  for (const [index, line] of text.split("\n").entries()) {
    if (readFence(line) !== null) continue;
    const start = line.trimStart();
    const from = start.startsWith("<<<") ? start.slice(3) : includeOf(start);
    const path = from === null ? "" : fileName(from);
    if (path !== "") found.push({ from: path, line: index + 1, column: line.indexOf(path) + 1, isInclude: true });
  }
  return found;
}

function includeOf(line: string): string | null {
  if (!line.startsWith(COMMENT)) return null;
  const inside = line.slice(COMMENT.length).trimStart();
  const end = inside.indexOf("-->");
  return inside.startsWith("@include:") && end >= 0 ? inside.slice("@include:".length, end) : null;
}

/** The name before a region (`#part`), lines (`{1,3}`) or a title (`[title]`). */
function fileName(text: string): string {
  return text.trim().split(/[\s#{[]/, 1)[0] ?? "";
}

/**
 * The modules that a `<script>` of a page imports. A statement of several lines names its module on the last one. What a template
 * holds is text of an example, and types are gone before a module is looked for.
 */
function readScriptImports({ html, line: start }: HtmlPiece): Import[] {
  if (!/^\s*<script\b/i.test(html)) return [];
  let isInTemplate = false;
  let isType = false;
  return html.split("\n").flatMap((line, index): Import[] => {
    const text = line.trim();
    const isExample = isInTemplate;
    if (line.replaceAll("\\`", "").split("`").length % 2 === 0) isInTemplate = !isInTemplate;
    if (isExample) return [];
    if (text.startsWith("import ")) isType = text.startsWith("import type ");
    if (isType) return [];
    if (!text.startsWith("import ") && !(text.startsWith("}") && text.includes(" from "))) return [];
    const end = Math.max(line.lastIndexOf('"'), line.lastIndexOf("'"));
    const open = end < 0 ? -1 : line.lastIndexOf(line[end] ?? "", end - 1);
    return open < 0 ? [] : [{ from: line.slice(open + 1, end), line: start + index, column: open + 2 }];
  });
}
