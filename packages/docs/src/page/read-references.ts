import type { Reference } from "./page.ts";

/** One with more parameters asks for another language or format. What a page shows as an example has a comment inside. */
const REFERENCE = /\{\{[<%][ \t]{0,9}(?:rel)?ref[ \t]{1,9}(?:"([^"\n]{1,500})"|([^\s"'>%}]{1,500}))[ \t]{0,9}[>%]\}\}/g;
const MAX_REFERENCES = 5_000;

/** The references of a page. Hugo reads them before Markdown, so that they count in code, too. */
export function readReferences(text: string): Reference[] {
  if (!text.includes("ref ")) return [];
  const found: Reference[] = [];
  let isInComment = false;
  for (const [index, line] of text.split("\n").entries()) {
    const [opens, closes] = [line.lastIndexOf("<!--"), line.lastIndexOf("-->")];
    const isHidden = isInComment || (opens >= 0 && opens < line.indexOf("{{"));
    isInComment = opens > closes || (isInComment && closes < 0);
    if (!line.includes("{{")) continue;
    for (const match of line.matchAll(REFERENCE)) {
      const target = match[1] ?? match[2] ?? "";
      found.push({ target, line: index + 1, column: match.index + 1, ...(isHidden ? { isHidden } : {}) });
    }
    if (found.length >= MAX_REFERENCES) break;
  }
  return found;
}
