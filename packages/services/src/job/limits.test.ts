import { expect } from "vitest";
import { inProject, type ProjectContext } from "../context.ts";
import { seedJob, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { findTightestBudget } from "../usage/budget.ts";
import { createJob } from "./create.ts";
import { appendToJournal } from "./journal.ts";
import { claimJob } from "./lease.ts";
import { resolveJobLimits, setJobLimits } from "./limits.ts";

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
