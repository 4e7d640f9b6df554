import { splitSections } from "@docsteward/text/markdown/sections";
import { readFrontmatter } from "../page/read-frontmatter.ts";
import { describe } from "../page/read-outline.ts";
import { termsOf } from "./candidates.ts";

/** A piece of a page below one heading. */
export type Passage = {
  path: string;
  title: string;
  heading: string;
  text: string;
  /** In terms. */
  length: number;
  /** Its terms with their counts, those of heading, title and path counting for more. */
  terms: Map<string, number>;
  /** How often a term of the query is followed by the query's next one, by the first of the two; counted like the terms. */
  pairs: Map<string, number>;
};

const WEIGHT = { body: 1, heading: 3, title: 2.5, path: 1.5 };
const MAX_PASSAGE_CHARACTERS = 2_500;
/** The title is read again with each passage. */
const MAX_TITLE = 500;
/** Headings above are read again with each passage below them. */
const MAX_ABOVE = 500;
/** Shorter passages count as this long, or every stub would beat the page that explains. */
const MIN_LENGTH = 30;

/**
 * Cuts a page at its headings, and long sections between paragraphs, and counts the terms of each piece.
 *
 * @param next the query's next term, for each of its terms
 */
export function passagesOf(
  { path, text }: { path: string; text: string },
  next: ReadonlyMap<string, string>,
): Passage[] {
  const passages: Passage[] = [];
  const frontmatter = readFrontmatter(text);
  const { title, description } = describe(frontmatter);
  const shown = (title ?? path).slice(0, MAX_TITLE);
  const add = (heading: string, body: string, above = "") =>
    passages.push(passage({ path, title: shown, heading: heading || shown, text: body, above, next }));
  if (description) add(shown, description);
  let above = "";
  for (const { heading, text: body } of splitSections(frontmatter.body)) {
    // A heading with nothing but further headings below it is described by the first of them.
    if (body.trim() === "") above = `${above} ${heading}`.slice(-MAX_ABOVE);
    else {
      for (const piece of pieces(body)) add(heading, piece, above);
      above = "";
    }
  }
  if (above !== "" || passages.length === 0) add(above.trim(), "");
  return passages;
}

type Piece = Pick<Passage, "path" | "title" | "heading" | "text"> & {
  above: string;
  next: ReadonlyMap<string, string>;
};

function passage({ path, title, heading, text, above, next }: Piece): Passage {
  const body = termsOf(text);
  const fields = {
    body,
    heading: termsOf(`${above} ${heading}`),
    title: termsOf(title),
    path: termsOf(path.replace(/\.mdx?$/i, "")),
  };
  const [terms, pairs] = [new Map<string, number>(), new Map<string, number>()];
  for (const [field, words] of Object.entries(fields) as [keyof typeof WEIGHT, string[]][])
    for (const [index, word] of words.entries()) {
      terms.set(word, (terms.get(word) ?? 0) + WEIGHT[field]);
      const second = next.get(word);
      if (second !== undefined && (words[index + 1] === second || words[index + 2] === second))
        pairs.set(word, (pairs.get(word) ?? 0) + WEIGHT[field]);
    }
  return { path, title, heading, text, length: Math.max(body.length, MIN_LENGTH), terms, pairs };
}

function pieces(text: string): string[] {
  const found: string[] = [""];
  for (const paragraph of text.split(/\n\s*\n/)) {
    const last = found[found.length - 1] ?? "";
    if (last !== "" && last.length + paragraph.length > MAX_PASSAGE_CHARACTERS) found.push(paragraph);
    else found[found.length - 1] = last === "" ? paragraph : `${last}\n\n${paragraph}`;
  }
  return found;
}
