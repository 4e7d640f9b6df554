import { fixedClock } from "@docsteward/platform/clock";
import { expect } from "vitest";
import type { ProjectContext } from "./context.ts";
import { listGaps, setGapState } from "./gap/gap.ts";
import { revokeKey } from "./key/key.ts";
import { getOverview } from "./overview.ts";
import { countActivity } from "./project/find.ts";
import { seedSite } from "./site/testing-site.ts";
import { seedJob, seedKey, seedProject } from "./testing.ts";
import { servicesTest } from "./testing-fixtures.ts";
import { answerQuestion } from "./thread/answer.ts";
import { countQuestions } from "./thread/list.ts";
import { playgroundReader } from "./thread/reader.ts";

const clock = fixedClock("2026-11-20T12:00:00Z");
const DAY_MS = 86_400_000;
const test = servicesTest({ clock });

async function ask(ctx: ProjectContext, content: string, fp = "ada") {
  const signal = new AbortController().signal;
  const answer = await answerQuestion(ctx, { fp, messages: [{ role: "user", content }], signal });
  for await (const chunk of answer.chunks) expect(chunk.type).not.toBe("error");
}

const PAGES = [{ path: "/flags", title: "Flags", text: "A kill-switch turns a feature off." }];
const ANSWERED = "What turns a feature off?";
const UNANSWERED = "Which kubernetes operator rotates certificates?";

test("a new project has a repository, and all other steps before it", async ({ services }) => {
  const ctx = await seedProject(services);

  const overview = await getOverview(ctx);

  expect(overview.steps).toEqual({
    repository: true,
    index: false,
    model: false,
    adminKey: false,
    job: false,
    question: false,
  });
  expect(overview).toMatchObject({ latestJobs: [], unanswered: [] });
  expect(overview.months).toMatchObject([
    { of: "project", costUsd: 0, budgetUsd: null },
    { of: "organization", costUsd: 0, budgetUsd: null },
  ]);
  expect(overview.week.map(({ day }) => day)).toEqual([
    ...["2026-11-14", "2026-11-15", "2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20"],
  ]);
});

test("each step is done once it has been done", async ({ services }) => {
  const ctx = await seedProject(services);
  await seedSite(ctx, PAGES);
  const key = await seedKey(ctx);
  await seedJob(ctx);
  await ask(ctx, ANSWERED);

  expect((await getOverview(ctx)).steps).toEqual({
    repository: true,
    index: true,
    model: false,
    adminKey: true,
    job: true,
    question: true,
  });

  await revokeKey(ctx, { id: key.id });
  expect((await getOverview(ctx)).steps.adminKey).toBe(false);
});

test("an assistant key is not an admin key", async ({ services }) => {
  const ctx = await seedProject(services);
  await seedKey(ctx, { kind: "assistant" });

  expect((await getOverview(ctx)).steps.adminKey).toBe(false);
});

test("jobs and questions are counted to the day they were made on, for seven days", async ({ services }) => {
  const ctx = await seedProject(services);
  await seedSite(ctx, PAGES);
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  await seedJob(ctx, { status: "completed", prLink: "https://x.example/1", createdAt: daysAgo(1) });
  await seedJob(ctx, { status: "completed", createdAt: daysAgo(2) });
  await seedJob(ctx, { status: "failed", createdAt: daysAgo(6) });
  await seedJob(ctx, { status: "failed", failureCode: "cancelled", createdAt: daysAgo(6) });
  await seedJob(ctx, { status: "completed", createdAt: daysAgo(7) });
  await seedJob(ctx, { createdAt: clock.now() });
  await ask(ctx, ANSWERED);
  await ask(ctx, UNANSWERED);

  const { week } = await getOverview(ctx);

  expect(week.map(({ jobs }) => jobs.completed)).toEqual([0, 0, 0, 0, 0, 1, 0]);
  expect(week.map(({ jobs }) => jobs.unchanged)).toEqual([0, 0, 0, 0, 1, 0, 0]);
  expect(week.map(({ jobs }) => jobs.failed)).toEqual([1, 0, 0, 0, 0, 0, 0]);
  expect(week.map(({ jobs }) => jobs.cancelled)).toEqual([1, 0, 0, 0, 0, 0, 0]);
  expect(week.at(-1)).toEqual({
    day: "2026-11-20",
    jobs: { completed: 0, unchanged: 0, failed: 0, cancelled: 0, active: 1 },
    questions: { answered: 1, unanswered: 1 },
  });
});

