/** Texts in quotes that say one thing, such as a file's name, and versions of what a product needs, by their word: `python 3.8`. */
export type Facts = { literals: Set<string>; versions: Set<string> };

export const noFacts = (): Facts => ({ literals: new Set(), versions: new Set() });

const MIN_LITERAL = 4;
const MAX_LITERAL = 60;
const MAX_FACTS = 400;
const MAX_GAP = 8;

/** Adds the facts of a line of code. */
export function readFacts(line: string, { literals, versions }: Facts): void {
  for (let at = 0; at < line.length && literals.size < MAX_FACTS; at += 1) {
    const quote = line[at];
    if (quote !== '"' && quote !== "'" && quote !== "`") continue;
    const close = line.indexOf(quote, at + 1);
    if (close < 0) break;
    const text = line.slice(at + 1, close);
    if (isFact(text)) literals.add(text);
    at = close;
  }
  readVersions(line, (version) => void (versions.size < MAX_FACTS && versions.add(version)));
}

/** One word with a sign in it, which is rarely met by chance: `main.py`, `>=3.8`, `ui.text.link`. */
function isFact(text: string): boolean {
  if (text.length < MIN_LITERAL || text.length > MAX_LITERAL || /\s/.test(text)) return false;
  return /[A-Za-z]/.test(text) && /[^A-Za-z0-9_-]/.test(text) && !/[\\{}$%]/.test(text);
}

const isDigit = (char: string | undefined) => char !== undefined && char >= "0" && char <= "9";
const isLetter = (char: string | undefined) => char !== undefined && /[A-Za-z]/.test(char);

/** Numbers such as 3.8 behind a word and a few signs, each as `word 3.8` in lower case. */
export function readVersions(line: string, onVersion: (version: string) => void): void {
  for (let dot = line.indexOf("."); dot >= 0; dot = line.indexOf(".", dot + 1)) {
    if (!isDigit(line[dot - 1]) || !isDigit(line[dot + 1])) continue;
    let start = dot - 1;
    while (isDigit(line[start - 1]) && dot - start < 4) start -= 1;
    // The second dot of 3.8.1.
    if (line[start - 1] === ".") continue;
    let end = dot + 1;
    while (isDigit(line[end + 1]) && end - dot < 4) end += 1;
    let word = start - 1;
    while (word >= 0 && start - word <= MAX_GAP && !isLetter(line[word])) word -= 1;
    if (!isLetter(line[word])) continue;
    let from = word;
    while (isLetter(line[from - 1]) && word - from < 30) from -= 1;
    const number = line.slice(start, end + 1);
    onVersion(`${line.slice(from, word + 1).toLowerCase()} ${number}`);
    // `python_requires` and `requires-python`
    const before = line[from - 1];
    if (before !== "_" && before !== "-") continue;
    const last = from - 2;
    let first = last;
    while (isLetter(line[first - 1]) && last - first < 30) first -= 1;
    if (isLetter(line[last])) onVersion(`${line.slice(first, last + 1).toLowerCase()} ${number}`);
  }
}
