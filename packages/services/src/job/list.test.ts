import { expect } from "vitest";
import type { ProjectContext } from "../context.ts";
import { seedJob, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { listJobDetails, listJobs } from "./list.ts";

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
