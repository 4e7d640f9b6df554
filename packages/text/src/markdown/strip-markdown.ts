import { createFinder } from "./scanner.ts";

const MAX_TARGET = 500;
const TARGET = /^[^)\s]*(?:\s+"[^"]*")?$/;

/** The words of a Markdown or MDX text, code included: no addresses, marks and tags, but the titles that tags give. */
export function stripMarkdown(markdown: string): string {
  const text = markdown.replace(/^\s{0,12}(?:`{3,}|~{3,}).*$/gm, (line) => titlesOf(line));
  // Images first: a link around one has only its text left.
  return toText(toText(withoutShortcodes(text), "image"), "link")
    .replace(/^ {0,3}\[[^\]\r\n\u2028\u2029]+\]:[ \t]+\S.*$/gm, " ")
    .replace(/<\/?[A-Za-z][\w.:-]*(\s[^<>]*)?\/?>/g, (_, attributes?: string) => ` ${titlesOf(attributes ?? "")} `);
}

/** `{{< name "title" >}}` becomes its title. */
function withoutShortcodes(text: string): string {
  const ends = [">}}", "%}}"].map((end) => createFinder(text, end));
  const findLineEnd = createFinder(text, "\n");
  let plain = "";
  let from = 0;
  for (const { index } of text.matchAll(/\{\{[<%]/g)) {
    const found = ends.map((find) => find(index + 3)).filter((end) => end >= 0);
    const end = found.length === 0 ? -1 : Math.min(...found);
    const lineEnd = findLineEnd(index);
    if (index < from || end < 0 || (lineEnd >= 0 && lineEnd < end)) continue;
    plain += text.slice(from, index) + (text.slice(index + 3, end).match(/"[^"]+"/g) ?? []).join(" ");
    from = end + 3;
  }
  return plain + text.slice(from);
}

/** Images or links become their text. */
function toText(text: string, kind: "image" | "link"): string {
  const findEnd = createFinder(text, ")");
  const findClose = createFinder(text, "]");
  const findReferenceEnd = createFinder(text, "]");
  let plain = "";
  let from = 0;
  for (const { index } of text.matchAll(/\[/g)) {
    const isImage = index > from && text[index - 1] === "!";
    if (index < from || (kind === "image" && !isImage)) continue;
    const close = findClose(index);
    if (close < 0) break;
    const next = text[close + 1];
    const end = next === "(" ? findEnd(close + 2) : next === "[" ? findReferenceEnd(close + 2) : -1;
    const words = text.slice(index + 1, close);
    if (end < 0 || (!isImage && (words === "" || words.includes("[")))) continue;
    // `handlers[name](state, action)` is a call, and no link.
    if (!isImage && next === "(" && (end - close > MAX_TARGET || !TARGET.test(text.slice(close + 2, end)))) continue;
    plain += text.slice(from, isImage ? index - 1 : index) + words;
    from = end + 1;
  }
  return plain + text.slice(from);
}

function titlesOf(attributes: string): string {
  const titles = attributes.matchAll(/\b(?:title|label|name|header|description)=["']([^"']+)["']/g);
  return Array.from(titles, ([, title]) => title).join(" ");
}
