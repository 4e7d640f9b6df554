import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { close, createIndex } from "pagefind";
import { siteOfCorpus } from "../corpus.ts";
import { plainText, queryWords } from "../peer-text.ts";
import type { CreateSystem } from "../search-system.ts";

const SITE = "http://pagefind.test/";
const MAX_WORDS = 12;
const MAX_RESULTS = 400;

type Result = { id: string; score: number; data(): Promise<{ url: string }> };
type Client = {
  options(options: Record<string, string>): Promise<void>;
  init(): Promise<void>;
  search(query: string): Promise<{ results: Result[] } | null>;
};

/**
 * Its index as its Node API writes it, asked by its own client. It wants every word of a question on the page; where that
 * leaves too few pages, those that have single words follow by the sum of their scores.
 */
export const pagefind: CreateSystem = async (corpus, { folder }) => {
  const pages = await siteOfCorpus(corpus);
  const { index } = await createIndex({ forceLanguage: "en" });
  if (!index) throw new Error("Pagefind made no index.");
  for (const [number, page] of pages.entries()) {
    const sections = page.chunks.map(({ headings, text }) => {
      const heading = headings.at(-1);
      return `${heading ? `<h2 id="h">${escapeHtml(heading)}</h2>` : ""}<p>${escapeHtml(plainText(text))}</p>`;
    });
    const head = `<h1>${escapeHtml(page.title)}</h1><p>${escapeHtml(page.description ?? "")}</p>`;
    const main = `<main data-pagefind-body>${head}${sections.join("\n")}</main>`;
    await index.addHTMLFile({ url: `/${number}/`, content: `<html lang="en"><body>${main}</body></html>` });
  }
  await index.writeFiles({ outputPath: folder });
  const client = await openClient(folder);
  const find = async (query: string) => (await client.search(query))?.results ?? [];
  return {
    async search(query, { limit }) {
      const found = await find(query);
      if (found.length < limit) found.push(...(await findByWords(query, find, new Set(found.map(({ id }) => id)))));
      const data = await Promise.all(found.slice(0, limit).map((result) => result.data()));
      return data.map(({ url }) => pages[Number(url.replaceAll("/", ""))]?.file ?? "");
    },
    close: async () => void (await close()),
  };
};

async function findByWords(query: string, find: (word: string) => Promise<Result[]>, known: ReadonlySet<string>) {
  const sums = new Map<string, { result: Result; sum: number }>();
  for (const word of queryWords(query).slice(0, MAX_WORDS)) {
    for (const result of (await find(word)).slice(0, MAX_RESULTS)) {
      const sum = (sums.get(result.id)?.sum ?? 0) + result.score;
      sums.set(result.id, { result, sum });
    }
  }
  const best = [...sums.values()].sort((a, b) => b.sum - a.sum).map(({ result }) => result);
  return best.filter(({ id }) => !known.has(id));
}

/** Its client is made for browsers: what it fetches is read from the folder. */
async function openClient(folder: string): Promise<Client> {
  globalThis.fetch = async (address) => {
    const url = address instanceof Request ? address.url : String(address);
    const file = join(folder, url.replace(/^.*\/pagefind\//, "").replace(/\?.*$/, ""));
    const type = file.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return new Response(new Uint8Array(await readFile(file)), { headers: { "content-type": type } });
  };
  const browser = {
    window: globalThis,
    document: { querySelector: () => ({ getAttribute: () => "en" }), currentScript: null },
    location: { href: SITE, origin: SITE.slice(0, -1) },
  };
  for (const [name, value] of Object.entries(browser))
    Object.defineProperty(globalThis, name, { value, configurable: true });
  const module = join(folder, "client.mjs");
  await copyFile(join(folder, "pagefind.js"), module);
  const client = (await import(pathToFileURL(module).href)) as Client;
  await client.options({ basePath: `${SITE}pagefind/`, baseUrl: "/" });
  await client.init();
  return client;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
