import { createEmbedder } from "@docsteward/assistant/embedding/create-embedder";
import { type EmbeddingAnswer, startEmbeddingServer } from "@docsteward/model-script/start-embedding-server";
import { parseEnv } from "@docsteward/platform/env";
import { createSilentLog } from "@docsteward/platform/log";
import { openSite } from "@docsteward/services/site/read";
import { startTestIndexer, type TestIndexer } from "@docsteward/worker/testing/indexer";
import { expect, test } from "vitest";

const PAGES = {
  "accounts.md": "# Accounts\n\nTo erase a password, open the settings of the user and choose remove.\n",
  "deploy.md": "# Deployment\n\nBuild the image and push it to the registry before the rollout.\n",
  "colors.md": "# Theme colors\n\nColors are hexadecimal values in the stylesheet.\n",
  "about.md": "# About\n\nThe project and its people.\n",
};

const embedderOf = (variables: Record<string, string>) => createEmbedder(parseEnv(variables), createSilentLog());

async function firstFor({ ctx }: TestIndexer, text: string): Promise<string | undefined> {
  const { retriever } = await openSite(ctx);
  return (await retriever.search({ text, limit: 3 }))[0]?.page.path;
}

test("as it comes, a site answers questions in other words than its own", async () => {
  await using indexer = await startTestIndexer(PAGES, { services: { embedder: embedderOf({}) } });

  const state = await indexer.index();

  expect(state).toMatchObject({ status: "ready", embedderId: "minilm-2", failure: null });
  // A question is answered by its words while the model loads, which takes long beside other tests.
  const find = () => firstFor(indexer, "how do I delete login credentials?");
  await expect.poll(find).toBe("/accounts");
});

test("without an embedder a site answers by its words, and keeps no vectors", async () => {
  const embedder = embedderOf({ EMBEDDING_PROVIDER: "none" });
  await using indexer = await startTestIndexer(PAGES, { services: { embedder } });

  const state = await indexer.index();

  expect(state).toMatchObject({ status: "ready", embedderId: null });
  expect(await firstFor(indexer, "push to the registry")).toBe("/deploy");
  expect(await indexer.services.db.sitePageVectors.count({ where: { projectId: indexer.ctx.project.id } })).toBe(0);
});

test("with a server, pages are found that it holds for near; when it fails, by their words", async () => {
  // What it embeds is about safety or it is not, in whichever language.
  const isAboutSafety = (text: string) => /password|Zugang/.test(text);
  const embed = ({ texts }: { texts: string[] }): EmbeddingAnswer => ({
    vectors: texts.map((text) => (isAboutSafety(text) ? [1, 0] : [0, 1])),
  });
  let answer = embed;
  await using server = await startEmbeddingServer((request) => answer(request));
  const variables = { EMBEDDING_BASE_URL: server.url, EMBEDDING_MODEL: "multilingual" };
  await using indexer = await startTestIndexer(PAGES, { services: { embedder: embedderOf(variables) } });

  const state = await indexer.index();
  // A question is answered by its words when the server takes too long, as it may beside other tests.
  await expect.poll(() => firstFor(indexer, "Zugang entziehen")).toBe("/accounts");
  answer = () => ({ status: 401 });
  await indexer.repository.commit({ "keys.md": "# Keys\n\nA key opens a door.\n" });
  const failed = await indexer.index();

  expect(state).toMatchObject({ status: "ready", embedderId: "openai-compatible:multilingual" });
  expect(failed).toMatchObject({
    status: "failed",
    version: 2,
    failure: "Search uses keywords only. The embedding server refused the API key. Check EMBEDDING_API_KEY.",
  });
  expect(await firstFor(indexer, "a key that opens a door")).toBe("/keys");
});
