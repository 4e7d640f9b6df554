import { expect } from "vitest";
import { PAUSED_MANUALLY } from "./automation/define.ts";
import type { ProjectContext } from "./context.ts";
import { listNeeds } from "./needs.ts";
import { seedSite } from "./site/testing-site.ts";
import { seedJob, seedProject } from "./testing.ts";
import { servicesTest } from "./testing-fixtures.ts";

const test = servicesTest();

const titlesOf = async (ctx: ProjectContext, kind: string) =>
  (await listNeeds(ctx)).needs.filter((need) => need.kind === kind).map(({ title }) => title);

test("failed jobs wait until they are retried or archived; cancelled ones did not fail", async ({ services }) => {
  const ctx = await seedProject(services);
  const failed = { status: "failed", failureCode: "stuck" } as const;
  const failureReason = "The model repeated the same call.";
  const first = await seedJob(ctx, { ...failed, failureReason, prompt: "Fix the first page\nand more" });
  const retried = await seedJob(ctx, { ...failed, prompt: "Retried" });
  await seedJob(ctx, { retryOfId: retried.id });
  await seedJob(ctx, { ...failed, prompt: "Archived", archivedAt: new Date() });
  await seedJob(ctx, { ...failed, prompt: "Cancelled", failureCode: "cancelled" });
  await seedJob(ctx, { ...failed, prompt: "Old", createdAt: new Date("2020-01-01") });

  expect((await listNeeds(ctx)).needs.filter(({ kind }) => kind === "job")).toMatchObject([
    { title: "Job failed: Fix the first page", reason: failureReason, action: { kind: "retry", id: first.id } },
  ]);
});

test("a broken webhook, an open pull request, an asked gap and a missing model wait; what is done does not", async ({
  services,
}) => {
  const ctx = await seedProject(services);
  const { db } = services;
  const projectId = ctx.project.id;
  const endpoint = (url: string, failingSince: Date | null) => ({
    ...{ id: `${projectId}-${url}`, projectId, url, events: [], secret: "sealed", failingSince },
  });
  await db.webhookEndpoint.create({ data: endpoint("https://broken.example.com/hooks", new Date()) });
  await db.webhookEndpoint.create({ data: endpoint("https://fine.example.com/hooks", null) });
  const gap = { projectId, askedCount: 4, lastAskedAt: new Date() };
  await db.gap.create({ data: { ...gap, id: `${projectId}-open`, question: "How do I rotate a key?" } });
  await db.gap.create({ data: { ...gap, id: `${projectId}-done`, question: "Done?", state: "done" } });

  expect(await titlesOf(ctx, "webhook")).toEqual(["The webhook broken.example.com fails"]);
  expect(await titlesOf(ctx, "gap")).toEqual(["Asked 4 times: How do I rotate a key?"]);
  expect(await titlesOf(ctx, "model")).toHaveLength(1);
  expect((await listNeeds(ctx)).counts).toEqual({ job: 0, review: 0, gap: 1 });
});

test("many failed jobs are counted, the newest are named, and another project's are hidden", async ({ services }) => {
  const [ctx, other] = [await seedProject(services), await seedProject(services)];
  for (const number of [1, 2, 3, 4, 5]) {
    const createdAt = new Date(Date.now() - 1_000 * (10 - number));
    await seedJob(ctx, { status: "failed", failureCode: "stuck", prompt: `Job ${number}`, createdAt });
  }

  expect(await titlesOf(ctx, "job")).toEqual(["Job failed: Job 5", "Job failed: Job 4", "Job failed: Job 3"]);
  expect((await listNeeds(ctx)).counts.job).toBe(5);
  expect((await listNeeds(other)).counts.job).toBe(0);
});

test("an automation that paused itself waits, one that a person paused does not", async ({ services }) => {
  const ctx = await seedProject(services);
  const { db } = services;
  const projectId = ctx.project.id;
  const times = { createdAt: new Date(), updatedAt: new Date(), pausedAt: new Date() };
  const row = (name: string, pausedReason: string) => ({
    ...{ id: `${projectId}-${name}`, projectId, name, origin: "api", definition: {}, pausedReason, ...times },
  });
  const reason = "Its last 3 pull requests were closed without merging.";
  await db.automation.create({ data: row("weekly", reason) });
  await db.automation.create({ data: row("nightly", PAUSED_MANUALLY) });

  expect((await listNeeds(ctx)).needs.filter(({ kind }) => kind === "automation")).toMatchObject([
    { title: "The automation weekly paused itself", reason },
  ]);
});

test("a gap waits again when its job changed nothing", async ({ services }) => {
  const ctx = await seedProject(services);
  const { id: jobId } = await seedJob(ctx, { status: "completed" });
  const { id: activeId } = await seedJob(ctx);
  const gap = { projectId: ctx.project.id, askedCount: 1, lastAskedAt: new Date() };
  await services.db.gap.create({ data: { ...gap, id: `${gap.projectId}-ended`, question: "Can I pause?", jobId } });
  await services.db.gap.create({ data: { ...gap, id: `${gap.projectId}-active`, question: "How?", jobId: activeId } });

  expect(await titlesOf(ctx, "gap")).toEqual(["The job changed nothing: Can I pause?"]);
});

test("a budget waits when most of it is used, and another project's is hidden", async ({ services }) => {
  const [ctx, other] = [await seedProject(services), await seedProject(services)];
  const month = services.clock.now().toISOString().slice(0, 7);
  const scope = `project:${ctx.project.id}`;
  const titlesAt = async (dollars: number, seen: ProjectContext) => {
    const microUsd = BigInt(dollars * 1_000_000);
    await services.db.costCounter.upsert({
      where: { scope_month: { scope, month } },
      create: { scope, month, microUsd },
      update: { microUsd },
    });
    return titlesOf({ ...seen, budgets: { projectMicroUsd: 50_000_000, organizationMicroUsd: null } }, "budget");
  };

  expect(await titlesAt(39, ctx)).toEqual([]);
  expect(await titlesAt(41, ctx)).toEqual(["82 % of the project's budget for this month is used."]);
  expect(await titlesAt(50, ctx)).toEqual(["The project's budget for this month is used up. New jobs are blocked."]);
  expect(await titlesAt(50, other)).toEqual([]);
});

test("an index that failed, left out pages or found none waits", async ({ services }) => {
  const [broken, partial, empty] = [
    await seedProject(services),
    await seedProject(services),
    await seedProject(services),
  ];
  const page = { path: "/flags", text: "A kill-switch turns a feature off." };
  await seedSite(broken, [page]);
  const failure = "The folder docs is not in the repository.";
  await services.db.siteIndex.update({ where: { projectId: broken.project.id }, data: { status: "failed", failure } });
  await seedSite(partial, [page], {
    skipped: [{ path: "docs/long.md", sha: "1", cpuSeconds: 5, reason: "takes more than 5 s" }],
  });
  await seedSite(empty, []);

  expect((await listNeeds(broken)).needs).toContainEqual(
    expect.objectContaining({ title: "The last index run failed", reason: failure }),
  );
  expect(await titlesOf(partial, "index")).toEqual(["1 page is left out of the index"]);
  expect(await titlesOf(empty, "index")).toEqual([
    "The docs folder has no Markdown pages, so the assistant can't answer",
  ]);
});
