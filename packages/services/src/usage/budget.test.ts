import { ERRORS } from "@docsteward/contract/error";
import { fixedClock } from "@docsteward/platform/clock";
import { describe, expect } from "vitest";
import type { ProjectContext } from "../context.ts";
import { createJob } from "../job/create.ts";
import { getJobDetails } from "../job/details.ts";
import { appendToJournal } from "../job/journal.ts";
import { claimJob } from "../job/lease.ts";
import { sendMessage } from "../job/send-message.ts";
import { seedJob, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { findTightestBudget } from "./budget.ts";

const clock = fixedClock("2026-11-20T12:00:00Z");
const test = servicesTest({ clock }).extend(
  "counted",
  { scope: "file" },
  ({ services }) =>
    async (scope: string, month = "2026-11") => {
      const counter = await services.db.costCounter.findUnique({ where: { scope_month: { scope, month } } });
      return counter?.microUsd ?? null;
    },
);

const USED = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, modelCalls: 1 };

async function openLease(ctx: ProjectContext) {
  const { id } = await seedJob(ctx);
  await claimJob(ctx, { id });
  return { kind: "job", id, attempt: 1 } as const;
}

async function spend(ctx: ProjectContext, costMicroUsd: number) {
  await appendToJournal(ctx, { lease: await openLease(ctx), patch: { usage: { ...USED, costMicroUsd } } });
}

describe("what a model call costs", () => {
  test("is counted to its job, its project and its organization, exactly, however many jobs run concurrently", async ({
    services,
    counted,
  }) => {
    const ctx = await seedProject(services);
    const sibling = await seedProject(services, { organizationId: ctx.project.organizationId });
    const leases = await Promise.all([ctx, ctx, ctx, sibling, sibling, sibling].map(openLease));

    await Promise.all(
      Array.from({ length: 10 }, () =>
        leases.map((lease) => appendToJournal(ctx, { lease, patch: { usage: { ...USED, costMicroUsd: 7 } } })),
      ).flat(),
    );

    expect(await counted(`project:${ctx.project.id}`)).toBe(210n);
    expect(await counted(`project:${sibling.project.id}`)).toBe(210n);
    expect(await counted(`organization:${ctx.project.organizationId}`)).toBe(420n);
    for (const { id } of leases) {
      expect(await services.db.job.findUnique({ where: { id } })).toMatchObject({ costMicroUsd: 70n });
    }
  });

  test("is counted to the month it happens in", async ({ services, counted }) => {
    const ctx = await seedProject(services);
    const december = fixedClock("2026-12-01T00:00:00Z");

    await spend(ctx, 5);
    await spend({ ...ctx, clock: december }, 8);

    expect(await counted(`project:${ctx.project.id}`)).toBe(5n);
    expect(await counted(`project:${ctx.project.id}`, "2026-12")).toBe(8n);
  });

  test("is counted once when a journal entry is stored twice, and not at all for a worker without the lease", async ({
    services,
    counted,
  }) => {
    const ctx = await seedProject(services);
    const lease = await openLease(ctx);
    const entry = {
      id: "rec_1",
      entries: [{ kind: "model", data: {} }],
      patch: { usage: { ...USED, costMicroUsd: 9 } },
    };

    await appendToJournal(ctx, { lease, ...entry });
    await appendToJournal(ctx, { lease, ...entry });
    const lost = appendToJournal(ctx, { ...entry, lease: { ...lease, attempt: 0 }, id: "rec_2" });

    await expect(lost).rejects.toThrow("has lost the job");
    expect(await counted(`project:${ctx.project.id}`)).toBe(9n);
    expect(await services.db.journalEntry.count({ where: { jobId: lease.id } })).toBe(1);
  });

  test("leaves no counter behind when it is nothing", async ({ services, counted }) => {
    const ctx = await seedProject(services);

    await spend(ctx, 0);

    expect(await counted(`project:${ctx.project.id}`)).toBeNull();
  });

  test("is shown in US dollars, and as unknown for a model without a price", async ({ services }) => {
    const ctx = await seedProject(services);
    const lease = await openLease(ctx);
    const priced = { ...ctx, prices: { offline: { input: 1, cachedInput: 1, cacheWrite: 1, output: 1 } } };

    const [unknown, nothing] = [await getJobDetails(ctx, lease), await getJobDetails(priced, lease)];
    await appendToJournal(ctx, { lease, patch: { usage: { ...USED, costMicroUsd: 1_250_000 } } });
    const known = await getJobDetails(ctx, lease);

    expect([unknown.costUsd, nothing.costUsd, known.costUsd]).toEqual([null, 0, 1.25]);
  });
});

