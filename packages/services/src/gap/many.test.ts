import { fixedClock } from "@docsteward/platform/clock";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ProjectContext } from "../context.ts";
import { eraseReader } from "../erase.ts";
import { seedSite } from "../site/testing-site.ts";
import { createTestServices, seedProject, type TestServices } from "../testing.ts";
import { answerQuestion } from "../thread/answer.ts";
import { recheckGap } from "./ask-again.ts";
import { createGapJob } from "./create-job.ts";
import { getGap, listGaps } from "./gap.ts";
import { dismissGaps, mergeGaps } from "./many.ts";

const clock = fixedClock("2026-11-20T12:00:00.000Z");
const signal = new AbortController().signal;
let services: TestServices;
beforeAll(async () => {
  services = await createTestServices({ clock });
});
afterAll(() => services.close());

const HELM = "Is there a Helm chart for Kubernetes?";
const CHARTS = "Where do you publish deployment manifests?";
const SSO = "Can people sign in with SAML?";

async function ask(ctx: ProjectContext, content: string, fp = "ada"): Promise<void> {
  clock.advance(60_000);
  const answer = await answerQuestion(ctx, { fp, messages: [{ role: "user", content }], signal });
  for await (const _ of answer.chunks);
}

async function seedGaps(...questions: string[]) {
  const ctx = await seedProject(services);
  await seedSite(ctx, [{ path: "/flags", title: "Flags", text: "A kill-switch turns a feature off." }]);
  for (const question of questions) await ask(ctx, question);
  const { gaps } = await listGaps(ctx);
  const idOf = (question: string) => gaps.find((gap) => gap.question === question)?.id ?? expect.unreachable();
  return { ctx, idOf };
}

test("merged gaps are one with all their questions, and the same question goes there the next time", async () => {
  const { ctx, idOf } = await seedGaps(HELM, HELM, CHARTS, SSO);

  const { id } = await mergeGaps(ctx, { ids: [idOf(CHARTS), idOf(HELM)] });
  await ask(ctx, CHARTS);

  expect(id).toBe(idOf(HELM));
  const { gaps, counts } = await listGaps(ctx);
  expect(gaps.map(({ question, askedCount }) => [question, askedCount])).toEqual([
    [HELM, 4],
    [SSO, 1],
  ]);
  expect(counts).toEqual({ open: 2, dismissed: 0, done: 0 });
  expect((await getGap(ctx, { id: idOf(CHARTS) })).id).toBe(id);
});

test("a gap that others were merged into can be merged itself", async () => {
  const { ctx, idOf } = await seedGaps(HELM, HELM, CHARTS, SSO, SSO, SSO, SSO);

  await mergeGaps(ctx, { ids: [idOf(HELM), idOf(CHARTS)] });
  await mergeGaps(ctx, { ids: [idOf(HELM), idOf(SSO)] });
  await ask(ctx, CHARTS);

  expect((await listGaps(ctx)).gaps.map(({ question, askedCount }) => [question, askedCount])).toEqual([[SSO, 8]]);
});

test("what is done to a merged gap is done to the one that stays", async () => {
  const { ctx, idOf } = await seedGaps(HELM, HELM, CHARTS);
  const { id } = await mergeGaps(ctx, { ids: [idOf(CHARTS), idOf(HELM)] });

  const { answer } = await recheckGap(ctx, { id: idOf(CHARTS), signal });
  expect((await getGap(ctx, { id })).answer?.messageId).toBe(answer.messageId);
  const job = await createGapJob(ctx, { id: idOf(CHARTS), prompt: "Write about the Helm chart." });

  expect((await listGaps(ctx)).gaps).toMatchObject([{ id, job: { id: job.id } }]);
});

test("one gap that is named twice is not merged", async () => {
  const { ctx, idOf } = await seedGaps(HELM);
  await dismissGaps(ctx, { ids: [idOf(HELM)] });

  await expect(mergeGaps(ctx, { ids: [idOf(HELM), idOf(HELM)] })).rejects.toMatchObject({ code: "invalid_request" });
  expect((await listGaps(ctx)).counts).toEqual({ open: 0, dismissed: 1, done: 0 });
});

test("a reader's question is erased from merged gaps, too", async () => {
  const { ctx, idOf } = await seedGaps(HELM, HELM);
  await ask(ctx, CHARTS, "bob");
  const { gaps } = await listGaps(ctx);
  const theirs = gaps.find(({ question }) => question === CHARTS)?.id ?? expect.unreachable();
  await mergeGaps(ctx, { ids: [idOf(HELM), theirs] });

  await eraseReader(ctx, { fp: "bob" });

  const left = await ctx.db.gap.findMany({ where: { projectId: ctx.project.id }, select: { question: true } });
  expect(left).toEqual([{ question: HELM }]);
});

test("many gaps are dismissed together", async () => {
  const { ctx, idOf } = await seedGaps(HELM, SSO, CHARTS);

  await dismissGaps(ctx, { ids: [idOf(HELM), idOf(SSO)] });

  expect((await listGaps(ctx)).counts).toEqual({ open: 1, dismissed: 2, done: 0 });
});

test("another project's gaps are not found, and nothing is changed", async () => {
  const { ctx, idOf } = await seedGaps(HELM, SSO);
  const theirs = await seedGaps(CHARTS);

  for (const change of [dismissGaps, mergeGaps]) {
    await expect(change(ctx, { ids: [idOf(HELM), theirs.idOf(CHARTS)] })).rejects.toMatchObject({ code: "not_found" });
  }
  expect((await listGaps(ctx)).counts.open).toBe(2);
  expect((await listGaps(theirs.ctx)).counts.open).toBe(1);
});
