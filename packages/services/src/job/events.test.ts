import { expect } from "vitest";
import type { ProjectContext } from "../context.ts";
import { seedJob, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { listPastEvents } from "./events.ts";

const test = servicesTest()
  /** A job with events 1 to 10, of which those up to `deletedUpTo` are gone. */
  .extend(
    "seedEvents",
    { scope: "file" },
    ({ services }) =>
      async (deletedUpTo = 0): Promise<{ ctx: ProjectContext; id: string }> => {
        const ctx = await seedProject(services);
        const { id } = await seedJob(ctx);
        await services.db.jobEvent.deleteMany({ where: { jobId: id } });
        const seqs = Array.from({ length: 10 - deletedUpTo }, (_, at) => deletedUpTo + at + 1);
        await services.db.jobEvent.createMany({
          data: seqs.map((seq) => ({ jobId: id, seq, type: "job.titled", data: { title: `Title ${seq}` } })),
        });
        return { ctx, id };
      },
  );

const idsOf = ({ events }: { events: { id: number }[] }) => events.map(({ id }) => id);

test("the newest events come first, in order, and page by page without gap or repetition", async ({ seedEvents }) => {
  const { ctx, id } = await seedEvents();

  const last = await listPastEvents(ctx, { id, limit: 4 });
  const before = await listPastEvents(ctx, { id, limit: 4, beforeId: 7 });
  const first = await listPastEvents(ctx, { id, limit: 4, beforeId: 3 });

  expect([idsOf(last), last.earlier]).toEqual([[7, 8, 9, 10], 6]);
  expect([idsOf(before), before.earlier]).toEqual([[3, 4, 5, 6], 2]);
  expect([idsOf(first), first.earlier]).toEqual([[1, 2], 0]);
});

test("events that are no longer kept are not counted", async ({ seedEvents }) => {
  const { ctx, id } = await seedEvents(5);

  const last = await listPastEvents(ctx, { id, limit: 3 });

  expect([idsOf(last), last.earlier]).toEqual([[8, 9, 10], 2]);
});

test("hides another project's events", async ({ services, seedEvents }) => {
  const { id } = await seedEvents();
  const other = await seedProject(services);

  await expect(listPastEvents(other, { id, limit: 3 })).rejects.toMatchObject({ code: "not_found" });
});
