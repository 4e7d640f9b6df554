import { stemmer } from "stemmer";

/** A word, or one identifier with all that joins its parts: `vite.config.ts`, `--no-verify`, `ERR_BAD_REQUEST`, `node:fs`. */
const WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_$]|[.@:/\\-](?=[\p{L}\p{N}_$]))*(?:\+\+|#(?![\p{L}\p{N}]))?/gu;
/** Letters of scripts that put no spaces between words. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]/u;
const UNSPACED_RUN = new RegExp(`${UNSPACED.source}+`, "gu");
const VERSION = /^v?(\d+(?:\.\d+)+)((?:-[\p{L}\p{N}.]+)?)$/iu;
const MAX_LENGTH = 64;
/** A path of more parts is found by its parts. */
const MAX_JOINED_PARTS = 5;

/** Takes one token in lower case; `isCompound` for an identifier of several parts, which follow it. */
export type OnToken = (word: string, isCompound: boolean) => void;

/**
 * Splits a plain text into tokens, in order. An identifier comes first as a whole, without what joins its parts, and then by its
 * parts: so `maxAge`, `max_age`, `max-age` and "max age" find each other. Scripts without spaces come as pairs of letters.
 */
export function tokenize(text: string, onToken: OnToken): void {
  forEachWord(text, (word) => splitWord(word, onToken));
}

/** Takes the words and identifiers of a text as they stand there, in order. */
export function forEachWord(text: string, take: (word: string) => void): void {
  // A site has millions of words: `matchAll` would make two objects for each.
  for (const word of foldDiacritics(text).match(WORD) ?? []) take(word);
}

/** Takes the words and identifiers of a text with their place in it. Scripts without spaces come as pairs of letters. */
export function forEachPlacedWord(text: string, take: (word: string, start: number, end: number) => void): void {
  for (const { 0: raw, index } of text.matchAll(WORD)) {
    let from = 0;
    for (const run of raw.matchAll(UNSPACED_RUN)) {
      if (run.index > from) take(foldDiacritics(raw.slice(from, run.index)), index + from, index + run.index);
      from = run.index + run[0].length;
      placePairs(run[0], index + run.index, take);
    }
    if (from < raw.length) take(foldDiacritics(raw.slice(from)), index + from, index + raw.length);
  }
}

function placePairs(run: string, start: number, take: (word: string, start: number, end: number) => void): void {
  const letters = [...run];
  if (letters.length === 1) take(run, start, start + run.length);
  let at = start;
  for (const [place, letter] of letters.entries()) {
    const next = letters[place + 1];
    if (next !== undefined) take(letter + next, at, at + letter.length + next.length);
    at += letter.length;
  }
}

/** The tokens of one word or identifier. */
export function splitWord(word: string, onToken: OnToken): void {
  if (/^[A-Z]?[a-z]+$/.test(word)) onToken(truncate(word.toLowerCase()), false);
  else if (UNSPACED.test(word)) pairsOf(word, onToken);
  else partsOf(word, onToken);
}

function partsOf(raw: string, onToken: OnToken): void {
  const version = VERSION.exec(raw);
  if (version?.[1]) {
    versionsOf(version[1], version[2] ?? "", onToken);
    return;
  }
  const parts = splitName(raw);
  if (parts.length > 1 && parts.length <= MAX_JOINED_PARTS) onToken(truncate(parts.join("").toLowerCase()), true);
  for (const part of parts) onToken(truncate(part.toLowerCase()), false);
}

/** The parts of an identifier, in their own case: those of `maxAge`, `max_age` and `max-age` are the same two. */
export function splitName(name: string): string[] {
  return name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(/[\s_.$@:/\\-]+/)
    .filter((part) => part !== "");
}

/** `1.20.3` is also found by `1.20`. */
function versionsOf(version: string, suffix: string, onToken: OnToken): void {
  onToken(truncate(version + suffix.toLowerCase()), true);
  if (suffix !== "") onToken(truncate(version), true);
  const minor = /^\d+\.\d+(?=\.)/.exec(version)?.[0];
  if (minor) onToken(minor, true);
}

function pairsOf(raw: string, onToken: OnToken): void {
  let end = 0;
  for (const match of raw.matchAll(UNSPACED_RUN)) {
    if (match.index > end) partsOf(raw.slice(end, match.index), onToken);
    end = match.index + match[0].length;
    const letters = [...match[0]];
    if (letters.length === 1) onToken(match[0], false);
    for (let at = 0; at + 1 < letters.length; at += 1) onToken(`${letters[at]}${letters[at + 1]}`, false);
  }
  if (end < raw.length) partsOf(raw.slice(end), onToken);
}

function truncate(word: string): string {
  return word.length > MAX_LENGTH ? word.slice(0, MAX_LENGTH) : word;
}

/** One form of every letter, without accents. Case stays, because it separates the parts of an identifier. */
function foldDiacritics(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: most texts are ASCII and need nothing else
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]+/g, "")
    .normalize("NFC");
}

const MAX_KNOWN = 100_000;
const known = new Map<string, string>();

/** The stem of an English word in lower case (Porter 1980); anything else is returned unchanged. */
export function stemEnglish(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  const stem = known.get(word) ?? stemmer(word);
  if (known.size < MAX_KNOWN) known.set(word, stem);
  return stem;
}
