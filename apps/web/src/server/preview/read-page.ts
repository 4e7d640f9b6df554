import type { Root } from "mdast";
import remarkGfm from "remark-gfm";
import remarkMdx from "remark-mdx";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { isTangled } from "./is-tangled.ts";

const markdown = unified().use(remarkParse).use(remarkGfm).freeze();
const mdx = unified().use(remarkParse).use(remarkGfm).use(remarkMdx).freeze();

const FRONT_MATTER = /^\uFEFF?---[^\S\n]*\r?\n([\s\S]*?)\r?\n---[^\S\n]*(?:\r?\n|$)/;
const MAX_SHOWN = 50_000;

export type ReadPage = { title: string | null; root: Root; problem: string | null };

/** Reads a page's Markdown or MDX for people to look at: nothing is thrown, and no code of the page is run. */
export function readPage(path: string, text: string): ReadPage {
  const matter = FRONT_MATTER.exec(text);
  const title = matter ? readTitle(matter[1] ?? "") : null;
  const body = matter ? text.slice(matter[0].length) : text;
  if (isTangled(body)) {
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
