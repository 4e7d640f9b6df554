import { trimEndOf } from "@docsteward/platform/cut-text";
import { frontmatterEnd } from "@docsteward/text/markdown/frontmatter";
import { maskCode } from "@docsteward/text/markdown/mask-code";
import GithubSlugger from "github-slugger";

/** A Markdown heading. `start` and `end` are offsets of its line in the text. */
export type Heading = { depth: number; text: string; slug: string; start: number; end: number };

/** The headings of a page (`## Like this`) with the anchors that sites give them. An explicit `{#id}` wins. */
export function listHeadings(text: string): Heading[] {
  const begin = frontmatterEnd(text);
  const masked = maskCode(text);
  const slugger = new GithubSlugger();
  const headings: Heading[] = [];
  for (const match of masked.matchAll(/^ {0,3}(#{1,6})[ \t][^\r\n]*/gm)) {
    if (match.index < begin) continue;
    const end = match.index + match[0].length;
    // From the text itself: the words of a heading may be inline code.
    const raw = withoutClosing(text.slice(match.index, end).replace(/^ *#+[ \t]+/, "")).trimEnd();
    const id = /\\?[{[]#([\w-]+)\\?[}\]]$/.exec(raw);
    const words = toPlainText(id ? raw.slice(0, id.index) : raw);
    headings.push({
      depth: match[1]?.length ?? 1,
      text: words,
      slug: id?.[1] ?? slugger.slug(words),
      start: match.index,
      end,
    });
  }
  return headings;
}

/** Which anchors of a page changed with its text: old ones to new ones, by the order of the headings. */
export function changedAnchors(before: string, after: string): Map<string, string> {
  const [old, now] = [listHeadings(before), listHeadings(after)];
  if (old.length !== now.length) return new Map();
  const pairs = old.map((heading, index) => [heading.slug, now[index]?.slug ?? heading.slug] as const);
  return new Map(pairs.filter(([from, to]) => from !== to));
}

/** A heading without the signs that close it: `Like this ##`. */
function withoutClosing(heading: string): string {
  const whole = trimEndOf(heading, " \t");
  const words = trimEndOf(whole, "#");
  return words.length < whole.length && /[ \t]/.test(words.at(-1) ?? "") ? words : heading;
}

function toPlainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g, "$1")
    .replace(/<\/?[A-Za-z][^<>]*>/g, "")
    .replace(/(?<![\p{L}\p{N}])[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?![\p{L}\p{N}])|`/gu, "")
    .trim();
}