test("what a person asks in the playground is no reader's question", async ({ services }) => {
  const ctx = await seedProject(services);
  await seedSite(ctx, PAGES);
  const { id: projectId } = ctx.project;
  await ask(ctx, ANSWERED, playgroundReader({ kind: "user", userId: "usr_1", name: "Ada", role: "owner" }));

  const { week } = await getOverview(ctx);

  expect(week.at(-1)?.questions).toEqual({ answered: 0, unanswered: 0 });
  expect(await countQuestions(ctx, { days: 7 })).toMatchObject({ questions: 0, answered: 0 });
  expect((await countActivity(services, { projectIds: [projectId] })).get(projectId)?.questions ?? 0).toBe(0);
});

test("the newest jobs and unanswered questions are there, five at most", async ({ services }) => {
  const ctx = await seedProject(services);
  await seedSite(ctx, PAGES);
  for (const number of [1, 2, 3, 4, 5, 6]) {
    await seedJob(ctx, { prompt: `Job ${number}`, createdAt: new Date(clock.now().getTime() + number) });
  }
  await ask(ctx, ANSWERED);
  await ask(ctx, UNANSWERED);
  await ask(ctx, UNANSWERED);

  const { latestJobs, unanswered } = await getOverview(ctx);

  expect(latestJobs.map(({ prompt }) => prompt)).toEqual(["Job 6", "Job 5", "Job 4", "Job 3", "Job 2"]);
  expect(unanswered).toMatchObject([{ question: UNANSWERED, gapId: expect.any(String) }]);
});

test("a question is listed once, with its gap, until the gap is closed", async ({ services }) => {
  const ctx = await seedProject(services);
  await seedSite(ctx, PAGES);
  await ask(ctx, UNANSWERED);
  const { gaps } = await listGaps(ctx);
  const id = String(gaps[0]?.id);
  await ask(ctx, UNANSWERED);

  const { unanswered } = await getOverview(ctx);
  await listGaps(ctx);
  await setGapState(ctx, { id, state: "dismissed" });
  const { unanswered: left } = await getOverview(ctx);

  expect(unanswered).toMatchObject([{ question: UNANSWERED }]);
  expect(left).toEqual([]);
});

test("the month's cost is shown next to the budgets", async ({ services }) => {
  const ctx = await seedProject(services);
  const scope = `project:${ctx.project.id}`;
  await services.db.costCounter.createMany({
    data: [
      { scope, month: "2026-11", microUsd: 1_250_000n },
      { scope, month: "2026-10", microUsd: 9_000_000n },
    ],
  });
  const withBudget = { ...ctx, budgets: { projectMicroUsd: 50_000_000, organizationMicroUsd: null } };
  const resetsAt = "2026-12-01T00:00:00.000Z";

  expect((await getOverview(withBudget)).months).toEqual([
    { of: "project", costUsd: 1.25, budgetUsd: 50, share: 0.025, resetsAt },
    { of: "organization", costUsd: 0, budgetUsd: null, share: null, resetsAt },
  ]);
});

test("hides another project's jobs, questions, keys and money", async ({ services }) => {
  const theirs = await seedProject(services);
  await seedSite(theirs, PAGES);
  await seedKey(theirs);
  await seedJob(theirs);
  await ask(theirs, UNANSWERED);
  await services.db.costCounter.create({
    data: { scope: `project:${theirs.project.id}`, month: "2026-11", microUsd: 5n },
  });
  const mine = await seedProject(services);

  const overview = await getOverview(mine);

  expect(overview.steps).toEqual({
    repository: true,
    index: false,
    model: false,
    adminKey: false,
    job: false,
    question: false,
  });
  expect(overview).toMatchObject({ latestJobs: [], unanswered: [], months: [{ costUsd: 0 }, { costUsd: 0 }] });
  expect(overview.week.every(({ jobs, questions }) => jobs.active + questions.unanswered === 0)).toBe(true);
});
