import type { PageProblem } from "./read-frontmatter.ts";

/** A piece of HTML of a Markdown page, and the line of the file on which it begins. */
export type HtmlPiece = { html: string; line: number };

const TOKEN =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|pre|textarea)\b[\s\S]*?<\/\1\s*>|<(\/?)([a-zA-Z][\w.-]*)((?:"[^"]*"|'[^']*'|[^>"'])*?)(\/?)>/gi;
const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i;

/**
 * Tags of a Markdown page that are not closed, or closed in another order than they were opened. VitePress makes a Vue template
 * of each page, to which either ends the build; elsewhere a browser makes do with it.
 */
export function unbalancedTags(pieces: HtmlPiece[]): PageProblem[] {
  const open: { tag: string; line: number }[] = [];
  for (const { html, line: start } of pieces) {
    for (const match of html.matchAll(TOKEN)) {
      const [, raw, slash, tag, , selfClosing] = match;
      if (raw !== undefined || tag === undefined || VOID.test(tag) || selfClosing === "/") continue;
      const line = start + html.slice(0, match.index).split("\n").length - 1;
      if (slash !== "/") open.push({ tag, line });
      else if (open.at(-1)?.tag === tag) open.pop();
      else return [crossed(tag, line, open.at(-1))];
    }
  }
  return open.slice(-1).map(({ tag, line }) => {
    const message = `<${tag}> is never closed; add its closing tag, or write &lt; for the character itself.`;
    return { rule: "html-tags", line, message };
  });
}

function crossed(tag: string, line: number, last: { tag: string } | undefined): PageProblem {
  const message = last
    ? `</${tag}> closes while <${last.tag}> is still open; close the tags in the order they opened.`
    : `</${tag}> closes a tag that is not open; remove it.`;
  return { rule: "html-tags", line, message };
}
