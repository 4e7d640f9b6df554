import type { IndexedPage } from "../../page/indexed-page.ts";
import { type AnalyzedPage, analyzePage, newKnownWords } from "./analyze-page.ts";
import { createVocabulary, type Vocabulary } from "./vocabulary.ts";

/**
 * Raised whenever the same page has other words than before: what was stored earlier is then not used. Below 256, so that a machine
 * of the other byte order reads another number.
 */
export const WORDS_FORMAT = 1;

const NARROW = 2;
const WIDE = 4;
const MAX_NARROW = 0xffff;
/** Format, bytes of a number, and how many numbers follow; the terms stand behind these. */
const HEAD = 8;
const SEPARATOR = "\n";
const SEPARATOR_BYTE = 10;

/** Finds the words of a page, packed so that they can be stored with it. */
type WordPacker = (page: IndexedPage) => Promise<Uint8Array>;

/** Packs the words of one page after another; what the pages of a site have in common is read once. */
export function createWordPacker(): WordPacker {
  const vocabulary = createVocabulary();
  const known = newKnownWords();
  return async (page) => pack(await analyzePage(page, { vocabulary, known, pause: () => undefined }), vocabulary);
}

/** The terms of the page, each once, and for each of its texts how many terms it has and which. */
function pack(page: AnalyzedPage, vocabulary: Vocabulary): Uint8Array {
  const places = new Map<number, number>();
  const terms: string[] = [];
  const numbers: number[] = [];
  const add = (ids: Uint32Array) => {
    numbers.push(ids.length);
    for (const id of ids) {
      const place = places.get(id) ?? terms.push(vocabulary.termAt(id)) - 1;
      places.set(id, place);
      numbers.push(place);
    }
  };
  for (const field of [page.title, page.description, page.path, page.keywords, page.headings]) add(field);
  numbers.push(page.chunks.length);
  for (const { headings, nearest, body } of page.chunks) {
    numbers.push(nearest);
    add(headings);
    add(body);
  }
  numbers.push(page.links.length);
  for (const { terms } of page.links) add(terms);
  const isWide = numbers.some((number) => number > MAX_NARROW);
  const packed = isWide ? Uint32Array.from(numbers) : Uint16Array.from(numbers);
  const head = new Uint8Array(HEAD);
  new Uint16Array(head.buffer, 0, 2).set([WORDS_FORMAT, isWide ? WIDE : NARROW]);
  new Uint32Array(head.buffer, 4, 1).set([numbers.length]);
  return Buffer.concat([head, new Uint8Array(packed.buffer), Buffer.from(terms.join(SEPARATOR))]);
}

/**
 * The words of a page as they were packed, with the numbers of a vocabulary.
 *
 * @returns null when they were packed in another format, or are not those of this page
 */
export function unpackWords(packed: Uint8Array, page: IndexedPage, vocabulary: Vocabulary): AnalyzedPage | null {
  // A copy: numbers are read in place only where they begin at a multiple of their size.
  const bytes = new Uint8Array(packed);
  if (bytes.length < HEAD) return null;
  const [format, width] = new Uint16Array(bytes.buffer, 0, 2);
  const [count = 0] = new Uint32Array(bytes.buffer, 4, 1);
  if (format !== WORDS_FORMAT || (width !== NARROW && width !== WIDE)) return null;
  const end = HEAD + count * width;
  if (end > bytes.length) return null;
  const numbers =
    width === WIDE ? new Uint32Array(bytes.buffer, HEAD, count) : new Uint16Array(bytes.buffer, HEAD, count);
  return readNumbers(numbers, readTerms(bytes, end, vocabulary), page);
}

function readTerms(bytes: Uint8Array, start: number, vocabulary: Vocabulary): number[] {
  const ids: number[] = [];
  for (let from = start, to = start; from < bytes.length; to += 1) {
    if (to < bytes.length && bytes[to] !== SEPARATOR_BYTE) continue;
    ids.push(vocabulary.idOfBytes(bytes, from, to));
    from = to + 1;
  }
  return ids;
}

function readNumbers(
  numbers: Uint16Array | Uint32Array,
  ids: readonly number[],
  page: IndexedPage,
): AnalyzedPage | null {
  let at = 0;
  // One array for all texts of the page: a site has tens of thousands, and memory of its own for each costs more than what it holds.
  const all = new Uint32Array(numbers.length);
  let used = 0;
  const readNumber = () => numbers[at++] ?? 0;
  const read = (): Uint32Array => {
    const length = Math.min(readNumber(), numbers.length - at);
    const from = used;
    // By number: this runs for every word of a site.
    for (const end = at + length; at < end; at += 1, used += 1) all[used] = ids[numbers[at] as number] as number;
    return all.subarray(from, used);
  };
  const fields = { title: read(), description: read(), path: read(), keywords: read(), headings: read() };
  if (readNumber() !== page.chunks.length) return null;
  const chunks = page.chunks.map(() => {
    const nearest = readNumber();
    return { nearest, headings: read(), body: read() };
  });
  if (readNumber() !== page.links.length) return null;
  const links = page.links.map(({ file }) => ({ file, terms: read() }));
  return at === numbers.length ? { ...fields, chunks, links } : null;
}
