import { filterInline } from "./filter-inline.ts";
import type { LinkRules } from "./link-rules.ts";
import { cleanCode } from "./read-url.ts";

export type LinkFilter = {
  /** Takes the next piece of the text. @returns what may be said by now, perhaps nothing */
  push(piece: string): string;
  /** @returns what is left once no more comes */
  end(): string;
};

/** Lists and quotes that a code block may stand in, then its fence. */
const PLACE = String.raw`^(?:[ \t]|>|(?:[-*+]|\d{1,9}[.)])[ \t]+)*`;
const FENCE = new RegExp(`${PLACE}(\`{3,}(?=[^\`]*$)|~{3,})`);
const MAY_BECOME_FENCE = new RegExp(`${PLACE}(?:[-*+]|\\d{1,9}[.)]?|\`{1,2}|~{1,2})?$`);
const MAX_LINE = 4_000;

/**
 * Makes a filter that text flows through while it is written: links, images, addresses and citations are checked, the others
 * lose their destination and keep their words.
 *
 * Text is held back only while it may be the inside of a link, and comes out the same however it is cut into pieces.
 */
export function createLinkFilter(rules: LinkRules): LinkFilter {
  let rest = "";
  let isLineStart = true;
  let fence: string | null = null;

  const advance = (isEnd: boolean): string => {
    let said = "";
    while (rest !== "") {
      if (isLineStart || fence !== null) {
        const lineEnd = rest.indexOf("\n");
        const isWhole = lineEnd >= 0 || isEnd || rest.length >= MAX_LINE;
        const line = lineEnd >= 0 ? rest.slice(0, lineEnd) : rest.slice(0, MAX_LINE);
        const opened: string | undefined = fence === null ? FENCE.exec(line)?.[1] : undefined;
        if (!isWhole && (fence !== null || opened !== undefined || MAY_BECOME_FENCE.test(line))) break;
        if (fence !== null || opened !== undefined) {
          said += cleanCode(rest.slice(0, line.length + (lineEnd >= 0 ? 1 : 0)), rules);
          rest = rest.slice(line.length + (lineEnd >= 0 ? 1 : 0));
          if (fence === null) fence = opened ?? null;
          else if (closes(line, fence)) fence = null;
          isLineStart = true;
          continue;
        }
        isLineStart = false;
      }
      const { said: filtered, end, isLineEnd } = filterInline({ text: rest, isEnd }, rules);
      said += filtered;
      rest = rest.slice(end);
      isLineStart = isLineEnd;
      if (!isLineEnd) break;
    }
    return said;
  };

  return {
    push(piece) {
      rest += piece;
      return advance(false);
    },
    end: () => advance(true),
  };
}

function closes(line: string, fence: string): boolean {
  const bare = line.replace(/^[ \t>]+|[ \t\r]+$/g, "");
  return bare.length >= fence.length && bare === (fence[0] ?? "").repeat(bare.length);
}
