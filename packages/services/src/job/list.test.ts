import { expect } from "vitest";
import { listAuditEvents } from "../audit/list.ts";
import type { ProjectContext } from "../context.ts";
import { readRows, seedJob, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { exportJobs } from "./export.ts";
import { listJobDetails, listJobs } from "./list.ts";
import { changeJobs } from "./many.ts";

const test = servicesTest();

async function seedJobs(ctx: ProjectContext, count: number): Promise<string[]> {
  const createdAt = new Date("2026-01-01T00:00:00Z");
  const ids: string[] = [];
  // All at the same time: only the id distinguishes them.
  for (let index = 0; index < count; index += 1) ids.push((await seedJob(ctx, { createdAt })).id);
  return ids.reverse();
}

test("pages go through every job once, newest first, while new ones come in", async ({ services }) => {
  const ctx = await seedProject(services);
  const ids = await seedJobs(ctx, 7);

  const first = await listJobs(ctx, { limit: 3 });
  await seedJob(ctx);
  const second = await listJobs(ctx, { limit: 3, cursor: first.nextCursor ?? "" });
  const third = await listJobs(ctx, { limit: 3, cursor: second.nextCursor ?? "" });

  expect([first, second, third].map(({ hasMore }) => hasMore)).toEqual([true, true, false]);
  expect(third.nextCursor).toBeNull();
  expect([first, second, third].flatMap(({ jobs }) => jobs.map(({ id }) => id))).toEqual(ids);
});

test("a list can be narrowed to a status and to the archive", async ({ services }) => {
  const ctx = await seedProject(services);
  const active = await seedJob(ctx);
  const failed = await seedJob(ctx, { status: "failed", failureCode: "stuck", failureReason: "Stuck." });
  const archived = await seedJob(ctx, { status: "failed", archivedAt: new Date() });

  const idsOf = async (query: object) => (await listJobs(ctx, { limit: 20, ...query })).jobs.map(({ id }) => id);

  expect(await idsOf({ status: "active" })).toEqual([active.id]);
  expect(await idsOf({ archived: true })).toEqual([archived.id]);
  expect(await idsOf({ status: "failed", archived: false })).toEqual([failed.id]);
  expect(await idsOf({})).toHaveLength(3);
});

test("details tell what was asked and why a job failed", async ({ services }) => {
  const ctx = await seedProject(services);
  await seedJob(ctx, { prompt: "Do it", status: "failed", failureCode: "stuck", failureReason: "Stuck." });

  const { jobs } = await listJobDetails(ctx, { limit: 20 });

  expect(jobs).toMatchObject([{ prompt: "Do it", failure: { code: "stuck", reason: "Stuck." }, todos: [] }]);
});

test.for(["", "x", "eyJ.abc", `${Buffer.from("1 job").toString("base64url")}.${"A".repeat(22)}`])(
  "the cursor %j is refused",
  async (cursor, { services }) => {
    const ctx = await seedProject(services);

    await expect(listJobs(ctx, { limit: 3, cursor })).rejects.toMatchObject({ code: "invalid_request" });
  },
);

test("a cursor works for its own project only, and a list hides another project's jobs", async ({ services }) => {
  const [mine, theirs] = [await seedProject(services), await seedProject(services)];
  await seedJobs(theirs, 2);
  const { nextCursor } = await listJobs(theirs, { limit: 1 });

  expect((await listJobs(mine, { limit: 20 })).jobs).toEqual([]);
  await expect(listJobs(mine, { limit: 1, cursor: nextCursor ?? "" })).rejects.toMatchObject({
    code: "invalid_request",
  });
});

test("details tell the size and the open problems of a pull request, and nothing of a push that led to none", async ({
  services,
}) => {
  const ctx = await seedProject(services);
  const pushed = { changedFiles: 2, addedLines: 5, deletedLines: 1, openProblems: 3 };
  await seedJob(ctx, pushed);
  await seedJob(ctx, { ...pushed, pullRequestNumber: 4 });

  const { jobs } = await listJobDetails(ctx, { limit: 20 });

  expect(jobs.map(({ size, openProblems }) => ({ size, openProblems }))).toEqual([
    { size: { files: 2, additions: 5, deletions: 1 }, openProblems: 3 },
    { size: null, openProblems: null },
  ]);
});

test("a list can be narrowed to what the checks left, and to days", async ({ services }) => {
  const ctx = await seedProject(services);
  const at = (time: string) => new Date(`2026-03-${time}Z`);
  const passed = await seedJob(ctx, { pullRequestNumber: 1, openProblems: 0, createdAt: at("01T00:00:00") });
  const left = await seedJob(ctx, { pullRequestNumber: 2, openProblems: 2, createdAt: at("02T23:59:59.999") });
  await seedJob(ctx, { openProblems: 2, createdAt: at("03T00:00:00") });
  const idsOf = async (query: object) =>
    (await listJobDetails(ctx, { limit: 20, ...query })).jobs.map(({ id }) => id).toReversed();

  expect(await idsOf({ checks: "passed" })).toEqual([passed.id]);
  expect(await idsOf({ checks: "problems" })).toEqual([left.id]);
  expect(await idsOf({ from: "2026-03-01", to: "2026-03-02" })).toEqual([passed.id, left.id]);
  expect(await idsOf({ from: "2026-03-02", to: "2026-03-02" })).toEqual([left.id]);
});

test("an export has every job of the filter over pages, newest first, and none of another project", async ({
  services,
}) => {
  const [mine, theirs] = [await seedProject(services), await seedProject(services)];
  await seedJobs(theirs, 1);
  const { id } = await seedJob(mine, { prompt: "=1+1", createdAt: new Date("2025-01-01T00:00:00Z") });
  await mine.db.$executeRaw`
    INSERT INTO "Job" (id, "projectId", model, repository, "baseRef", status, "createdAt")
    SELECT 'job_many_' || lpad(n::text, 3, '0'), ${mine.project.id}, 'opus', 'file:///srv/docs.git', 'main', 'completed',
      '2026-01-01'::timestamptz + n * interval '1 minute' FROM generate_series(1, 450) n`;

  const rows = await readRows(exportJobs(mine, {}));
  const narrowed = await readRows(exportJobs(mine, { outcome: "active" }));

  expect(rows[0]?.slice(0, 2)).toEqual(["job", "created_at"]);
  expect(rows.slice(1).map(([job]) => job)).toEqual([
    ...Array.from({ length: 450 }, (_, n) => `job_many_${String(450 - n).padStart(3, "0")}`),
    id,
  ]);
  expect(narrowed.slice(1)).toEqual([expect.arrayContaining([id, "active", "=1+1"])]);
});

test("many jobs are changed in one call, which says what became of each, and the audit log names them", async ({
  services,
}) => {
  const [ctx, theirs] = [await seedProject(services), await seedProject(services)];
  const active = await seedJob(ctx);
  const failed = await seedJob(ctx, { status: "failed", failureCode: "stuck", failureReason: "Stuck." });
  const foreign = await seedJob(theirs);
  const ids = [failed.id, active.id, foreign.id, active.id];

  const cancelled = await changeJobs(ctx, { ids, action: "cancel" });
  const archived = await changeJobs(ctx, { ids: ids.slice(0, 3), action: "archive" });

  expect(cancelled).toEqual([
    { id: failed.id, problem: "This job can't be cancelled: it is already failed." },
    { id: active.id, problem: null },
    { id: foreign.id, problem: "Job not found." },
  ]);
  expect(archived.map(({ problem }) => problem)).toEqual([null, null, "Job not found."]);
  expect((await listJobDetails(ctx, { limit: 20, archived: true })).jobs).toHaveLength(2);
  expect((await listJobDetails(theirs, { limit: 20, outcome: "active", archived: false })).jobs).toHaveLength(1);
  const audited = await listAuditEvents(ctx, { subject: "jobs" });
  expect(audited.map(({ action, targetId }) => [action, targetId]).toReversed()).toEqual([
    ["job.cancelled", active.id],
    ["job.archived", failed.id],
    ["job.archived", active.id],
  ]);
  expect(await listAuditEvents(theirs)).toEqual([]);
});
