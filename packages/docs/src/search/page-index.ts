import { readFrontmatter } from "../page/read-frontmatter.ts";
import { describe } from "../page/read-outline.ts";
import { scanSections } from "../page/scan-sections.ts";
import { termsOf } from "./terms.ts";

export type Passage = { path: string; title: string; heading: string; text: string; length: number };

/** Passages of pages and the terms in them. Ids of passages are never used again; those of replaced pages are null. */
export type PageIndex = {
  passages: (Passage | null)[];
  /** For each term the passages that have it, with its weighted count. */
  postings: Map<string, Map<number, number>>;
  /** By path: the text that is indexed, and its passages. */
  pages: Map<string, { text: string; ids: number[] }>;
};

const WEIGHT = { body: 1, heading: 3, title: 2.5, path: 1.5 };
const MAX_PASSAGE_CHARACTERS = 2_500;
/** In terms; shorter passages count as this long, or every stub would beat the page that explains. */
const MIN_LENGTH = 30;

export function createPageIndex(): PageIndex {
  return { passages: [], postings: new Map(), pages: new Map() };
}

/** Brings an index up to date with the pages as they are now. Pages whose text is the same cost nothing. */
export function updatePageIndex(index: PageIndex, pages: { path: string; text: string }[]): void {
  const now = new Set(pages.map(({ path }) => path));
  for (const path of index.pages.keys()) if (!now.has(path)) dropPage(index, path);
  for (const { path, text } of pages) {
    if (index.pages.get(path)?.text === text) continue;
    dropPage(index, path);
    const first = index.passages.length;
    addPage(index, path, text);
    index.pages.set(path, { text, ids: index.passages.slice(first).map((_, offset) => first + offset) });
  }
}

function dropPage(index: PageIndex, path: string): void {
  for (const id of index.pages.get(path)?.ids ?? []) index.passages[id] = null;
  index.pages.delete(path);
}

function addPage(index: PageIndex, path: string, text: string): void {
  const frontmatter = readFrontmatter(text);
  const { title, description } = describe(frontmatter);
  const shown = title ?? path;
  const add = (heading: string, body: string, above = "") =>
    addPassage(index, { path, title: shown, heading: heading || shown, text: body }, above);
  if (description) add(shown, description);
  let above = "";
  for (const { heading, text: body } of scanSections(frontmatter.body)) {
    // A heading with nothing but further headings below it is told by the first of them.
    if (body.trim() === "") above = `${above} ${heading}`;
    else {
      for (const piece of pieces(body)) add(heading, piece, above);
      above = "";
    }
  }
  if (above !== "") add(above.trim(), "");
}

function addPassage(index: PageIndex, passage: Omit<Passage, "length">, above: string): void {
  const id = index.passages.length;
  const { path, title, heading, text } = passage;
  const body = termsOf(text);
  index.passages.push({ ...passage, length: Math.max(body.length, MIN_LENGTH) });
  const fields = {
    body,
    heading: termsOf(`${above} ${heading}`),
    title: termsOf(title),
    path: termsOf(path.replace(/\.mdx?$/i, "")),
  };
  for (const [field, terms] of Object.entries(fields) as [keyof typeof WEIGHT, string[]][]) {
    for (const term of terms) {
      const counts = index.postings.get(term) ?? new Map<number, number>();
      counts.set(id, (counts.get(id) ?? 0) + WEIGHT[field]);
      index.postings.set(term, counts);
    }
  }
}

/** Cuts a long section between paragraphs. */
function pieces(text: string): string[] {
  const found: string[] = [""];
  for (const paragraph of text.split(/\n\s*\n/)) {
    const last = found[found.length - 1] ?? "";
    if (last !== "" && last.length + paragraph.length > MAX_PASSAGE_CHARACTERS) found.push(paragraph);
    else found[found.length - 1] = last === "" ? paragraph : `${last}\n\n${paragraph}`;
  }
  return found;
}
