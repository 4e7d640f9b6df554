import { fixedClock } from "@docsteward/platform/clock";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ProjectContext } from "../context.ts";
import { eraseReader } from "../erase.ts";
import { removeMember } from "../member/members.ts";
import { seedSite } from "../site/testing-site.ts";
import { createTestServices, seedMember, seedProject, type TestServices } from "../testing.ts";
import { answerQuestion } from "../thread/answer.ts";
import { recheckGap } from "./ask-again.ts";
import { createGapJob, draftGapJob } from "./create-job.ts";
import { countOpenGaps, getGap, listGaps, setGapOwner } from "./gap.ts";
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

test("one job is drafted from several gaps and works on all of them", async () => {
  const { ctx, idOf } = await seedGaps(HELM, SSO, CHARTS);
  const input = { id: idOf(HELM), alsoIds: [idOf(SSO), idOf(HELM)] };

  const { prompt } = await draftGapJob(ctx, input);
  const job = await createGapJob(ctx, input);
  const again = await createGapJob(ctx, { ...input, alsoIds: [idOf(CHARTS)] }).catch((error: unknown) => error);

  expect(prompt).toContain("Readers asked several questions");
  expect(prompt).toContain(`- ${HELM}\n- ${SSO}`);
  const { gaps } = await listGaps(ctx);
  const jobs = Object.fromEntries(gaps.map((gap) => [gap.question, gap.job?.id ?? null]));
  expect(jobs).toEqual({ [HELM]: job.id, [SSO]: job.id, [CHARTS]: null });
  expect(again).toMatchObject({ code: "conflict", message: expect.stringContaining(`the gap "${HELM}"`) });
});

test("a job for several gaps finds none of another project", async () => {
  const { ctx, idOf } = await seedGaps(HELM);
  const theirs = await seedGaps(CHARTS);
  const input = { id: idOf(HELM), alsoIds: [theirs.idOf(CHARTS)] };

  for (const verb of [draftGapJob, createGapJob])
    await expect(verb(ctx, input)).rejects.toMatchObject({ code: "not_found" });
  expect(await ctx.db.job.count({ where: { projectId: ctx.project.id } })).toBe(0);
});

test("a gap has a member as its owner until they leave, and a merged gap keeps one", async () => {
  const { ctx, idOf } = await seedGaps(HELM, HELM, CHARTS, SSO);
  const { organizationId } = ctx.project;
  await seedMember(services, { organizationId });
  const ada = await seedMember(services, { role: "member", organizationId });
  const stranger = await seedMember(services, { organizationId: null });
  const ownersOf = async (query = {}) =>
    (await listGaps(ctx, query)).gaps.map(({ question, owner }) => [question, owner?.name ?? null]);

  await setGapOwner(ctx, { id: idOf(CHARTS), userId: ada.id });
  await expect(setGapOwner(ctx, { id: idOf(SSO), userId: stranger.id })).rejects.toMatchObject({ code: "not_found" });
  await mergeGaps(ctx, { ids: [idOf(HELM), idOf(CHARTS)] });

  expect(await ownersOf({ owner: ada.id })).toEqual([[HELM, ada.name]]);
  expect(await ownersOf({ owner: "none" })).toEqual([[SSO, null]]);
  await removeMember(ctx, { userId: ada.id });
  expect(await ownersOf()).toEqual([
    [HELM, null],
    [SSO, null],
  ]);
});

test("the count of open gaps has questions that no list has grouped yet", async () => {
  const { ctx, idOf } = await seedGaps(HELM, SSO);
  await dismissGaps(ctx, { ids: [idOf(SSO)] });

  await ask(ctx, CHARTS);

  expect(await countOpenGaps(ctx)).toBe(2);
});

test("an owner is given to no gap of another project", async () => {
  const { ctx } = await seedGaps(HELM);
  const theirs = await seedGaps(CHARTS);

  await expect(setGapOwner(ctx, { id: theirs.idOf(CHARTS), userId: null })).rejects.toMatchObject({
    code: "not_found",
  });
});
