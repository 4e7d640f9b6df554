/** How far a formula may reach on each side of a link. */
const MAX_FORMULA = 2_000;
/** What a path or an address holds, and no argument in a formula. */
const PATH = /[/.#:]/;
const PAIRS = [
  ["\\(", "\\)"],
  ["\\[", "\\]"],
  ["\\begin{", "\\end{"],
] as const;

/**
 * Whether what reads like a link is a part of a formula: `$f[x](y)$`. Only what is like no address may be: a sum of money stands
 * beside links, too.
 */
export function isInFormula(text: string, place: { start: number; end: number }, url: string): boolean {
  if (PATH.test(url)) return false;
  const before = text.slice(Math.max(0, place.start - MAX_FORMULA), place.start);
  const after = text.slice(place.end, place.end + MAX_FORMULA);
  const [above, below] = [before.slice(before.lastIndexOf("\n\n") + 1), after.split("\n\n", 1)[0] ?? ""];
  if (count(above, "$$") % 2 === 1 && below.includes("$$")) return true;
  const [left, right] = [above.slice(above.lastIndexOf("\n") + 1), below.split("\n", 1)[0] ?? ""];
  if (count(left.replaceAll("$$", ""), "$") % 2 === 1 && right.replaceAll("$$", "").includes("$")) return true;
  return PAIRS.some(([open, close]) => above.lastIndexOf(open) > above.lastIndexOf(close) && below.includes(close));
}

const count = (text: string, sign: string) => text.split(sign).length - 1;
