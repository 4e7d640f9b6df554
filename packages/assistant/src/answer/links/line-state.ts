/** What the lines said so far mean for the next words: they are checked against what a reader of Markdown will see. */
export type LineState = {
  /** What was said of the line so far. */
  line: string;
  /** Its beginning and its end: what comes next is compared with these, or a long line would be read again for every letter. */
  head: string;
  tail: string;
  /** How many backslashes stand at its end. */
  slashes: number;
  /** Whether it is made of nothing but what rules of tables are made of. */
  isRule: boolean;
  /** Something before was left out, or lost its destination: what comes next must not make a link with what stands there. */
  isAltered: boolean;
  /** The line before has code with a `|` in it, which would no longer be code if that line became the head of a table. */
  hasPipedCode: boolean;
  isInTable: boolean;
  /** The text is the words of a link, and what will stand behind them is not in it. */
  isInLink: boolean;
};

const MAX_HEAD = 512;
const MAX_TAIL = 320;

export function newLineState(): LineState {
  return {
    line: "",
    head: "",
    tail: "",
    slashes: 0,
    isRule: true,
    isAltered: false,
    hasPipedCode: false,
    isInTable: false,
    isInLink: false,
  };
}

/** Puts a piece at the end of the line. */
export function addToLine(state: LineState, piece: string): void {
  const slashes = piece.length - withoutSlashes(piece).length;
  state.slashes = slashes === piece.length ? state.slashes + slashes : slashes;
  state.line += piece;
  if (state.head.length < MAX_HEAD) state.head += piece.slice(0, MAX_HEAD);
  state.tail = (state.tail + piece.slice(-MAX_TAIL)).slice(-MAX_TAIL);
  if (state.isRule) state.isRule = /^[\s>|:\\-]*$/.test(piece);
}

export function clearLine(state: LineState): void {
  const { line, head, tail, slashes, isRule, isAltered } = newLineState();
  Object.assign(state, { line, head, tail, slashes, isRule, isAltered });
}

/** Whether the line ends with a sign that no backslash takes the meaning of. */
export function endsWithBare({ tail }: LineState, sign: string): boolean {
  if (!tail.endsWith(sign)) return false;
  const before = tail.slice(0, -1);
  return (before.length - withoutSlashes(before).length) % 2 === 0;
}

function withoutSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === "\\") end -= 1;
  return text.slice(0, end);
}

/** Whether words would make an address, an image, a tag or other code with what stands before them. */
export function wouldJoin({ tail }: LineState, next: string): boolean {
  const line = tail.slice(-2);
  if (/[a-z0-9]$/i.test(line)) return /^(?:[a-z0-9/@_-]|[.:]\S)/i.test(next);
  if (/(?:[:/.@_-]|(?:^|[^\\])<)$/.test(line)) return /^\S/.test(next) && !/^[.,;:!?)]+(?:\s|$)/.test(next);
  if (line.endsWith("]")) return /^[(:]/.test(next);
  return (line.endsWith("!") && next.startsWith("[")) || (line.endsWith("`") && next.startsWith("`"));
}

/** Whether a backslash that escaped nothing would escape the first of the words. */
export function wouldEscape({ slashes }: LineState, words: string): boolean {
  return slashes % 2 === 1 && /^[!-/:-@[-`{-~]/.test(words);
}
