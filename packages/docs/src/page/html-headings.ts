import { decodeReferences } from "@docsteward/text/markdown/character-references";
import { stripInlineMarkdown } from "@docsteward/text/markdown/sections";
import type { HtmlHeading } from "./page.ts";

const TAG_OF_HEADING = /<h[1-6](?=[\s>])/gi;
const TAG = /<[^<>]{0,500}>/g;
/** An attribute by which Python-Markdown (`md_in_html`) and kramdown read Markdown in an element. */
const MARKED = /\smarkdown[\s=>]/i;
const LINE = /^[ \t]{0,9}#{1,6}[ \t]+(\S.*)$/;
const MAX_HEADINGS = 200;
const MAX_TEXT = 1_000;

/** The headings in a piece of HTML: tags, and lines of Markdown in an element that is marked for it. The piece begins on `start`. */
export function headingsInHtml(html: string, start: number): HtmlHeading[] {
  const found: HtmlHeading[] = [];
  for (const { index } of html.matchAll(TAG_OF_HEADING)) {
    if (found.length >= MAX_HEADINGS) break;
    const rest = html.slice(index, index + MAX_TEXT);
    const end = rest.search(/<\/h[1-6]/i);
    if (end < 0) continue;
    const text = decodeReferences(rest.slice(0, end).replace(TAG, "")).replace(/\s+/g, " ").trim();
    const line = start + html.slice(0, index).split("\n").length - 1;
    if (text !== "") found.push({ text, line, isMarkdown: false });
  }
  if (!MARKED.test(html)) return found;
  for (const [at, line] of html.split("\n").entries()) {
    const [, written] = LINE.exec(line.slice(0, MAX_TEXT).trimEnd()) ?? [];
    if (written === undefined || found.length >= MAX_HEADINGS) continue;
    found.push({ text: stripInlineMarkdown(written.replace(TAG, "")).trim(), line: start + at, isMarkdown: true });
  }
  return found;
}
