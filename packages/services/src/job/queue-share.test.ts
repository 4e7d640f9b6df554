import { parseInput } from "@docsteward/contract/input-schema";
import { expect } from "vitest";
import { seedJob, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { getJobDetails } from "./details.ts";
import { getJob } from "./job.ts";
import { listJobs } from "./list.ts";
import { SetQueueShare, setQueueShare } from "./queue-share.ts";

const test = servicesTest();

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
