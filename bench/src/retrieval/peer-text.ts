import { STOP_WORDS } from "../../../packages/text/src/lexical/stop-words.ts";
import { stemEnglish } from "../../../packages/text/src/lexical/tokenize.ts";
import { stripMarkdown } from "../../../packages/text/src/markdown/strip-markdown.ts";
import type { CorpusPage } from "./corpus.ts";

/** A page as most search engines want it: fields of plain text. */
export type PlainPage = { path: string; title: string; headings: string; description: string; body: string };

/** What the peers are given: the same reading of Markdown as ours has. */
export function toPlainPage({ path, title, headings, description, body }: CorpusPage): PlainPage {
  return { path, title, headings: headings.join(" \n "), description: description ?? "", body: plainText(body) };
}

export function plainText(markdown: string): string {
  return stripMarkdown(markdown)
    .replace(/^(?:import|export)\s.+$/gm, " ")
    .replace(/[*_`>|#]{1,3}/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** The words of a question for engines that are asked for any of them, without those that say nothing. */
export function queryWords(query: string): string[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_.-]*/gu) ?? [];
  const telling = words.map((word) => word.replace(/[.-]+$/, "")).filter((word) => word.length > 1);
  return [...new Set(telling.filter((word) => !STOP_WORDS.has(word)))];
}

/** Stemming and stop words as ours has them, for engines that take a function. */
export function stemOrDrop(word: string): string | null {
  const lower = word.toLowerCase();
  return STOP_WORDS.has(lower) ? null : stemEnglish(lower);
}
