import { expect, test } from "vitest";
import type { Embedder } from "../embedding/embedder.ts";
import { createOfflineEmbedder } from "../embedding/offline/offline-embedder.ts";
import { passageText } from "../embedding/passage-text.ts";
import { encodeVectors } from "../embedding/vectors.ts";
import type { IndexedPage } from "../page/indexed-page.ts";
import { readIndexedSite } from "../testing.ts";
import { createRetriever } from "./create-retriever.ts";

const SITE = {
  "accounts.md": "# Accounts\n\nTo erase a password, open the settings of the user and choose remove.\n",
  "deploy.md": "# Deployment\n\nBuild the image and push it to the registry before the rollout.\n",
  "colors.md": "# Theme colors\n\nColors are hexadecimal values in the stylesheet.\n",
  "errors.md": "# Errors\n\nERR_4711 is thrown when the quota is used up.\n",
  "about.md": "# About\n\nThe project and its people.\n",
};
const offline = createOfflineEmbedder();

async function vectorsOf(pages: IndexedPage[], embedder: Embedder): Promise<Map<IndexedPage, Uint8Array>> {
  const vectors = new Map<IndexedPage, Uint8Array>();
  for (const page of pages) {
    const texts = page.chunks.map((chunk) => passageText(page, chunk));
    vectors.set(page, encodeVectors(await embedder.embedDocuments(texts)));
  }
  return vectors;
}

async function siteWith(given: { embedder?: Embedder; leaveOut?: string } = {}) {
  const { embedder = offline, leaveOut } = given;
  const pages = await readIndexedSite(SITE);
  const vectors = await vectorsOf(
    pages.filter(({ file }) => file !== leaveOut),
    offline,
  );
  const retriever = await createRetriever(pages, { meaning: { embedder, vectors } });
  const find = async (text: string, more = {}) =>
    (await retriever.search({ text, limit: 5, ...more })).map(({ page }) => page.file);
  return { pages, vectors, retriever, find };
}

test("a page is found that says the same in other words", async () => {
  const { pages, find } = await siteWith();
  const byWords = await (await createRetriever(pages)).search({ text: "how do I delete login credentials?", limit: 5 });

  expect(byWords).toEqual([]);
  expect((await find("how do I delete login credentials?"))[0]).toBe("accounts.md");
});

test("an identifier is found by its letters, whatever it may mean", async () => {
  const { find } = await siteWith();

  expect((await find("ERR_4711"))[0]).toBe("errors.md");
});

test("a page whose vectors are still being made is found by its words", async () => {
  const { find } = await siteWith({ leaveOut: "deploy.md" });

  expect((await find("push the image to the registry"))[0]).toBe("deploy.md");
});

test("a filter holds for what is found by meaning, too", async () => {
  const { find } = await siteWith();

  expect(await find("how do I delete login credentials?", { filter: { path: "/deploy" } })).not.toContain(
    "accounts.md",
  );
});

test("without an answer of the embedder the order is that of words alone", async () => {
  const { pages } = await siteWith();
  const silent: Embedder = { ...offline, embedQuery: async () => new Float32Array() };
  const { retriever } = await siteWith({ embedder: silent });
  const question = { text: "colors of the theme and the image", limit: 5 };

  const hits = await retriever.search(question);
  const byWords = await (await createRetriever(pages)).search(question);

  expect(hits.map(({ page, score }) => [page.file, score])).toEqual(
    byWords.map(({ page, score }) => [page.file, score]),
  );
});

test("vectors of another size than the question's are left alone", async () => {
  const wider: Embedder = { ...offline, id: "wider", embedQuery: async () => new Float32Array(8).fill(0.3) };
  const { find } = await siteWith({ embedder: wider });

  expect((await find("push the image to the registry"))[0]).toBe("deploy.md");
});

test("a question in another language is answered as by words alone", async () => {
  const { pages, retriever } = await siteWith();
  const question = { text: "Wie schiebe ich das Image in die Registry?", limit: 5 };

  const hits = await retriever.search(question);
  const byWords = await (await createRetriever(pages)).search(question);

  expect(hits.map(({ page }) => page.file)).toEqual(byWords.map(({ page }) => page.file));
});

test("an absurd question, and one about something else, finds nothing", async () => {
  const { find } = await siteWith();

  expect(await find("zzxqy qqzrt")).toEqual([]);
  expect(await find("banana bread recipe")).toEqual([]);
});

test("a page comes first that others call as the question does, also without an embedder", async () => {
  const pages = await readIndexedSite({
    "index.md": "# Home\n\nSee [rolling back a release](undo.md), or read about [the release notes](notes.md).\n",
    "undo.md": "# Undo\n\nA release is undone with one command.\n",
    "notes.md": "# Notes\n\nA release has notes. Rolling releases have more of them, and going back is not noted.\n",
  });

  const [first] = await (await createRetriever(pages)).search({ text: "rolling back a release", limit: 1 });

  expect(first?.page.file).toBe("undo.md");
});

test("vectors count for the memory that a site holds", async () => {
  const { pages, vectors, retriever } = await siteWith();
  const bytes = [...vectors.values()].reduce((sum, { length }) => sum + length, 0);

  expect(retriever.sizeBytes).toBeGreaterThanOrEqual((await createRetriever(pages)).sizeBytes + bytes);
});
