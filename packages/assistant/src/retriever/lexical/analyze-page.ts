import { isContentWord, isEnglish } from "@docsteward/text/lexical/stop-words";
import { forEachWord, splitWord, stemEnglish } from "@docsteward/text/lexical/tokenize";
import { stripMarkdown } from "@docsteward/text/markdown/strip-markdown";
import type { IndexedPage } from "../../page/indexed-page.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Term ids of one passage: of its headings and of its body. */
export type AnalyzedChunk = {
  headings: Uint32Array;
  /** Where in `headings` those of the nearest one begin. */
  nearest: number;
  body: Uint32Array;
};

/** The terms of a page in their order, by number. */
export type AnalyzedPage = {
  title: Uint32Array;
  description: Uint32Array;
  path: Uint32Array;
  keywords: Uint32Array;
  /** Every heading once. */
  headings: Uint32Array;
  chunks: AnalyzedChunk[];
  links: { file: string; terms: Uint32Array }[];
};

/** The terms of words as they stand in texts, on pages that are stemmed and on those that are not. */
export type KnownWords = Record<"english" | "other", Map<string, readonly number[]>>;

/** While an index is built: the same words come again and again, and to split one takes longer than to look it up. */
export const newKnownWords = (): KnownWords => ({ english: new Map(), other: new Map() });

/**
 * Reads a page once for all states of the site in which it is the same. Words of English pages are stemmed.
 *
 * @param pause called between chunks: a page may have thousands
 */
export async function analyzePage(
  page: IndexedPage,
  { vocabulary, known, pause }: { vocabulary: Vocabulary; known: KnownWords; pause: () => Promise<void> | undefined },
): Promise<AnalyzedPage> {
  // Tells the language, and is then read as text: to strip it takes as long as to find its words.
  const beginning = beginningOf(page);
  const isEnglish = isEnglishPage(page, beginning);
  const stem = isEnglish ? stemEnglish : (word: string) => word;
  const termsOf = (raw: string, isShort: boolean) => {
    const terms: number[] = [];
    splitWord(raw, (word, isCompound) => {
      if (isCompound) terms.push(vocabulary.idOf(word));
      else if (isShort || isContentWord(word)) terms.push(vocabulary.idOf(stem(word)));
    });
    return terms;
  };
  const read = (text: string, isShort = false) => {
    const ids: number[] = [];
    const words = isShort ? new Map<string, readonly number[]>() : known[isEnglish ? "english" : "other"];
    forEachWord(text, (raw) => {
      let terms = words.get(raw);
      if (terms === undefined) {
        terms = termsOf(raw, isShort);
        words.set(raw, terms);
      }
      for (const term of terms) ids.push(term);
    });
    // Several times faster than `from`, which goes through an iterator.
    return new Uint32Array(ids);
  };
  const headings = new Set(page.chunks.flatMap((chunk) => chunk.headings));
  const trails = new Map<string, Uint32Array>();
  const readTrail = (trail: string[]) => {
    const text = trail.join("; ");
    const terms = trails.get(text) ?? read(text);
    trails.set(text, terms);
    return terms;
  };
  const chunks: AnalyzedChunk[] = [];
  for (const [at, { headings, text }] of page.chunks.entries()) {
    const above = readTrail(headings.slice(0, -1));
    const nearest = readTrail(headings.slice(-1));
    chunks.push({
      headings: joined(above, nearest),
      nearest: above.length,
      body: read(beginning[at] ?? stripMarkdown(text)),
    });
    await pause();
  }
  return inOneArray({
    // A page may be about a word that says nothing elsewhere: `if`, `with`, `this`.
    title: read(page.title, true),
    description: read(page.description ?? ""),
    path: read(pathWords(page.path)),
    keywords: read([...page.keywords, ...page.tags].join("; ")),
    headings: read([...headings].join("; ")),
    chunks,
    links: page.links.map(({ file, text }) => ({ file, terms: read(text) })),
  });
}

/** Puts the terms of a page into one array. A site has tens of thousands of texts: memory of its own for each takes more than its terms. */
function inOneArray({ chunks, links, ...fields }: AnalyzedPage): AnalyzedPage {
  const { title, description, path, keywords, headings } = fields;
  const texts = [title, description, path, keywords, headings, ...links.map(({ terms }) => terms)];
  for (const chunk of chunks) texts.push(chunk.headings, chunk.body);
  const all = new Uint32Array(texts.reduce((sum, { length }) => sum + length, 0));
  let used = 0;
  const move = (terms: Uint32Array) => {
    all.set(terms, used);
    used += terms.length;
    return all.subarray(used - terms.length, used);
  };
  return {
    title: move(title),
    description: move(description),
    path: move(path),
    keywords: move(keywords),
    headings: move(headings),
    chunks: chunks.map(({ nearest, headings, body }) => ({ nearest, headings: move(headings), body: move(body) })),
    links: links.map(({ file, terms }) => ({ file, terms: move(terms) })),
  };
}

function joined(first: Uint32Array, second: Uint32Array): Uint32Array {
  const both = new Uint32Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

const BEGINNING = 4;
const beginningOf = ({ chunks }: IndexedPage) => chunks.slice(0, BEGINNING).map(({ text }) => stripMarkdown(text));

/** Whether a page is English: as it says, else by its first sentences. */
export function isEnglishPage(page: IndexedPage, beginning?: readonly string[]): boolean {
  const { language, title, description } = page;
  if (language !== null) return /^en\b/.test(language);
  return isEnglish([title, description ?? "", ...(beginning ?? beginningOf(page))].join("\n"));
}

function pathWords(path: string): string {
  return path.replace(/[/_-]+/g, " ");
}
