import { parseInput } from "@docsteward/contract/input-schema";
import { expect } from "vitest";
import { inProject, type ProjectContext } from "../context.ts";
import { seedJob, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { findTightestBudget } from "../usage/budget.ts";
import { createJob } from "./create.ts";
import { getJobDetails } from "./details.ts";
import { getJob } from "./job.ts";
import { appendToJournal } from "./journal.ts";
import { claimJob } from "./lease.ts";
import { resolveJobLimits, SetQueueShare, setJobLimits, setQueueShare } from "./limits.ts";
import { listJobs } from "./list.ts";

const test = servicesTest();

const INSTALLATION = { maxSteps: 60, maxTokens: 2_000_000, maxMinutes: 30, maxCostUsd: 5 };

async function reopen(ctx: ProjectContext): Promise<ProjectContext> {
  const project = await ctx.db.project.findUniqueOrThrow({
    where: { id: ctx.project.id },
    include: { organization: true },
  });
  return inProject(ctx, project);
}

const limitsOf = async (ctx: ProjectContext) => {
  return resolveJobLimits(await reopen(ctx), INSTALLATION);
};

test("a project's figure below its organization's holds, and that below the installation's", async ({ services }) => {
  const ctx = await seedProject(services);
  const sibling = await seedProject(services, { organizationId: ctx.project.organizationId });

  await setJobLimits(ctx, { owner: "organization", changes: { maxSteps: 20, maxMinutes: 10 } });
  await setJobLimits(ctx, { owner: "project", changes: { maxSteps: 5, maxCostUsd: 0.5 } });

  expect(await limitsOf(ctx)).toEqual({ ...INSTALLATION, maxSteps: 5, maxMinutes: 10, maxCostUsd: 0.5 });
  expect(await limitsOf(sibling)).toEqual({ ...INSTALLATION, maxSteps: 20, maxMinutes: 10 });
});

test("null goes back to what holds without a figure, and what is left out stays", async ({ services }) => {
  const ctx = await seedProject(services);
  await setJobLimits(ctx, { owner: "project", changes: { maxSteps: 5, maxTokens: 5_000 } });

  expect(await setJobLimits(ctx, { owner: "project", changes: { maxSteps: null } })).toEqual({ maxTokens: 5_000 });

  expect(await limitsOf(ctx)).toEqual({ ...INSTALLATION, maxTokens: 5_000 });
});

test("a figure that cannot be is refused by name, and nothing changes", async ({ services }) => {
  const ctx = await seedProject(services);

  const refused = setJobLimits(ctx, { owner: "project", changes: { maxSteps: 0, maxMinutes: 5 } });

  await expect(refused).rejects.toMatchObject({
    code: "invalid_request",
    message: expect.stringMatching(/^maxSteps /),
  });
  expect(await limitsOf(ctx)).toEqual(INSTALLATION);
});

test.for(["project", "organization"] as const)(
  "the month's money of one %s ends its new jobs and no other's",
  async (owner, { services }) => {
    const ctx = await seedProject(services);
    const stranger = await seedProject(services);
    const { id } = await seedJob(ctx);
    await claimJob(ctx, { id });
    await setJobLimits(ctx, { owner, changes: { maxCostUsdPerMonth: 0.01 } });
    const limited = await reopen(ctx);
    await createJob(limited, { prompt: "Fix the typo" });

    const usage = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, modelCalls: 1, costMicroUsd: 10_000 };
    await appendToJournal(ctx, { lease: { kind: "job", id, attempt: 1 }, patch: { usage } });

    await expect(createJob(limited, { prompt: "More" })).rejects.toMatchObject({ code: "budget_exceeded" });
    expect(await findTightestBudget({ ...ctx, ...limited })).toMatchObject({ share: 1 });
    await createJob(stranger, { prompt: "Fix the typo" });
  },
);

test("who changed a limit stands in the audit trail", async ({ services }) => {
  const ctx = await seedProject(services);

  await setJobLimits(ctx, { owner: "project", changes: { maxSteps: 5 } });

  expect(await ctx.db.auditEvent.findFirst({ where: { targetId: ctx.project.id } })).toMatchObject({
    action: "limit.set",
    details: { maxSteps: 5 },
  });
});

test("a job that waits has its place wherever a job is read, and another tenant's later job is before it", async ({
  services,
}) => {
  const a = await seedProject(services);
  const [first, second, third] = [await seedJob(a), await seedJob(a), await seedJob(a)];
  const b = await seedProject(services);
  const later = await seedJob(b);

  expect(await getJob(a, first)).not.toHaveProperty("queuePosition");
  expect(await getJob(b, later)).toMatchObject({ queuePosition: 1 });
  expect(await getJobDetails(a, second)).toMatchObject({ queuePosition: 2 });
  const { jobs } = await listJobs(a, { limit: 10 });
  expect(jobs.find(({ id }) => id === third.id)).toMatchObject({ queuePosition: 3 });
});

test("the operator sets most active jobs and a weight, one without changing the other, and goes back to the default", async ({
  services,
}) => {
  const ctx = await seedProject(services);
  const set = (input: object) => setQueueShare(ctx, parseInput(SetQueueShare, { owner: "organization", ...input }));

  expect(await set({ maxActiveJobs: 4 })).toEqual({ maxActiveJobs: 4, weight: 1 });
  expect(await set({ weight: 3 })).toEqual({ maxActiveJobs: 4, weight: 3 });
  expect(await set({ maxActiveJobs: null })).toEqual({ maxActiveJobs: null, weight: 3 });
  expect(await setQueueShare(ctx, { owner: "project", maxActiveJobs: 2 })).toEqual({ maxActiveJobs: 2, weight: null });
  await expect(setQueueShare(ctx, { owner: "project", weight: 2 })).rejects.toMatchObject({ code: "invalid_request" });
});
