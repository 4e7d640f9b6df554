export type HtmlAttribute = { tag: string; name: string; value: string; line: number; column: number };

const TAG = /<([a-zA-Z][\w-]*)((?:\s+[^<>\s=/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=`]+))?)*)\s*\/?>/g;
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`]+))/g;

/** The attributes with a value in a piece of HTML of a Markdown page, in order. Lines and columns count from 1 in the piece. */
export function readHtml(html: string): HtmlAttribute[] {
  const found: HtmlAttribute[] = [];
  for (const match of html.replace(/<!--[\s\S]*?-->/g, (part) => part.replace(/[^\n]/g, " ")).matchAll(TAG)) {
    const before = html.slice(0, match.index).split("\n");
    const place = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    for (const attribute of (match[2] ?? "").matchAll(ATTRIBUTE)) {
      const value = attribute[2] ?? attribute[3] ?? attribute[4] ?? "";
      found.push({ tag: (match[1] ?? "").toLowerCase(), name: (attribute[1] ?? "").toLowerCase(), value, ...place });
    }
  }
  return found;
}
