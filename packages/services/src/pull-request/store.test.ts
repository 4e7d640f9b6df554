import { expect } from "vitest";
import { claimJob } from "../job/lease.ts";
import { cancelJob } from "../job/stop.ts";
import { LeaseLostError } from "../lease.ts";
import { seedJob, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { listPullRequests } from "./get.ts";
import { closePullRequest } from "./merge.ts";
import { createPullRequestStore } from "./store.ts";

const test = servicesTest();

const request = (branch: string, jobId = "job_1") => ({
  jobId,
  branch,
  baseRef: "main",
  baseSha: "b".repeat(40),
  headSha: "c".repeat(40),
  title: "A title",
  body: "A body",
  isDraft: false,
});

test("pull requests of a project are numbered from 1 without gaps, also when opened concurrently", async ({
  services,
}) => {
  const ctx = await seedProject(services);
  const store = createPullRequestStore(services, { projectId: ctx.project.id, repository: ctx.project.repository });

  const opened = await Promise.all(Array.from({ length: 10 }, (_, index) => store.create(request(`branch-${index}`))));

  expect(opened.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test("opening twice for one branch gives the same pull request, and a new one after it was closed", async ({
  services,
}) => {
  const ctx = await seedProject(services);
  const store = createPullRequestStore(services, { projectId: ctx.project.id, repository: ctx.project.repository });

  const opened = await Promise.all([1, 2, 3].map(() => store.create(request("fix"))));
  await closePullRequest(ctx, { number: 1 });
  const next = await store.create(request("fix"));

  expect(opened.map(({ number }) => number)).toEqual([1, 1, 1]);
  expect(next.number).toBe(2);
  expect(await store.find(1)).toMatchObject({ state: "closed" });
  expect(await store.findOpen("fix")).toMatchObject({ number: 2 });
});

test("a worker that has lost its job opens and moves none", async ({ services }) => {
  const ctx = await seedProject(services);
  const { id } = await seedJob(ctx);
  await claimJob(services, { id });
  const lease = { kind: "job", id, attempt: 1 } as const;
  const store = createPullRequestStore(services, {
    projectId: ctx.project.id,
    repository: ctx.project.repository,
    lease,
  });
  await store.create(request("fix", id));
  await cancelJob(ctx, { id });

  await expect(store.create(request("other", id))).rejects.toBeInstanceOf(LeaseLostError);
  await expect(store.update(1, { headSha: "d".repeat(40) })).rejects.toBeInstanceOf(LeaseLostError);
  expect(await listPullRequests(ctx)).toMatchObject([{ number: 1, state: "closed" }]);
});

test("a list and a store hide another project's pull requests", async ({ services }) => {
  const [mine, theirs] = [await seedProject(services), await seedProject(services)];
  await createPullRequestStore(services, {
    projectId: theirs.project.id,
    repository: theirs.project.repository,
  }).create(request("fix"));
  const store = createPullRequestStore(services, { projectId: mine.project.id, repository: mine.project.repository });

  expect(await listPullRequests(mine)).toEqual([]);
  await expect(closePullRequest(mine, { number: 1 })).rejects.toMatchObject({ code: "not_found" });
  expect(await store.find(1)).toBeNull();
  expect(await store.findOpen("fix")).toBeNull();
  await expect(store.update(1, { title: "x" })).rejects.toMatchObject({ code: "not_found" });
});
