/** How a name is written where it occurs. */
export type NameShape = "flag" | "constant" | "compound" | "word";

/** A name in a text: an option, a key, an identifier. */
export type FoundName = {
  /** The same for every spelling: `--no-cache`, `noCache`, `no_cache` and `NO_CACHE` are `no-cache`. */
  key: string;
  /** In its written form, with the dashes of a flag. */
  written: string;
  shape: NameShape;
  start: number;
  end: number;
};

const MAX_NAME = 80;
const MIN_NAME = 2;

const KIND = { other: 0, lower: 1, upper: 2, digit: 3, underscore: 4 } as const;
const CLASSES = new Uint8Array(128);
for (let code = 97; code <= 122; code += 1) CLASSES[code] = KIND.lower;
for (let code = 65; code <= 90; code += 1) CLASSES[code] = KIND.upper;
for (let code = 48; code <= 57; code += 1) CLASSES[code] = KIND.digit;
CLASSES[95] = KIND.underscore;

const classAt = (text: string, at: number): number => CLASSES[text.charCodeAt(at)] ?? 0;
const DASH = 45;

/**
 * Reads the names in a line of any programming language, or of a page, in one pass. Names that are joined by dashes are one name;
 * those joined by dots and slashes are several.
 */
export function readNames(text: string, onName: (name: FoundName) => void): void {
  const length = text.length;
  let at = 0;
  while (at < length) {
    const first = classAt(text, at);
    if (first === KIND.other) {
      at += 1;
      continue;
    }
    const start = at;
    let dashes = 0;
    while (at < length) {
      if (classAt(text, at) !== KIND.other) at += 1;
      else if (text.charCodeAt(at) === DASH && at + 1 < length && classAt(text, at + 1) !== KIND.other) {
        dashes += 1;
        at += 1;
      } else break;
    }
    const size = at - start;
    if (size < MIN_NAME || size > MAX_NAME || first === KIND.digit) continue;
    const isFlag =
      text.charCodeAt(start - 1) === DASH &&
      text.charCodeAt(start - 2) === DASH &&
      classAt(text, start - 3) === KIND.other &&
      text.charCodeAt(start - 3) !== DASH;
    const word = text.slice(start, at);
    const key = toKey(word);
    if (key.length < MIN_NAME) continue;
    const isCompound = key.includes("-");
    const isConstant = isCompound && dashes === 0 && word === word.toUpperCase();
    onName({
      key,
      written: isFlag ? `--${word}` : word,
      shape: isFlag ? "flag" : isConstant ? "constant" : isCompound ? "compound" : "word",
      start,
      end: at,
    });
  }
}

/** The one spelling of a name: its parts in lower case, joined by dashes. */
export function toKey(name: string): string {
  let key = "";
  let before = KIND.other as number;
  for (let at = 0; at < name.length; at += 1) {
    const now = classAt(name, at);
    if (now === KIND.other || now === KIND.underscore) {
      if (key !== "" && !key.endsWith("-")) key += "-";
    } else {
      const opensWord =
        now === KIND.upper &&
        (before === KIND.lower || (before === KIND.upper && classAt(name, at + 1) === KIND.lower));
      if (opensWord && key !== "" && !key.endsWith("-")) key += "-";
      key += name[at];
    }
    before = now;
  }
  return (key.endsWith("-") ? key.slice(0, -1) : key).toLowerCase();
}
