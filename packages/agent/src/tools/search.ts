import { searchPagesBounded } from "@docsteward/docs/search/bounded-search";
import { likelyPages } from "@docsteward/docs/search/past-changes";
import type { SearchFilter, SearchResult } from "@docsteward/docs/search/search-pages";
import { GitError } from "@docsteward/git/error";
import type { PageCommit, Workspace } from "@docsteward/git/workspace";
import { trimSlashes } from "@docsteward/platform/cut-text";
import { idf, saturate } from "@docsteward/text/lexical/bm25";
import { contentWords } from "@docsteward/text/lexical/stop-words";
import { splitName, stemEnglish } from "@docsteward/text/lexical/tokenize";
import { z } from "zod";
import type { JobPages } from "../workspace/job-pages.ts";
import { plural } from "./plural.ts";
import { defineTool, pagePath, type ToolResult } from "./tool.ts";
import { ToolRefusal } from "./tool-refusal.ts";

const MAX_OTHERS = 12;

export const searchTool = defineTool({
  name: "search",
  description:
    "Finds pages and sections by topic, best first. Translations and versions of a page are one result, with their paths behind `also in`. Name the topic, and files or options that you know. To find exact text, use `grep`.",
  input: z.object({
    query: z.string().trim().min(1).max(500),
    path: pagePath().optional().describe("Only pages below this folder."),
    language: z.string().max(20).optional().describe("Only pages of this language, e.g. `fr`."),
    version: z.string().max(40).optional().describe("Only pages of this version, e.g. `2.1`."),
  }),
  mutates: false,
  announce: ({ query, path }) => `Search ${path?.startsWith("@") ? path : "the docs"} for ${query}`,
  async run({ query, path, ...filter }, { pages, pageCpuSeconds }) {
    const place = path === undefined || path === "." ? undefined : trimSlashes(path);
    if (place !== undefined && place !== "") await pages.requireReadable(place);
    if (place !== undefined && pages.sources.find(place)) return searchSource(pages, { query, path: place });
    const search = { query, filter: { ...filter, path: place } };
    const results = await findPages(pages.workspace, search, { cpuSeconds: pageCpuSeconds });
    const output = results.length === 0 ? "No results." : results.map(formatResult).join("\n\n");
    return { output, summary: plural(results.length, "result") };
  },
});

/** Finds pages by their text, and by what earlier commits with such messages changed. */
export async function findPages(
  workspace: Workspace,
  search: { query: string; filter?: SearchFilter },
  options: { cpuSeconds: number },
): Promise<SearchResult[]> {
  // Git lists the commits while the pages are looked through.
  const changes = pastChanges(workspace);
  changes.catch(() => undefined);
  const likely = async () => likelyPages(search.query, await changes);
  return searchPagesBounded({ site: workspace, base: workspace.start }, { ...search, likely }, options);
}

/** None where the history can't be had: pages are found without it. */
async function pastChanges({ history }: Pick<Workspace, "history">): Promise<PageCommit[]> {
  try {
    return await history.pageCommits();
  } catch (error) {
    if (error instanceof GitError) return [];
    throw error;
  }
}

function formatResult(
  { path, title, heading, excerpt, language, version, alsoIn }: SearchResult,
  index: number,
): string {
  const edition = [language, version === null ? null : `version ${version}`].filter((one) => one !== null).join(", ");
  const name = heading === title ? title : `${title} › ${heading}`;
  const others = alsoIn.slice(0, MAX_OTHERS).map((other) => {
    const of = [other.language, other.version].filter((one) => one !== null).join(" ");
    return of === "" ? other.path : `${of}: ${other.path}`;
  });
  const more = alsoIn.length > MAX_OTHERS ? [`and ${alsoIn.length - MAX_OTHERS} more`] : [];
  return [
    `${index + 1}. ${path}${edition === "" ? "" : ` [${edition}]`} — ${name}`,
    ...(excerpt === "" ? [] : [excerpt]),
    ...(others.length === 0 ? [] : [`also in ${[...others, ...more].join(", ")}`]),
  ].join("\n");
}

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
async function searchSource(pages: JobPages, { query, path }: { query: string; path: string }): Promise<ToolResult> {
  const terms = termsOf(query);
  if (terms.length === 0) throw new ToolRefusal("Name what you look for in `query`.");
  const scores = new Map<string, number>();
  const found = new Map<string, number>();
  const all = (await pages.sourcePaths(path))?.length ?? 0;
  for (const term of terms) {
    const { files } = await pages.grepFiles(term, path, { ignoreCase: true });
    const weight = idf(files.length, all);
    for (const { path: file, matches } of files) {
      const isInPath = file.toLowerCase().includes(term) ? IN_PATH : 0;
      const gain = weight * (saturate(matches, SATURATION, SATURATION) + isInPath);
      scores.set(file, (scores.get(file) ?? 0) + gain * (TEST.test(file) ? OF_TESTS : 1));
      found.set(file, (found.get(file) ?? 0) + 1);
    }
  }
  // A file with all of the terms says more than one that repeats some of them.
  const covered = (file: string) => ((found.get(file) ?? 0) / terms.length) ** 2;
  const scored = [...scores].map(([file, score]) => [file, score * covered(file)] as const);
  const best = scored.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, MAX_RESULTS);
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
    .map((part) => commonStart(part.toLowerCase(), stemEnglish(part.toLowerCase())))
    .filter((part) => part.length > 1 && /^[\p{L}\p{N}]+$/u.test(part));
  return [...new Set(parts)].slice(0, MAX_TERMS);
}

/** The stem of `strategies` is `strategi`: what the text of a file has is `strateg`. */
function commonStart(word: string, stem: string): string {
  let end = 0;
  while (end < stem.length && word[end] === stem[end]) end += 1;
  const isChanged = end < stem.length || stem.endsWith("i");
  return stem.slice(0, isChanged && end === stem.length ? end - 1 : end);
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
