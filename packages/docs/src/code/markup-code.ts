import { type CodePiece, createLineCounter } from "./code-piece.ts";
import { judgeTag } from "./judge-tag.ts";
import { scanTags } from "./scan-tags.ts";

/** Elements whose content is code as well. */
const WITH_CONTENT = new Set(["script", "style", "object", "applet"]);

/**
 * The code in the HTML of a text.
 *
 * @param options `firstLine`: the line of the file on which the text begins. `isJsx`: `<Frame>` is a component, not `<frame>`
 */
export function markupCode(text: string, { firstLine = 1, isJsx = false } = {}): CodePiece[] {
  if (!text.includes("<")) return [];
  const lineAt = createLineCounter(text);
  const lower = text.toLowerCase();
  /** Until where an element was taken whole: what is nested in it is taken by its tag alone, so that no text is copied twice. */
  let covered = 0;
  let [commentStart, commentEnd] = [text.indexOf("<!--"), 0];
  return scanTags(text).flatMap((tag) => {
    let end = tag.end;
    if (tag.start >= covered && WITH_CONTENT.has(tag.name.toLowerCase())) {
      const close = lower.indexOf(`</${tag.name.toLowerCase()}`, tag.end);
      end = close < 0 ? text.length : close;
      covered = end;
    }
    while (commentStart >= 0 && commentStart < tag.start && commentEnd <= tag.start) {
      const close = text.indexOf("-->", commentStart + 2);
      commentEnd = close < 0 ? text.length : close + 3;
      commentStart = text.indexOf("<!--", commentEnd);
    }
    const pieces = judgeTag(tag, {
      line: firstLine - 1 + lineAt(tag.start),
      source: text.slice(tag.start, end),
      isJsx,
    });
    // What stood in a comment alone is new when the comment goes.
    return tag.start < commentEnd ? pieces.map((piece) => ({ ...piece, key: `comment ${piece.key}` })) : pieces;
  });
}
