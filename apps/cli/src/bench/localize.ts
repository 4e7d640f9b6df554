import { findPages } from "@docsteward/agent/tools/search";
import { isPageFile } from "@docsteward/contract/docs-files";
import type { RepositoryCache } from "@docsteward/git/cache/repository-cache";
import { openWorkspace } from "@docsteward/git/files/open-workspace";
import { newId } from "@docsteward/platform/id";
import { idf, lengthDamper, saturate } from "@docsteward/text/lexical/bm25";
import type { BenchTask } from "./mine-tasks.ts";

/** Where the pages that a person changed stand among the results for the prompt. */
export type Localization = { pages: number; search: Recall; bm25: Recall };
type Recall = { at5: number; at10: number };

type LocalizeInput = { cache: RepositoryCache; task: BenchTask; docsPath: string; cpuSeconds: number };

/** Longest query of the agent's `search`. */
const MAX_QUERY = 500;

/**
 * Asks the agent's search for a task's prompt at the commit before the person's change, and plain BM25 over the same pages. No model
 * is called.
 *
 * @returns null for a task that only adds pages: there is nothing to find
 */
export async function localize({ cache, task, docsPath, cpuSeconds }: LocalizeInput): Promise<Localization | null> {
  const { changed, parent, prompt } = task;
  if (changed.length === 0) return null;
  const at = { jobId: newId("bench"), docsPath, baseSha: parent, startSha: parent };
  await using workspace = await openWorkspace(cache, at);
  const query = prompt.slice(0, MAX_QUERY);
  const results = await findPages(workspace, { query }, { cpuSeconds });
  const texts = await workspace.readMany((await workspace.paths()).filter(isPageFile));
  return {
    pages: texts.length,
    search: recallOf(
      changed,
      // A translation or version that a result names is found with it.
      results.map(({ path, alsoIn }) => [path, ...alsoIn.map((other) => other.path)]),
    ),
    bm25: recallOf(
      changed,
      rankByBm25(texts, query).map((path) => [path]),
    ),
  };
}

/** @param results pages of each result, best first */
function recallOf(wanted: readonly string[], results: readonly string[][]): Recall {
  const at = (count: number) => {
    const found = new Set(results.slice(0, count).flat());
    return wanted.filter((path) => found.has(path)).length / wanted.length;
  };
  return { at5: at(5), at10: at(10) };
}

const WORD = /[\p{L}\p{N}]{2,}/gu;
const wordsOf = (text: string) => text.toLowerCase().match(WORD) ?? [];
const K1 = 1.2;
const B = 0.75;
const RESULTS = 10;

/** The textbook's BM25 over whole pages: words as they are, no stems, no fields, nothing of the site's structure. */
function rankByBm25(pages: readonly { path: string; text: string }[], query: string): string[] {
  const wanted = new Set(wordsOf(query));
  const documents = pages.map(({ path, text }) => {
    const counts = new Map<string, number>();
    const words = wordsOf(text);
    for (const word of words) if (wanted.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    return { path, counts, length: words.length };
  });
  const average = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(documents.length, 1) || 1;
  const termIdf = new Map(
    [...wanted].map((word) => [word, idf(documents.filter(({ counts }) => counts.has(word)).length, documents.length)]),
  );
  const scored = documents.map(({ path, counts, length }) => {
    const damper = lengthDamper(length, average, { saturation: K1, damping: B });
    let score = 0;
    for (const [word, times] of counts) score += (termIdf.get(word) ?? 0) * saturate(times, K1, damper);
    return { path, score };
  });
  const found = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
  return found.slice(0, RESULTS).map(({ path }) => path);
}
