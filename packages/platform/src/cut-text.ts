/** Cuts that a regular expression makes in quadratic time: these look at each character once. */

/** The text without those of `signs` that it ends with. */
export function trimEndOf(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** A path without the slashes around it, and without a `./` at its start. */
export function trimSlashes(path: string): string {
  return trimEndOf(path.replace(/^\.?\/+/, ""), "/");
}

/** The text without every piece that begins with one mark and ends with the next mark of its pair; one that never ends stays. */
export function cutPairs(text: string, pairs: readonly (readonly [open: string, close: string])[]): string {
  const open = new Set(pairs);
  const kept: string[] = [];
  let [from, at] = [0, 0];
  while (at < text.length && open.size > 0) {
    const place = at;
    const pair = [...open].find(([mark]) => text.startsWith(mark, place));
    const end = pair ? text.indexOf(pair[1], at + pair[0].length) : -1;
    if (pair && end === -1) {
      // What does not end here ends nowhere further on either.
      open.delete(pair);
    } else if (pair) {
      kept.push(text.slice(from, at));
      at = end + pair[1].length;
      from = at;
    } else at += 1;
  }
  return kept.join("") + text.slice(from);
}
