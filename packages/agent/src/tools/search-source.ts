import { idf, saturate } from "@docsteward/text/lexical/bm25";
import { contentWords } from "@docsteward/text/lexical/stop-words";
import { splitName, stemEnglish } from "@docsteward/text/lexical/tokenize";
import type { JobPages } from "../workspace/job-pages.ts";
import { plural } from "./plural.ts";
import type { ToolResult } from "./tool.ts";
import { ToolRefusal } from "./tool-refusal.ts";

const MAX_TERMS = 8;
const MAX_RESULTS = 10;
const MAX_LINES = 3;
const MAX_LINE = 200;
const SATURATION = 1.2;
/** Of a term in the file's own path, beside those in its text. */
const IN_PATH = 2;
/** Files of tests repeat what others define. */
const TEST = /(?:^|[/._-])(?:tests?|specs?|__tests__|fixtures?|mocks?|e2e|examples?)(?=[/._-])/i;
const OF_TESTS = 0.5;

/**
 * Finds the files of a source by topic. Each term is searched by git, so no text of the source is read here but that of the lines
 * shown.
 */
export async function searchSource(
  pages: JobPages,
  { query, path }: { query: string; path: string },
): Promise<ToolResult> {
  const terms = termsOf(query);
  if (terms.length === 0) throw new ToolRefusal("Name what you look for in `query`.");
  const scores = new Map<string, number>();
  const all = (await pages.sourcePaths(path))?.length ?? 0;
  for (const term of terms) {
    const { files } = await pages.grepFiles(term, path, { ignoreCase: true });
    const weight = idf(files.length, all);
    for (const { path: file, matches } of files) {
      const isInPath = file.toLowerCase().includes(term) ? IN_PATH : 0;
      const gain = weight * (saturate(matches, SATURATION, SATURATION) + isInPath);
      scores.set(file, (scores.get(file) ?? 0) + gain * (TEST.test(file) ? OF_TESTS : 1));
    }
  }
  const best = [...scores].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, MAX_RESULTS);
  if (best.length === 0) return { output: "No results.", summary: plural(0, "result") };
  const blocks = await Promise.all(
    best.map(async ([file], index) => `${index + 1}. ${file}${await linesOf(pages, file, terms)}`),
  );
  return { output: blocks.join("\n\n"), summary: plural(best.length, "result") };
}

/** The parts of the names and words of a query, as extended regular expressions that mean just themselves. */
function termsOf(query: string): string[] {
  const parts = contentWords(query)
    .flatMap((word) => splitName(word))
    .map((part) => stemEnglish(part.toLowerCase()))
    .filter((part) => part.length > 1 && /^[\p{L}\p{N}]+$/u.test(part));
  return [...new Set(parts)].slice(0, MAX_TERMS);
}

/** The lines with most of the terms, in their order in the file. */
async function linesOf(pages: JobPages, file: string, terms: readonly string[]): Promise<string> {
  const { matches } = await pages.grep(terms.join("|"), file, { ignoreCase: true });
  const count = (text: string) => terms.filter((term) => text.toLowerCase().includes(term)).length;
  return matches
    .toSorted((a, b) => count(b.text) - count(a.text) || a.line - b.line)
    .slice(0, MAX_LINES)
    .sort((a, b) => a.line - b.line)
    .map(({ line, text }) => `\n${line}: ${text.trim().slice(0, MAX_LINE)}`)
    .join("");
}
