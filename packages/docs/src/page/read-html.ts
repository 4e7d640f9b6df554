import { cutPieces, HTML_COMMENT } from "./markdown-scanner.ts";

export type HtmlAttribute = { tag: string; name: string; value: string; line: number; column: number };

const TAG_NAME = /[a-zA-Z][\w-]*/y;
const TAG_END = /\s*\/?>/y;
const NAME = /\s+([^<>\s=/]+)/y;
const VALUE = /\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`]+))/y;
/** No tag has more; what goes on and on is none. */
const MAX_ATTRIBUTES = 200;

/** The attributes with a value in a piece of HTML of a Markdown page, in order. Lines and columns count from 1 in the piece. */
export function readHtml(html: string): HtmlAttribute[] {
  const found: HtmlAttribute[] = [];
  const text = cutPieces(html, [HTML_COMMENT], [], { replace: (comment) => comment.replace(/[^\n]/g, " ") });
  const placeOf = createPlaceCounter(html);
  for (let open = text.indexOf("<"); open >= 0; open = text.indexOf("<", open + 1)) {
    const tag = matchAt(TAG_NAME, text, open + 1)?.[0];
    const read = tag === undefined ? null : readAttributes(text, open + 1 + tag.length);
    if (tag === undefined || read === null) continue;
    const place = placeOf(open);
    for (const [name, value] of read.attributes)
      found.push({ tag: tag.toLowerCase(), name: name.toLowerCase(), value, ...place });
    open = read.end - 1;
  }
  return found;
}

/** Reads the attributes of a tag up to its end; null when it is not well formed. */
function readAttributes(text: string, start: number): { attributes: [string, string][]; end: number } | null {
  const attributes: [string, string][] = [];
  let at = start;
  for (let count = 0; count < MAX_ATTRIBUTES; count += 1) {
    const name = matchAt(NAME, text, at);
    if (!name) break;
    at += name[0].length;
    const value = matchAt(VALUE, text, at);
    if (!value) continue;
    at += value[0].length;
    attributes.push([name[1] ?? "", value[1] ?? value[2] ?? value[3] ?? ""]);
  }
  const end = matchAt(TAG_END, text, at);
  return end && { attributes, end: at + end[0].length };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Tells line and column of places of a text, which must only grow. */
export function createPlaceCounter(text: string): (place: number) => { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  let next = text.indexOf("\n");
  return (place) => {
    for (; next >= 0 && next < place; next = text.indexOf("\n", next + 1)) {
      line += 1;
      lineStart = next + 1;
    }
    return { line, column: place - lineStart + 1 };
  };
}
