/** Text that may still grow, unless `isEnd`. */
type Text = { text: string; isEnd: boolean };

const MAX_SPAN = 1_000;
/** A line break that code may go on behind: what follows is no blank line, and begins no block of its own. */
const BREAK = /\r?\n[ \t>]*(?=[\w./$"'({,;])/y;

/** Where the code that begins with the backtick at `at` ends; null when it does not. */
export function findSpanEnd({ text, isEnd }: Text, at: number): number | "wait" | null {
  const ticks = runAt(text, at);
  if (ticks >= MAX_SPAN) return null;
  if (!isEnd && at + ticks === text.length) return "wait";
  const limit = Math.min(text.length, at + MAX_SPAN);
  let place = at + ticks;
  while (place < limit) {
    const character = text[place];
    if (character === "\n" || character === "\r") {
      const next = afterBreak(text, place);
      if (next === null)
        return /^\s[\s>]*$/.test(text.slice(place, limit)) &&
          text.length < at + MAX_SPAN &&
          !isEnd &&
          !/^\r?\n[ \t>]*\n/.test(text.slice(place, limit))
          ? "wait"
          : null;
      place = next;
    } else if (character === "`") {
      const closing = runAt(text, place);
      if (!isEnd && place + closing === text.length) return "wait";
      place += closing;
      if (closing === ticks) return place;
    } else place += 1;
  }
  return place >= text.length && text.length < at + MAX_SPAN && !isEnd ? "wait" : null;
}

function afterBreak(text: string, at: number): number | null {
  BREAK.lastIndex = at;
  return BREAK.test(text) ? BREAK.lastIndex : null;
}

/** How many backticks stand at a place. */
export function runAt(text: string, at: number): number {
  let end = at;
  while (text[end] === "`" && end - at < MAX_SPAN) end += 1;
  return end - at;
}
