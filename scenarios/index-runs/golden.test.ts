import { listGaps } from "@docsteward/services/gap/gap";
import { addGoldenQuestion, listGoldenQuestions } from "@docsteward/services/golden/questions";
import { evaluateGolden, getGoldenState, releaseIndex, setGoldenHold } from "@docsteward/services/golden/runs";
import { createWebhook } from "@docsteward/services/webhook/endpoints";
import { startTestIndexer, type TestIndexer } from "@docsteward/worker/testing/indexer";
import { expect, test } from "vitest";

const FILES = {
  "index.md": "# Home\n\nWelcome to Harbor.\n",
  "backup.md": "# Backups\n\nRun `harbor backup` every night to keep a copy.\n",
  "upload.md": "# Uploads\n\nA file may be 50 MB.\n",
};
const UNRELATED = "# Backups\n\nThis page moved to another team.\n";

/** A site whose two golden questions are found. */
async function withGolden(): Promise<TestIndexer> {
  const indexer = await startTestIndexer(FILES);
  await indexer.index();
  const { ctx } = indexer;
  await addGoldenQuestion(ctx, { question: "How do I keep a copy every night?", page: "backup" });
  await addGoldenQuestion(ctx, { question: "How large may a file be?", fact: "50  mb" });
  return indexer;
}

test("a version that loses a golden question says so to webhooks, on the index page and as a gap, and answers", async () => {
  await using indexer = await withGolden();
  const { ctx, services, repository } = indexer;
  const { webhook } = await createWebhook(ctx, { url: "https://example.com/hooks", events: ["index.regressed"] });

  await repository.commit({ "backup.md": UNRELATED });
  const { commit, status } = await indexer.index();

  const lost = [{ question: "How do I keep a copy every night?", expected: "/backup" }];
  const { runs, heldCommit } = await getGoldenState(ctx);
  const { gaps } = await listGaps(ctx);
  const delivery = await services.db.webhookDelivery.findFirstOrThrow({ where: { endpointId: webhook.id } });
  expect(status).toBe("ready");
  expect(heldCommit).toBeNull();
  expect(runs).toEqual([expect.objectContaining({ source: "index", commit, asked: 2, found: 1, lost, isHeld: false })]);
  expect(JSON.parse(delivery.body).data).toEqual({ projectId: ctx.project.id, commit, isHeld: false, lost });
  expect(gaps).toEqual([expect.objectContaining({ question: lost[0]?.question, state: "open" })]);
  expect(gaps[0]?.note).toContain(`Commit ${commit?.slice(0, 12)} broke this golden question.`);
  expect((await listGoldenQuestions(ctx)).map(({ isFound }) => isFound)).toEqual([false, true]);
});

test("where lost questions hold the switch, the earlier version answers until an owner lets the new one through", async () => {
  await using indexer = await withGolden();
  const { ctx, repository } = indexer;
  await setGoldenHold(ctx, { isOn: true });
  const before = await indexer.index();

  await repository.commit({ "backup.md": UNRELATED });
  const held = await indexer.index();

  expect(held.status).toBe("failed");
  expect(held.failure).toContain("1 golden question loses its page with this commit.");
  expect(held).toMatchObject({ commit: before.commit, version: before.version, givenUpCommit: held.runCommit });
  expect((await evaluateGolden(ctx, { answers: false, signal: new AbortController().signal })).found).toBe(2);
  expect((await getGoldenState(ctx)).heldCommit).toBe(held.runCommit);

  await releaseIndex(ctx);
  const released = await indexer.index();

  expect(released.status).toBe("ready");
  expect(released.commit).toBe(held.runCommit);
  expect((await getGoldenState(ctx)).heldCommit).toBeNull();
  await expect(releaseIndex(ctx)).rejects.toMatchObject({ code: "conflict" });
});

test("a version that repairs what was lost is not held, and a site without golden questions records nothing", async () => {
  await using indexer = await withGolden();
  const { ctx, repository } = indexer;
  await setGoldenHold(ctx, { isOn: true });
  await repository.commit({ "backup.md": UNRELATED });
  await indexer.index();

  await repository.commit({ "backup.md": `${FILES["backup.md"]}\nKeep a copy every night.\n` });
  const repaired = await indexer.index();

  expect(repaired.status).toBe("ready");
  const { runs } = await getGoldenState(ctx);
  expect(runs.map(({ found, isHeld }) => [found, isHeld])).toEqual([
    [2, false],
    [1, true],
  ]);
  const plain = await indexer.addProject();
  await indexer.index(plain);
  expect((await getGoldenState(plain)).runs).toEqual([]);
});
