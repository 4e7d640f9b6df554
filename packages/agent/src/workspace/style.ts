import { cutPairs } from "@docsteward/platform/cut-text";
import { frontmatterEnd } from "@docsteward/text/markdown/frontmatter";
import { createFenceReader } from "@docsteward/text/markdown/scanner";

const BULLET = /^\s*([-*+])\s+\S/;
/** What begins something other than a paragraph. */
const BLOCK = /^\s*(?:$|[#>|<{[\]}:!=~]|[-*+]\s|\d+[.)]\s|import\s|export\s)/;
const NOT_TEXT = [
  ["`", "`"],
  ["<", ">"],
  ["{", "}"],
  ["](", ")"],
] as const;
/** So many signs make a habit; fewer may be chance. */
const HABIT = 3;
const LONGEST_WRAP = 120;
const WRAP_SLACK = 10;

/**
 * Says where the lines that an edit brings are formatted otherwise than the rest of their page: markers of lists, quotes, and
 * where lines are wrapped. Only what the page does without exception counts as its way.
 *
 * @returns a sentence for the model for each
 */
export function foreignFormat(before: string, after: string): string[] {
  const own = proseLines(before);
  const known = new Set(own);
  const added = proseLines(after).filter((line) => !known.has(line));
  return [bullets(own, added), quotes(own, added), wrapping(own, added)].filter((sentence) => sentence !== null);
}

/** The lines of a page's text, without front matter and code blocks. */
function proseLines(text: string): string[] {
  const readFence = createFenceReader("any");
  return text
    .slice(frontmatterEnd(text))
    .split(/\r?\n/)
    .filter((line) => readFence(line) === null);
}

function bullets(own: readonly string[], added: readonly string[]): string | null {
  const markersOf = (lines: readonly string[]) => lines.flatMap((line) => BULLET.exec(line)?.[1] ?? []);
  const markers = markersOf(own);
  const [marker] = markers;
  if (markers.length < HABIT || markers.some((other) => other !== marker)) return null;
  const foreign = markersOf(added).find((other) => other !== marker);
  return foreign
    ? `This page uses \`${marker}\` for list items, and your lines use \`${foreign}\`. Use \`${marker}\`.`
    : null;
}

function quotes(own: readonly string[], added: readonly string[]): string | null {
  const count = (lines: readonly string[], sign: RegExp) =>
    lines.reduce((sum, line) => sum + (cutPairs(line, NOT_TEXT).match(sign)?.length ?? 0), 0);
  const [straight, curly] = [/"/g, /[“”]/g];
  if (count(own, curly) >= HABIT && count(own, straight) === 0 && count(added, straight) > 0)
    return "This page uses curly quotes (“ ”), and your lines use straight quotes. Use curly quotes.";
  if (count(own, straight) >= HABIT && count(own, curly) === 0 && count(added, curly) > 0)
    return 'This page uses straight quotes (" "), and your lines use curly quotes. Use straight quotes.';
  return null;
}

function wrapping(own: readonly string[], added: readonly string[]): string | null {
  const isText = (line: string | undefined) => line !== undefined && !BLOCK.test(line);
  const text = own.filter(isText);
  const wrapped = own.filter((line, index) => isText(line) && isText(own[index + 1]));
  const longest = longestOf(text);
  if (wrapped.length < HABIT || longest > LONGEST_WRAP) return null;
  const long = added.filter((line) => isText(line) && line.length > longest + WRAP_SLACK);
  if (long.length === 0) return null;
  const most = longestOf(long);
  return `This page wraps lines at ${longest} characters, and your lines have up to ${most}. Wrap them.`;
}

/** A page may have more lines than a call takes arguments. */
const longestOf = (lines: readonly string[]) => lines.reduce((longest, { length }) => Math.max(longest, length), 0);