describe("a month's budget", () => {
  const budgets = { projectMicroUsd: 2_500_000, organizationMicroUsd: 50_000_000 };
  const REMEDY =
    "It resets on December 1 (UTC). To raise it, use Settings > Limits and budgets, `docsteward limit job`, or PROJECT_MAX_COST_USD_PER_MONTH.";

  test("is not asked about when none is set", async ({ services }) => {
    const ctx = await seedProject(services);
    await spend(ctx, 1_000_000_000);

    expect(await findTightestBudget(ctx)).toBeNull();
    expect((await createJob(ctx, { prompt: "p" })).job.status).toBe("active");
  });

  test("is reported as the used share, the nearer one of project and organization", async ({ services }) => {
    const ctx = { ...(await seedProject(services)), budgets };
    const sibling = { ...(await seedProject(services, { organizationId: ctx.project.organizationId })), budgets };

    expect(await findTightestBudget(ctx)).toMatchObject({ share: 0 });
    await spend(ctx, 1_000_000);
    expect(await findTightestBudget(ctx)).toEqual({
      share: 0.4,
      name: "$2.50 per month for this project",
      remedy: REMEDY,
    });
    await spend(sibling, 39_000_000);
    expect(await findTightestBudget(ctx)).toMatchObject({
      share: 0.8,
      name: "$50 per month for this organization",
    });
  });

  test("once used up, refuses new jobs and messages until the next month, and names the setting", async ({
    services,
  }) => {
    const ctx = { ...(await seedProject(services)), budgets };
    const job = await seedJob(ctx);
    await spend(ctx, 2_500_000);

    const refusal = {
      code: "budget_exceeded",
      message: `This project's budget of $2.50 for November 2026 is used up. ${REMEDY}`,
      options: { retryAfterSeconds: 10.5 * 86_400, violatedPolicies: ["project-cost-month"] },
    };
    await expect(createJob(ctx, { prompt: "p" })).rejects.toMatchObject(refusal);
    await expect(sendMessage(ctx, { id: job.id, prompt: "p" })).rejects.toMatchObject(refusal);
    expect(ERRORS.budget_exceeded.status).toBe(429);

    const december = { ...ctx, clock: fixedClock("2026-12-01T00:00:00Z") };
    expect((await createJob(december, { prompt: "p" })).job.status).toBe("active");
  });

  test("of the organization holds for every project in it, and for no other", async ({ services }) => {
    const tight = { projectMicroUsd: null, organizationMicroUsd: 1_000_000 };
    const ctx = { ...(await seedProject(services)), budgets: tight };
    const sibling = {
      ...(await seedProject(services, { organizationId: ctx.project.organizationId })),
      budgets: tight,
    };
    const stranger = { ...(await seedProject(services)), budgets: tight };
    await spend(ctx, 1_000_000);

    await expect(createJob(sibling, { prompt: "p" })).rejects.toMatchObject({
      code: "budget_exceeded",
      message: expect.stringContaining("This organization's budget of $1 for November 2026 is used up."),
    });
    expect((await createJob(stranger, { prompt: "p" })).job.status).toBe("active");
  });

  test("does not stand in the way of a repeated call, nor hide that a job is archived or another project's", async ({
    services,
  }) => {
    const ctx = { ...(await seedProject(services)), budgets };
    const call = { prompt: "p", idempotencyKey: "k" };
    const first = await createJob(ctx, call);
    const archived = await seedJob(ctx, { archivedAt: clock.now() });
    const foreign = await seedJob(await seedProject(services));
    await spend(ctx, 2_500_000);

    expect(await createJob(ctx, call)).toMatchObject({ isReplay: true, job: { id: first.job.id } });
    await expect(sendMessage(ctx, { id: archived.id, prompt: "p" })).rejects.toMatchObject({ code: "job_archived" });
    await expect(sendMessage(ctx, { id: foreign.id, prompt: "p" })).rejects.toMatchObject({ code: "not_found" });
  });
});
