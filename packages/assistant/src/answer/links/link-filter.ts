import { type CodeFence, filterFencedLine, mayBecomeFence, openFence } from "./fence-filter.ts";
import { filterInline, newLineState } from "./inline-filter.ts";
import type { LinkRules } from "./link-rules.ts";

type LinkFilter = {
  /** Takes the next piece of the text. @returns what may be said by now, perhaps nothing */
  push(piece: string): string;
  /** @returns what is left once no more comes */
  end(): string;
};

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
  let fence: CodeFence | null = null;
  let state = newLineState();

  /** Says the next line when a code block holds or begins with it; null when it is text. */
  const sayCode = (line: string, lineEnd: string): string | null => {
    if (fence !== null) {
      const { said, isOpen, isRead } = filterFencedLine(line, fence, rules);
      if (!isOpen) fence = null;
      return isRead ? said + take(line.length + lineEnd.length, lineEnd) : said;
    }
    const opened = openFence(line, rules);
    if (opened === null) return null;
    fence = opened.fence;
    state = newLineState();
    return opened.said + take(line.length + lineEnd.length, lineEnd);
  };
  const take = (length: number, lineEnd: string): string => {
    rest = rest.slice(length);
    return lineEnd;
  };

  let endsWithReturn = false;
  /** Readers of Markdown end a line at a carriage return, too: what is a line has to be the same here and there. */
  const toLineFeeds = (piece: string): string => {
    const rest = endsWithReturn && piece.startsWith("\n") ? piece.slice(1) : piece;
    if (piece !== "") endsWithReturn = piece.endsWith("\r");
    return rest.includes("\r") ? rest.replace(/\r\n?/g, "\n") : rest;
  };

  const advance = (isEnd: boolean): string => {
    let said = "";
    while (rest !== "") {
      if (isLineStart) {
        const found = rest.indexOf("\n");
        const line = rest.slice(0, found >= 0 ? found : undefined);
        const isWhole = found >= 0 || isEnd || rest.length >= MAX_LINE;
        if (!isWhole && (fence !== null || mayBecomeFence(line))) break;
        const code = sayCode(line, found >= 0 ? "\n" : "");
        if (code !== null) {
          said += code;
          continue;
        }
        isLineStart = false;
      }
      const filtered = filterInline({ text: rest, isEnd }, rules, state);
      said += filtered.said;
      rest = rest.slice(filtered.end);
      isLineStart = filtered.isLineEnd;
      if (!filtered.isLineEnd) break;
    }
    return said;
  };

  return {
    push(piece) {
      rest += toLineFeeds(piece);
      return advance(false);
    },
    end: () => advance(true),
  };
}
