import { cutPairs } from "@docsteward/platform/cut-text";

const HEADING = /^#{1,6}\s/;
const FOR_WORDS = /\b(summary|description|overview|what|changes?|about|details|why|purpose|motivation)\b/i;

/**
 * Puts the words of a job where a repository's template asks for them: below the first heading that does, in the place of the
 * hint that stands there; else above the template. Everything else is left for people, its boxes unticked.
 *
 * @param own the job's part, with its marks
 */
export function fillTemplate(template: string | null, own: string): string {
  if (template === null) return own;
  const lines = template.replaceAll("\r\n", "\n").split("\n");
  const at = lines.findIndex((line) => HEADING.test(line) && FOR_WORDS.test(line));
  if (at === -1) return `${own}\n\n${template}`;
  const rest = lines.slice(at + 1);
  const length = rest.findIndex((line) => HEADING.test(line));
  const section = rest.slice(0, length === -1 ? undefined : length).join("\n");
  const after = length === -1 ? [] : rest.slice(length);
  const left = cutPairs(section, [["<!--", "-->"]]).trim();
  return [...lines.slice(0, at + 1), "", own, ...(left ? ["", left] : []), "", ...after].join("\n").trimEnd();
}
