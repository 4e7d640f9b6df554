import { findFrontmatter } from "@docsteward/text/markdown/frontmatter";
import { exceedsParseBudget, PREVIEW_BUDGET } from "@docsteward/text/markdown/parse-budget";
import type { Root } from "mdast";
import remarkGfm from "remark-gfm";
import remarkMdx from "remark-mdx";
import remarkParse from "remark-parse";
import { unified } from "unified";
import type { Preview, PreviewNode } from "./preview.ts";
import { toPreviewNodes } from "./preview-nodes.ts";

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
