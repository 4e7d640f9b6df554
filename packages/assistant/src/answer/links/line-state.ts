/** What the lines said so far mean for the next words: they are checked against what a reader of Markdown will see. */
export type LineState = {
  /** What was said of the line so far. */
  line: string;
  /** Something before was left out, or lost its destination: what comes next must not make a link with what stands there. */
  isAltered: boolean;
  /** The line before has code with a `|` in it, which would no longer be code if that line became the head of a table. */
  hasPipedCode: boolean;
  isInTable: boolean;
  /** The text is the words of a link, and what will stand behind them is not in it. */
  isInLink: boolean;
};

export function newLineState(): LineState {
  return { line: "", isAltered: false, hasPipedCode: false, isInTable: false, isInLink: false };
}

/** Whether words would make an address, an image, a tag or other code with what stands before them. */
export function wouldJoin(line: string, next: string): boolean {
  if (/[a-z0-9]$/i.test(line)) return /^(?:[a-z0-9/@_-]|[.:]\S)/i.test(next);
  if (/(?:[:/.@_-]|(?:^|[^\\])<)$/.test(line)) return /^\S/.test(next) && !/^[.,;:!?)]+(?:\s|$)/.test(next);
  if (line.endsWith("]")) return /^[(:]/.test(next);
  return (line.endsWith("!") && next.startsWith("[")) || (line.endsWith("`") && next.startsWith("`"));
}

/** Whether a backslash that escaped nothing would escape the first of the words. */
export function wouldEscape(line: string, words: string): boolean {
  return /(?:^|[^\\])(?:\\\\)*\\$/.test(line) && /^[!-/:-@[-`{-~]/.test(words);
}
