import type { Root } from "mdast";
import remarkGfm from "remark-gfm";
import remarkMdx from "remark-mdx";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { collectContent } from "./page/collect-content.ts";
import { explainMdxError } from "./page/explain-mdx-error.ts";
import { isTooTangled } from "./page/is-too-tangled.ts";
import { maskHeadingIds } from "./page/mask-heading-ids.ts";
import type { Page } from "./page/page.ts";
import { type Frontmatter, type PageProblem, readFrontmatter } from "./page/read-frontmatter.ts";
import { describe } from "./page/read-outline.ts";

const markdown = unified().use(remarkParse).use(remarkGfm).freeze();
const mdx = unified().use(remarkParse).use(remarkGfm).use(remarkMdx).freeze();

export type ParseOptions = {
  /** Docusaurus takes HTML comments in MDX; everywhere else they are an error. */
  allowsHtmlComments?: boolean;
};

/**
 * Reads a page as data: Markdown for `.md`, strict MDX for `.mdx`. No code of the page is run.
 *
 * Whatever is wrong becomes one of `problems`, with the line of the file (from 1); nothing is thrown. A page that does not
 * parse still has its front matter and title, and no links, headings or images.
 */
export function parsePage(path: string, text: string, options: ParseOptions = {}): Page {
  const format = /\.mdx$/i.test(path) ? "mdx" : "md";
  const frontmatter = readFrontmatter(text);
  const problems: PageProblem[] = frontmatter.problem ? [frontmatter.problem] : [];
  const page: Page = { path, format, frontmatter, ...describe(frontmatter), ...EMPTY(), problems };
  if (isTooTangled(frontmatter.body)) {
    const message = "The page is too long or too deeply nested to be read; split it into pages.";
    problems.push({ rule: "unreadable", line: frontmatter.bodyLine, message });
    return page;
  }
  const masked = maskHeadingIds(paddedBody(frontmatter), format, options.allowsHtmlComments ?? false);
  try {
    const root: Root = (format === "mdx" ? mdx : markdown).parse(masked.text);
    Object.assign(page, collectContent(root, masked));
    problems.push(...unclosedFences(page, masked.text));
  } catch (error) {
    problems.push(explainMdxError(error, text.split("\n").length));
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
  codeFences: [],
  hasIncludes: false,
});

/** The body on the lines where it stands in the file, so that every position is a position in the file. */
function paddedBody({ body, bodyLine }: Frontmatter): string {
  return "\n".repeat(bodyLine - 1) + body;
}

function unclosedFences(page: Page, text: string): PageProblem[] {
  const lines = text.split("\n");
  return page.codeFences.flatMap(({ line, lines: count }) => {
    const mark = /(`{3,}|~{3,})/.exec(lines[line - 1] ?? "")?.[1];
    const last = lines[line + count - 2] ?? "";
    const isClosed = mark !== undefined && count > 1 && new RegExp(`${mark[0]}{${mark.length},}\\s*$`).test(last);
    const message = "A code block opens here and is never closed; add its closing fence.";
    return mark === undefined || isClosed ? [] : [{ rule: "unclosed-fence" as const, line, message }];
  });
}
