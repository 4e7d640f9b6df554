import { expect } from "vitest";
import type { ProjectContext } from "../context.ts";
import { seedJob, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { archiveJob } from "./archive.ts";
import { followJobs, type JobListChange } from "./follow-jobs.ts";
import type { JobFilter } from "./list.ts";
import { cancelJob } from "./stop.ts";

const test = servicesTest();

/** A list with a subscriber. `until` reads up to the first change that matches. */
function look(ctx: ProjectContext, filter: JobFilter = {}) {
  const page = new AbortController();
  const changes = followJobs(ctx, { filter, signal: page.signal });
  const first = changes.next();
  return {
    async until(isIt: (change: JobListChange) => boolean): Promise<JobListChange> {
      for (let read = first; ; read = changes.next()) {
        const { value } = await read;
        if (value === undefined) throw new Error("The list ended");
        if (isIt(value)) return value;
      }
    },
    async close() {
      page.abort();
      return changes.next();
    },
  };
}

test("a new job and each change of it are reported", async ({ services }) => {
  const ctx = await seedProject(services);
  const list = look(ctx);

  const { id } = await seedJob(ctx, { prompt: "Say hello" });
  await list.until(({ jobs }) => jobs.some((job) => job.id === id && job.prompt === "Say hello"));
  await cancelJob(ctx, { id });
  await list.until(({ jobs }) => jobs.some((job) => job.id === id && job.status === "failed"));

  expect(await list.close()).toEqual({ done: true, value: undefined });
});

test("a job that leaves the list is reported by its id", async ({ services }) => {
  const ctx = await seedProject(services);
  const { id } = await seedJob(ctx, { status: "completed" });
  const list = look(ctx, { archived: false });

  await archiveJob(ctx, { id });

  expect(await list.until(({ goneIds }) => goneIds.length > 0)).toEqual({ jobs: [], goneIds: [id], isStale: false });
  await list.close();
});

test("hides another project's jobs", async ({ services }) => {
  const [mine, theirs] = [await seedProject(services), await seedProject(services)];
  const list = look(mine);

  await seedJob(theirs);
  const { id } = await seedJob(mine);
  const change = await list.until(() => true);

  expect([change.jobs.map((job) => job.id), change.goneIds]).toEqual([[id], []]);
  await list.close();
});
