import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";

/** What a page asks for before any input, gzipped as a proxy would send it. */
export type FirstLoad = { bytes: number; scripts: number };

const STATIC = "/_next/static/";

/**
 * Watches the scripts that the pages of a tab ask for: those of the document, preloads, parts that come by `import()`, and what the
 * router fetches ahead for the links that are seen.
 *
 * @returns gives the sum since the last call
 */
export function watchScripts(page: Page): () => Promise<FirstLoad> {
  let asked = new Set<string>();
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith(".js")) asked.add(request.url());
  });
  return async () => {
    const scripts = [...asked];
    asked = new Set();
    const weights = await Promise.all(scripts.map(sizeOf));
    return { bytes: weights.reduce((sum, size) => sum + size, 0), scripts: scripts.length };
  };
}

/** By the address of a script, which names its content. */
const sizes = new Map<string, Promise<number>>();

function sizeOf(url: string): Promise<number> {
  const size = sizes.get(url) ?? weigh(url);
  sizes.set(url, size);
  return size;
}

async function weigh(url: string): Promise<number> {
  if (!new URL(url).pathname.startsWith(STATIC)) throw new Error(`${url} is no script of the build: who asks for it?`);
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}.`);
  return gzipSync(await answer.bytes()).length;
}

const MOST_BYTES = 200_000;
const MOST_OF_HEAVY_BYTES = 350_000;
/** Pages that show a difference or render answers as they come. */
const HEAVY = ["job", "job-changes", "job-preview", "pull", "assistant"];
/** How many bytes of gzipped scripts a page may ask for before any input. */
export const budgetOf = (page: string): number => (HEAVY.includes(page) ? MOST_OF_HEAVY_BYTES : MOST_BYTES);

/** The pages that are over their budget, a sentence each. */
export function overBudget(loads: Record<string, FirstLoad>): string[] {
  return Object.entries(loads).flatMap(([page, { bytes }]) => {
    const budget = budgetOf(page);
    return bytes > budget ? [`${page} asks for ${bytes} bytes of scripts, and may for ${budget}`] : [];
  });
}
