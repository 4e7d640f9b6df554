import type { Root } from "mdast";
import remarkMdx from "remark-mdx";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { collectContent } from "./page/collect-content.ts";
import { explainMdxError } from "./page/explain-mdx-error.ts";
import { isTooTangled } from "./page/is-too-tangled.ts";
import { type Masks, maskSiteMarks } from "./page/mask-site-marks.ts";
import type { Page } from "./page/page.ts";
import { type Frontmatter, type PageProblem, readFrontmatter } from "./page/read-frontmatter.ts";
import { describe } from "./page/read-outline.ts";
import { remarkTables } from "./page/remark-tables.ts";
import { unbalancedTags } from "./page/unbalanced-tags.ts";

const markdown = unified().use(remarkParse).use(remarkTables).freeze();
const mdx = unified().use(remarkParse).use(remarkTables).use(remarkMdx).freeze();

export type ParseOptions = Masks & {
  /** Docusaurus reads `.md` as MDX too, unless it is told not to. */
  isMarkdownMdx?: boolean;
  /** VitePress makes a Vue template of each page, so that its HTML must be closed as MDX has to be. */
  isVue?: boolean;
};

/**
 * Reads a page as data: Markdown for `.md`, strict MDX for `.mdx`. No code of the page is run.
 * Bare addresses and task lists stay text: they can be nothing but right.
 *
 * Whatever is wrong becomes one of `problems`, with the line of the file (from 1); nothing is thrown. A page that does not
 * parse still has its front matter and title, and no links, headings or images.
 */
export function parsePage(path: string, text: string, options: ParseOptions = {}): Page {
  const frontmatter = readFrontmatter(text);
  const format = formatOf(path, frontmatter.data, options);
  const problems: PageProblem[] = frontmatter.problem ? [frontmatter.problem] : [];
  const page: Page = { path, format, frontmatter, ...describe(frontmatter), ...EMPTY(), problems };
  if (isTooTangled(frontmatter.body)) {
    const message = "The page is too long or too deeply nested. Split it into several pages.";
    problems.push({ rule: "unreadable", line: frontmatter.bodyLine, message });
    return page;
  }
  const masked = maskSiteMarks(paddedBody(frontmatter), format, options);
  try {
    const root: Root = (format === "mdx" ? mdx : markdown).parse(masked.text);
    const { problems: own, html, ...content } = collectContent(root, masked);
    Object.assign(page, content);
    const tags = options.isVue && format === "md" ? unbalancedTags(html) : [];
    for (const problem of [...own, ...tags, ...unclosedFences(page, masked.text)]) problems.push(problem);
  } catch (error) {
    problems.push(explainMdxError(error, text.split("\n")));
  }
  return page;
}

const EMPTY = () => ({
  headings: [],
  elementIds: [],
  componentTitles: [],
  links: [],
  images: [],
  components: [],
  imports: [],
  undeclared: { components: [], names: [] },
  codeFences: [],
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

function endsWithMark(line: string, mark: string): boolean {
  const text = line.trimEnd();
  let start = text.length;
  while (start > 0 && text[start - 1] === mark[0]) start -= 1;
  return text.length - start >= mark.length;
}

function unclosedFences(page: Page, text: string): PageProblem[] {
  const lines = text.split("\n");
  return page.codeFences.flatMap(({ line, lines: count }) => {
    const mark = /(`{3,}|~{3,})/.exec(lines[line - 1] ?? "")?.[1];
    const last = lines[line + count - 2] ?? "";
    const isClosed = mark !== undefined && count > 1 && endsWithMark(last, mark);
    const message = "A code block opens here and is never closed. Add its closing fence.";
    return mark === undefined || isClosed ? [] : [{ rule: "unclosed-fence" as const, line, message }];
  });
}
