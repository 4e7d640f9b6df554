import { exceedsParseBudget, PAGE_BUDGET } from "@docsteward/text/markdown/parse-budget";
import { collectContent } from "./content.ts";
import { findFenceFaults } from "./fence-faults.ts";
import { isUnended, unbalancedTags } from "./html.ts";
import { type Masks, maskSiteSyntax } from "./mask-site-syntax.ts";
import type { Page } from "./page.ts";
import { parseMarkdown, parseMdx } from "./parse-markdown.ts";
import { type Frontmatter, type PageProblem, readFrontmatter } from "./read-frontmatter.ts";
import { describe } from "./read-outline.ts";
import { readReferences } from "./read-references.ts";
import { type FenceParser, toSwallowing, toUnclosed, unclosedFences } from "./unclosed-fences.ts";

export const COMMENTS_IN_MDX = "HTML comments don't work in MDX. Write {/* … */}.";

/** How a site's generator reads its pages. */
export type ParseOptions = Masks & {
  /** Docusaurus reads `.md` as MDX too, unless its settings say otherwise. */
  isMarkdownMdx?: boolean;
  /** VitePress makes a Vue template of each page, so that its HTML must be closed as MDX has to be. */
  isVue?: boolean;
  /** Whether shortcodes of Hugo stand for addresses, and its version decides whether a key may stand twice. */
  isHugo?: boolean;
  /** Whether tabs and blocks that open have ids by their titles. */
  isGitbook?: boolean;
  /** Whether the parser of front matter takes the last of two equal keys. */
  takesLastKey?: boolean;
  /** Whether whatever line begins with three dashes ends front matter. */
  takesLongEnd?: boolean;
};

/**
 * Reads a page as data: Markdown for `.md`, strict MDX for `.mdx`. No code of the page is run.
 * Bare addresses and task lists stay text: they can be nothing but right.
 *
 * Whatever is wrong becomes one of `problems`, with the line of the file (from 1); nothing is thrown. A page that does not
 * parse still has its front matter and title, and no links, headings or images.
 */
export function parsePage(path: string, text: string, options: ParseOptions = {}): Page {
  const frontmatter = frontmatterOf(text, options);
  const format = formatOf(path, frontmatter.data, options);
  const problems: PageProblem[] = frontmatter.problem ? [frontmatter.problem] : [];
  const page: Page = { path, format, frontmatter, ...describe(frontmatter), ...EMPTY(), problems };
  if (exceedsParseBudget(frontmatter.body, PAGE_BUDGET)) {
    const message = "The page is too long or too deeply nested, so it was not checked. Split it into several pages.";
    problems.push({ rule: "unreadable", line: frontmatter.bodyLine, message });
    return page;
  }
  if (options.isHugo) page.references = readReferences(text);
  const masked = maskSiteSyntax(paddedBody(frontmatter), format, options);
  const isMdx = format === "mdx";
  const knowsHtml = !isMdx && !options.isMkdocs;
  // What these take for code in a tag of their own is blank there.
  const faults =
    options.isHugo || options.isJekyll
      ? findFenceFaults(masked.text, 1, isMdx, knowsHtml)
      : findFenceFaults(frontmatter.body, frontmatter.bodyLine, isMdx, knowsHtml);
  try {
    const root = isMdx ? parseMdx(masked.text) : parseMarkdown(masked.text);
    const {
      problems: own,
      html,
      ...content
    } = collectContent(root, masked, {
      isVue: options.isVue === true && format === "md",
      isGitbook: options.isGitbook === true,
    });
    Object.assign(page, content);
    const endsHtmlItself = options.isGitbook || options.isJekyll || options.isMkdocs;
    if (endsHtmlItself && html.some((piece) => isUnended(piece.html))) page.hasIncludes = true;
    const tags = options.isVue && format === "md" ? unbalancedTags(html) : [];
    const unclosed = unclosedFences(page.codeFences, masked.text, faults, fenceParserOf(options));
    for (const problem of [...own, ...tags, ...unclosed]) problems.push(problem);
  } catch (error) {
    problems.push(explainMdxError(error, text.split("\n")));
    // A fence that is gone is often why the rest does not parse.
    for (const problem of [...toSwallowing(faults), ...toUnclosed(faults.culprit ?? faults.open)])
      problems.push(problem);
  }
  return page;
}

function fenceParserOf({ isJekyll, isMkdocs }: ParseOptions): FenceParser {
  return isJekyll ? "kramdown" : isMkdocs ? "python" : "commonmark";
}

function frontmatterOf(text: string, { takesLastKey, takesLongEnd }: ParseOptions): Frontmatter {
  const frontmatter = readFrontmatter(text);
  const { problem } = frontmatter;
  if (problem?.isLongEnd && takesLongEnd) return { ...frontmatter, problem: null };
  return problem?.isKeyTwice && takesLastKey ? { ...frontmatter, problem: null } : frontmatter;
}

const EMPTY = () => ({
  headings: [],
  htmlHeadings: [],
  elementIds: [],
  componentTitles: [],
  terms: [],
  links: [],
  images: [],
  components: [],
  imports: [],
  undeclared: { components: [], names: [] },
  codeFences: [],
  references: [],
  hasIncludes: false,
});

