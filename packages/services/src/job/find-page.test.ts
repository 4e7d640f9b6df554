import { expect } from "vitest";
import type { ProjectContext } from "../context.ts";
import { seedJob, seedKey, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { createJob } from "./create.ts";
import { JOB_OUTCOMES, type JobFilter, listJobDetails, listJobFilters } from "./list.ts";
import { sendMessage } from "./send-message.ts";

const test = servicesTest();

const idsOf = async (ctx: ProjectContext, filter: JobFilter & { ids?: string[] }) =>
  (await listJobDetails(ctx, { limit: 20, ...filter })).jobs.map(({ id }) => id);

test("a cancelled job is not among the failed ones, and one without changes not among the completed ones", async ({
  services,
}) => {
  const ctx = await seedProject(services);
  const failed = await seedJob(ctx, { status: "failed", failureCode: "stuck" });
  const cancelled = await seedJob(ctx, { status: "failed", failureCode: "cancelled" });
  const unknown = await seedJob(ctx, { status: "failed" });
  const unchanged = await seedJob(ctx, { status: "completed" });
  const completed = await seedJob(ctx, { status: "completed", prLink: "https://example.com/pulls/1" });
  const active = await seedJob(ctx);

  const found = await Promise.all(JOB_OUTCOMES.map(async (outcome) => [outcome, await idsOf(ctx, { outcome })]));

  expect(Object.fromEntries(found)).toEqual({
    active: [active.id],
    completed: [completed.id],
    unchanged: [unchanged.id],
    failed: [unknown.id, failed.id],
    cancelled: [cancelled.id],
  });
});

test.for([
  ["a word of the prompt", "typo"],
  ["the beginning of a word, in any case", "INSTAL"],
  ["a part of a path", "guides"],
  ["a whole path", "guides/install.md"],
  ["words in any order", "install fix"],
  ["the name of a component", "<Card"],
  ["letters of another alphabet", "größe"],
] as const)("a job is found by %s", async ([_, search], { services }) => {
  const ctx = await seedProject(services);
  const { id } = await seedJob(ctx, { prompt: "Fix the typo in docs/guides/install.md, see <CardGroup>. Größe: 2" });
  await seedJob(ctx, { prompt: "Say hello" });

  expect(await idsOf(ctx, { search })).toEqual([id]);
});

test("a job is found by its title, by a follow-up, by its id and by its pull request", async ({ services }) => {
  const ctx = await seedProject(services);
  const job = await seedJob(ctx, { status: "completed", pullRequestNumber: 12 });
  await seedJob(ctx, { prompt: "12 other things" });

  await services.db.job.update({ where: { id: job.id }, data: { title: "Fix the quickstart" } });
  await sendMessage(ctx, { id: job.id, prompt: "Mention Podman too" });

  for (const search of ["quickstart", "podman", job.id, "#12"]) {
    expect(await idsOf(ctx, { search }), search).toEqual([job.id]);
  }
});

test("what holds no word narrows nothing, and quotes and operators are no syntax", async ({ services }) => {
  const ctx = await seedProject(services);
  const { id } = await seedJob(ctx, { prompt: "It's a | b & !c" });

  expect(await idsOf(ctx, { search: "  ?! " })).toEqual([id]);
  expect(await idsOf(ctx, { search: "it's | 'b':* & !c)" })).toEqual([id]);
  expect(await idsOf(ctx, { search: "zebra" })).toEqual([]);
});

test("a very long prompt is stored, and found by its beginning", async ({ services }) => {
  const ctx = await seedProject(services);
  const { id } = await seedJob(ctx, { prompt: `aardvark ${"lorem ipsum ".repeat(2_600)}` });

  expect(await idsOf(ctx, { search: "aardvark" })).toEqual([id]);
});

test("a list can be narrowed to a model, a branch, a maker and ids, and pages keep to it", async ({ services }) => {
  const ctx = await seedProject(services);
  const { id: keyId } = await seedKey(ctx);
  await seedJob(ctx);
  const mine = await seedJob(ctx, { model: "opus", baseRef: "v2", createdByKeyId: keyId });
  const older = await seedJob(ctx, { model: "opus", createdAt: new Date("2026-01-01T00:00:00Z") });

  expect(await idsOf(ctx, { model: "opus" })).toEqual([mine.id, older.id]);
  expect(await idsOf(ctx, { ref: "v2" })).toEqual([mine.id]);
  expect(await idsOf(ctx, { createdBy: keyId })).toEqual([mine.id]);
  expect(await idsOf(ctx, { ids: [older.id] })).toEqual([older.id]);
  const first = await listJobDetails(ctx, { limit: 1, model: "opus" });
  const second = await listJobDetails(ctx, { limit: 1, model: "opus", cursor: first.nextCursor ?? "" });
  expect([first, second].flatMap(({ jobs }) => jobs.map(({ id }) => id))).toEqual([mine.id, older.id]);
  expect(second.hasMore).toBe(false);
});

test("a job names the key or the person that made it, and the choices name them too", async ({ services }) => {
  const ctx = await seedProject(services);
  const { id: keyId } = await seedKey(ctx, { name: "CI" });
  const user = await services.db.user.create({ data: { id: "usr_ada", email: "ada@example.com", name: "Ada" } });
  const acting = { ...ctx, actor: { kind: "user", userId: user.id, name: "Ada", role: "member" } as const };
  await seedJob(ctx, { createdByKeyId: keyId });
  await createJob(acting, { prompt: "Do it" });

  const { jobs } = await listJobDetails(ctx, { limit: 20 });
  const key = { id: keyId, kind: "key", name: "CI" };
  const person = { id: "usr_ada", kind: "user", name: "Ada" };

  expect(jobs.map(({ createdBy }) => createdBy)).toEqual([person, key]);
  expect(await listJobFilters(ctx)).toEqual({ models: ["offline"], refs: ["main"], creators: [person, key] });
});

test("search and choices hide another project's jobs", async ({ services }) => {
  const [mine, theirs] = [await seedProject(services), await seedProject(services)];
  const { id } = await seedJob(theirs, { prompt: "A secret plan", pullRequestNumber: 7 });

  for (const search of ["secret", id, "#7"]) expect(await idsOf(mine, { search })).toEqual([]);
  expect(await idsOf(mine, { ids: [id] })).toEqual([]);
  expect(await listJobFilters(mine)).toEqual({ models: [], refs: [], creators: [] });
});
