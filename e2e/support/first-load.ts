import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ROOT } from "@docsteward/tooling/root";
import type { Page } from "@playwright/test";

/** What a page asks for before anybody touches it, gzipped as a proxy would send it. */
export type FirstLoad = { bytes: number; scripts: number };

const STATIC = "/_next/static/";
const BUILD = join(ROOT, "apps/web/.next/static");

/**
 * Watches the scripts that the pages of a tab ask for: those of the document, preloads, parts that come by `import()`, and what the
 * router fetches ahead for the links that are seen.
 *
 * @returns gives the sum since the last call
 */
export function watchScripts(page: Page): () => Promise<FirstLoad> {
  let asked = new Set<string>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".js")) asked.add(pathname);
  });
  return async () => {
    const scripts = [...asked];
    asked = new Set();
    const sizes = await Promise.all(scripts.map(sizeOf));
    return { bytes: sizes.reduce((sum, size) => sum + size, 0), scripts: scripts.length };
  };
}

async function sizeOf(pathname: string): Promise<number> {
  if (!pathname.startsWith(STATIC)) throw new Error(`${pathname} is no script of the build: who asks for it?`);
  return gzipSync(await readFile(join(BUILD, pathname.slice(STATIC.length)))).length;
}
