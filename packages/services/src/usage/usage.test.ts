import { fixedClock } from "@docsteward/platform/clock";
import { describe, expect } from "vitest";
import type { ProjectContext } from "../context.ts";
import type { ExportRow } from "../database.ts";
import { sendMessage } from "../job/send-message.ts";
import { consumeLimits } from "../limit/consume.ts";
import { setLimit } from "../limit/quotas.ts";
import { seedJob, seedKey, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { exportUsage, type UsageTable } from "./export.ts";
import { getUsage } from "./get.ts";

const clock = fixedClock("2026-11-20T12:30:00Z");
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
const test = servicesTest({ clock }).extend(
  "useKey",
  { scope: "file" },
  ({ services }) =>
    async (keyId: string, at: Date, count: number) => {
      const hour = new Date(at.getTime() - (at.getTime() % 3_600_000));
      await services.db.keyUse.create({ data: { keyId, hour, count } });
    },
);

const asKey = (ctx: ProjectContext, keyId: string): ProjectContext => ({ ...ctx, actor: { kind: "key", keyId } });

async function rowsOf(ctx: ProjectContext, table: UsageTable): Promise<ExportRow[]> {
  const rows: ExportRow[] = [];
  for await (const row of exportUsage(ctx, { table })) rows.push(row);
  return rows;
}

test("a day that is over is counted once, and again when one of its jobs goes on", async ({ services }) => {
  const ctx = await seedProject(services);
  const seed = (cost: number) =>
    seedJob(ctx, { status: "completed", createdAt: daysAgo(3), model: "opus", inputTokens: 10, costMicroUsd: cost });
  const [job, other] = [await seed(2_000_000), await seed(1_000_000)];
  const read = async () => {
    const { costs, costlyJobs } = await getUsage(ctx);
    return {
      costs: costs.map(({ day, count, costUsd }) => [day, count, costUsd]),
      jobs: costlyJobs.map(({ id }) => id),
    };
  };
  const counted = { costs: [["2026-11-17", 2, 3]], jobs: [job.id, other.id] };
  expect(await read()).toEqual(counted);
  expect(await services.db.usageDay.count({ where: { projectId: ctx.project.id, source: "none" } })).toBe(29);

  await sendMessage(ctx, { id: other.id, prompt: "Shorter, please." });
  await services.db.job.update({ where: { id: other.id }, data: { costMicroUsd: 4_000_000 } });
  expect(await read()).toEqual({ costs: [["2026-11-17", 2, 6]], jobs: [other.id, job.id] });
  expect(await services.db.usageDay.count({ where: { projectId: ctx.project.id, source: "none" } })).toBe(28);
});

describe("limits", () => {
  test("tell what is used of each in its window, and when that ends", async ({ services }) => {
    const ctx = await seedProject(services);
    const key = await seedKey(ctx, { kind: "assistant", name: "Website" });
    await consumeLimits(ctx, ["agent-hour"]);
    await consumeLimits(asKey(ctx, key.id), ["key-month", "org-hour"]);
    await consumeLimits(asKey(ctx, key.id), ["key-month", "org-hour"]);

    const { limits } = await getUsage(ctx);

    const [nextHour, nextMonth] = ["2026-11-20T13:00:00.000Z", "2026-12-01T00:00:00.000Z"];
    expect(limits).toMatchObject([
      { name: "agent-hour", of: { kind: "project" }, quota: 100, used: 1, resetsAt: nextHour },
      { name: "agent-v1-hour", of: { kind: "project" }, used: 0 },
      { name: "key-month", of: { kind: "key", id: key.id, name: "Website" }, used: 2, resetsAt: nextMonth },
      { name: "org-hour", of: { kind: "organization" }, used: 2, resetsAt: nextHour },
      { name: "ip-day", of: { kind: "address" }, used: null },
    ]);
  });

  test("of a key are its own figure, and keys that are gone or open no readers' call have none", async ({
    services,
  }) => {
    const ctx = await seedProject(services);
    const key = await seedKey(ctx, { kind: "assistant" });
    await seedKey(ctx);
    const gone = await seedKey(ctx, { kind: "assistant" });
    await services.db.apiKey.update({ where: { id: gone.id }, data: { revokedAt: clock.now() } });
    await setLimit(ctx, { name: "key-month", quota: 50 });
    await setLimit(ctx, { keyId: key.id, name: "key-month", quota: 5 });

    const { limits } = await getUsage(ctx);

    expect(limits.filter(({ name }) => name === "key-month")).toMatchObject([{ of: { id: key.id }, quota: 5 }]);
  });
});

describe("calls by key", () => {
  test("are summed by day, over thirty days, the most used first", async ({ services, useKey }) => {
    const ctx = await seedProject(services);
    const [few, many] = [await seedKey(ctx, { name: "few" }), await seedKey(ctx, { kind: "assistant", name: "many" })];
    await useKey(few.id, daysAgo(0), 1);
    await useKey(many.id, daysAgo(29), 5);
    await useKey(many.id, new Date(daysAgo(29).getTime() - 3_600_000), 2);
    await useKey(many.id, daysAgo(30), 100);

    const { days, keys } = await getUsage(ctx);

    expect(days).toHaveLength(30);
    expect([days[0], days.at(-1)]).toEqual(["2026-10-22", "2026-11-20"]);
    expect(keys.map(({ name, counts }) => [name, counts[0], counts.at(-1)])).toEqual([
      ["many", 7, 0],
      ["few", 0, 1],
    ]);
  });

  test("are exported a day and key at a time", async ({ services, useKey }) => {
    const ctx = await seedProject(services);
    const key = await seedKey(ctx, { name: "=1+1" });
    await useKey(key.id, daysAgo(1), 3);

    expect(await rowsOf(ctx, "calls")).toEqual([
      ["day", "key", "key_name", "kind", "calls"],
      ["2026-11-19", key.id, "=1+1", "admin", 3],
    ]);
  });
});

test("the bars of the overview and of keys are exported as tables", async ({ services, useKey }) => {
  const ctx = await seedProject(services);
  const key = await seedKey(ctx, { name: "CI" });
  await useKey(key.id, clock.now(), 3);
  await useKey(key.id, daysAgo(3), 5);
  await seedJob(ctx, { createdAt: daysAgo(1), status: "failed", failureCode: "stuck" });

  const week = await rowsOf(ctx, "week");
  const hours = await rowsOf(ctx, "key-hours");

  expect(week).toHaveLength(1 + 7);
  expect(week[0]).toEqual([
    ...["day", "jobs_completed", "jobs_without_changes", "jobs_failed", "jobs_cancelled", "jobs_active"],
    ...["questions_answered", "questions_unanswered"],
  ]);
  expect(week.slice(-2)).toEqual([
    ["2026-11-19", 0, 0, 1, 0, 0, 0, 0],
    ["2026-11-20", 0, 0, 0, 0, 0, 0, 0],
  ]);
  expect(hours).toEqual([
    ["hour", "key", "key_name", "kind", "requests", "errors"],
    ["2026-11-20T12:00:00.000Z", key.id, "CI", "admin", 3, 0],
  ]);
});

describe("costs", () => {
  test("are summed by day and model, and the dearest jobs come first", async ({ services }) => {
    const ctx = await seedProject(services);
    const used = { inputTokens: 10, outputTokens: 2, createdAt: daysAgo(2) };
    await seedJob(ctx, { ...used, model: "sonnet", costMicroUsd: 1_500_000 });
    const dear = await seedJob(ctx, { ...used, model: "sonnet", costMicroUsd: 2_000_000 });
    await seedJob(ctx, { ...used, model: "offline", costMicroUsd: 0 });
    await seedJob(ctx, { ...used, model: "sonnet", costMicroUsd: 9_000_000, createdAt: daysAgo(31) });

    const { costs, costlyJobs } = await getUsage(ctx);

    expect(costs).toEqual([
      { day: "2026-11-18", model: "offline", source: "jobs", count: 1, inputTokens: 10, outputTokens: 2, costUsd: 0 },
      { day: "2026-11-18", model: "sonnet", source: "jobs", count: 2, inputTokens: 20, outputTokens: 4, costUsd: 3.5 },
    ]);
    expect(costlyJobs).toHaveLength(2);
    expect(costlyJobs[0]).toMatchObject({ id: dear.id, costUsd: 2 });
    expect(await rowsOf(ctx, "costs")).toEqual([
      ["day", "for", "model", "count", "input_tokens", "output_tokens", "cost_usd"],
      ["2026-11-18", "jobs", "offline", 1, 10, 2, 0],
      ["2026-11-18", "jobs", "sonnet", 2, 20, 4, 3.5],
    ]);
  });

  test("of jobs are exported a line each, over the border of a page", async ({ services }) => {
    const ctx = await seedProject(services);
    const job = await seedJob(ctx, { createdAt: daysAgo(1) });
    const { search: _, ...row } = (await services.db.job.findUniqueOrThrow({ where: { id: job.id } })) as typeof job & {
      search?: unknown;
    };
    await services.db.job.createMany({
      data: Array.from({ length: 502 }, (_, index) => ({
        ...row,
        todos: [],
        id: `${job.id}${index}`,
        createdAt: new Date(daysAgo(1).getTime() + (index % 7)),
      })),
    });

    const rows = await rowsOf(ctx, "jobs");

    expect(rows).toHaveLength(1 + 503);
    expect(new Set(rows.map(([id]) => id)).size).toBe(1 + 503);
  });
});

test("hides another project's limits, keys, costs and jobs, and another organization's admin keys", async ({
  services,
  useKey,
}) => {
  const theirs = await seedProject(services);
  const sibling = await seedProject(services, { organizationId: theirs.project.organizationId });
  const own = await seedKey(theirs, { kind: "assistant" });
  const shared = await seedKey(theirs);
  await useKey(own.id, clock.now(), 1);
  await useKey(shared.id, clock.now(), 1);
  await consumeLimits(asKey(theirs, own.id), ["agent-hour", "key-month", "org-hour"]);
  await seedJob(theirs, { costMicroUsd: 5 });
  const stranger = await seedProject(services);

  const seen = await getUsage(stranger);
  const seenBySibling = await getUsage(sibling);

  expect(seen).toMatchObject({ keys: [], costs: [], costlyJobs: [] });
  expect(seen.limits.every(({ used }) => !used)).toBe(true);
  expect(seenBySibling).toMatchObject({ keys: [{ keyId: shared.id }], costs: [], costlyJobs: [] });
  expect(seenBySibling.limits.filter(({ used }) => used)).toMatchObject([{ name: "org-hour", used: 1 }]);
  for (const table of ["calls", "costs", "jobs", "key-hours"] as const) {
    expect(await rowsOf(stranger, table)).toHaveLength(1);
  }
  expect((await rowsOf(stranger, "week")).slice(1).flatMap(([, ...counts]) => counts)).toEqual(
    new Array<number>(7 * 7).fill(0),
  );
});
