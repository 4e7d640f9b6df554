import { fold } from "./fold.ts";

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

/** Takes one word in its lower-case form; `isWhole` for an identifier of several parts, which follow it. */
export type TakeWord = (word: string, isWhole: boolean) => void;

/**
 * Names the words of a plain text in order. An identifier is named as a whole, without what joins its parts, and then by its
 * parts: so `maxAge`, `max_age`, `max-age` and "max age" find each other. Scripts without spaces are named by pairs of letters.
 */
export function wordsOf(text: string, take: TakeWord): void {
  for (const [raw] of fold(text).matchAll(WORD)) {
    if (/^[A-Z]?[a-z]+$/.test(raw)) take(cut(raw.toLowerCase()), false);
    else if (UNSPACED.test(raw)) pairsOf(raw, take);
    else partsOf(raw, take);
  }
}

function partsOf(raw: string, take: TakeWord): void {
  const version = VERSION.exec(raw);
  if (version?.[1]) {
    versionsOf(version[1], version[2] ?? "", take);
    return;
  }
  const parts = raw
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(/[\s_.$@:/\\-]+/)
    .filter((part) => part !== "");
  if (parts.length > 1 && parts.length <= MAX_JOINED_PARTS) take(cut(parts.join("").toLowerCase()), true);
  for (const part of parts) take(cut(part.toLowerCase()), false);
}

/** `1.20.3` is also found by `1.20`. */
function versionsOf(version: string, suffix: string, take: TakeWord): void {
  take(cut(version + suffix.toLowerCase()), true);
  if (suffix !== "") take(cut(version), true);
  const minor = /^\d+\.\d+(?=\.)/.exec(version)?.[0];
  if (minor) take(minor, true);
}

function pairsOf(raw: string, take: TakeWord): void {
  let end = 0;
  for (const match of raw.matchAll(UNSPACED_RUN)) {
    if (match.index > end) partsOf(raw.slice(end, match.index), take);
    end = match.index + match[0].length;
    const letters = [...match[0]];
    if (letters.length === 1) take(match[0], false);
    for (let at = 0; at + 1 < letters.length; at += 1) take(`${letters[at]}${letters[at + 1]}`, false);
  }
  if (end < raw.length) partsOf(raw.slice(end), take);
}

function cut(word: string): string {
  return word.length > MAX_LENGTH ? word.slice(0, MAX_LENGTH) : word;
}