function formatOf(path: string, data: Frontmatter["data"], { isMarkdownMdx }: ParseOptions): "md" | "mdx" {
  if (/\.mdx$/i.test(path)) return "mdx";
  const own = (data.mdx as { format?: unknown } | null | undefined)?.format;
  return isMarkdownMdx && own !== "md" && own !== "detect" ? "mdx" : "md";
}

/** The body on the lines where it stands in the file, so that every position is a position in the file. */
function paddedBody({ body, bodyLine }: Frontmatter): string {
  return "\n".repeat(bodyLine - 1) + body;
}

type MdxError = { reason?: unknown; ruleId?: unknown; line?: unknown; place?: unknown; cause?: unknown };

/** A parser's words may hold as much of the page as it could not read. */
const MAX_CAUSE = 500;

/** Turns what the MDX parser throws into a problem whose sentence says what to do, at the line where it stands. */
function explainMdxError(error: unknown, lines: string[]): PageProblem {
  if (error instanceof RangeError)
    return {
      rule: "unreadable",
      line: 1,
      message: "The page is nested too deeply, so it was not checked. Flatten it.",
    };
  const { reason, ruleId, line, place } = (error ?? {}) as MdxError;
  const text = typeof reason === "string" ? reason : "The page does not parse as MDX";
  const at = typeof line === "number" ? line : (lineOf(place) ?? lineIn(text) ?? 1);
  const known = Math.min(Math.max(at, 1), lines.length);
  const start = text.startsWith("Could not parse import/exports") ? moduleStart(lines, known) : known;
  const column = start === at ? (columnOf(error) ?? columnIn(text) ?? 1) : 1;
  return { rule: "mdx-syntax", line: start, column, message: sentence(text, ruleId, error) };
}

/** The parser reads on for as long as an import might go on, and gives up far below. */
function moduleStart(lines: string[], line: number): number {
  const start = lines.slice(0, line).findLastIndex((text) => /^(import|export)\b/.test(text));
  return start < 0 ? line : start + 1;
}

function lineOf(place: unknown): number | null {
  const point = place as { line?: unknown; start?: { line?: unknown } } | undefined;
  const line = point?.line ?? point?.start?.line;
  return typeof line === "number" ? line : null;
}

function columnOf(error: unknown): number | null {
  const { column, place } = (error ?? {}) as MdxError & { column?: unknown };
  const point = place as { column?: unknown; start?: { column?: unknown } } | undefined;
  const found = column ?? point?.column ?? point?.start?.column;
  return typeof found === "number" ? found : null;
}

function columnIn(text: string): number | null {
  const column = /\(\d+:(\d+)/.exec(text)?.[1];
  return column ? Number(column) : null;
}

/** Messages about a tag that is never closed name it as `(12:1-12:6)` and carry no place of their own. */
function lineIn(text: string): number | null {
  const line = /\((\d+):\d+/.exec(text)?.[1];
  return line ? Number(line) : null;
}

function sentence(text: string, ruleId: unknown, error: unknown): string {
  const opened = /^Expected a closing tag for `(<[^`]*>)`/.exec(text)?.[1];
  if (opened) return `${opened} is never closed. Add its closing tag, or make it self-closing.`;
  const crossed = /^Unexpected closing tag `(<[^`]*>)`, expected corresponding closing tag for `(<[^`]*>)`/.exec(text);
  if (crossed) return `${crossed[1]} closes while ${crossed[2]} is still open. Close ${crossed[2]} first.`;
  if (ruleId === "unexpected-closing-slash") return "This closing tag has no opening tag. Remove it.";
  if (ruleId === "unexpected-eof" && text.includes("{"))
    return "A { is never closed. Close it, or write \\{ for a literal brace.";
  if (ruleId === "unexpected-character" && text.includes("to create a comment")) return COMMENTS_IN_MDX;
  if (ruleId === "unexpected-character" && text.includes("to create a link"))
    return "URLs in < and > don't work in MDX. Write [text](url).";
  const before = /^Unexpected character `(.+?)` \(U\+[0-9A-F]+\) before name/.exec(text)?.[1];
  if (before) return `The < before "${before}" doesn't start a valid tag. Write \\< or &lt; for a literal <.`;
  if (text.startsWith("Could not parse expression"))
    return `The text between { and } isn't a JavaScript expression${causeOf(error)}. Correct it, or write \\{ for a literal brace.`;
  if (text.startsWith("Could not parse import/exports"))
    return `This import or export isn't valid JavaScript${causeOf(error)}.`;
  return `${text.slice(0, MAX_CAUSE).replace(/\s+/g, " ").replace(/\.$/, "")}.`;
}

function causeOf(error: unknown): string {
  const cause = (error as MdxError).cause;
  const message = cause instanceof Error ? cause.message.trimEnd() : "";
  const place = message.lastIndexOf("(");
  const said = /^\(\d+:\d+\)$/.test(message.slice(place)) ? message.slice(0, place).trimEnd() : message;
  return said === "" ? "" : ` (${said.slice(0, MAX_CAUSE)})`;
}
