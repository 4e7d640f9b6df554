import type { ProjectContext } from "@docsteward/services/context";
import { seedJob, seedProject } from "@docsteward/services/testing";
import { expect } from "vitest";
import { appTest, projectPath, signedInCaller } from "../../testing/test-app.ts";

const test = appTest()
  .extend("caller", { scope: "file" }, ({ services }) => (signal?: AbortSignal) => {
    return signedInCaller(services, { signal });
  })
  .extend(
    "seedSite",
    { scope: "file" },
    ({ services }) =>
      async (): Promise<{ ctx: ProjectContext; site: { org: string; domain: string } }> => {
        const ctx = await seedProject(services);
        return { ctx, site: projectPath(ctx) };
      },
  );

test("a job that is made in the dashboard has what was chosen, and names who made it", async ({ caller, seedSite }) => {
  const { site } = await seedSite();
  const { job } = caller();
  const options = await job.createOptions(site);

  const { id } = await job.create({ ...site, prompt: "Say hello", model: "offline", branch: "docs/hello" });

  expect(options).toEqual({ models: ["offline"], defaultModel: "offline", baseRef: "main" });
  expect(await job.get({ ...site, id })).toMatchObject({
    prompt: "Say hello",
    model: "offline",
    branch: "docs/hello",
    createdBy: { kind: "user" },
  });
});

test("a branch that jobs may not push to is refused in a sentence", async ({ caller, seedSite }) => {
  const { site } = await seedSite();

  await expect(caller().job.create({ ...site, prompt: "x", branch: "main" })).rejects.toMatchObject({
    cause: { code: "invalid_request", message: expect.stringMatching(/main/) },
  });
});

test("the list is searched and narrowed together", async ({ caller, seedSite }) => {
  const { ctx, site } = await seedSite();
  const wanted = await seedJob(ctx, { prompt: "Fix the install page", status: "failed" });
  await seedJob(ctx, { prompt: "Fix the install page" });
  await seedJob(ctx, { prompt: "Something else", status: "failed" });

  const { jobs } = await caller().job.list({ ...site, archived: false, outcome: "failed", search: "inst" });

  expect(jobs.map(({ id }) => id)).toEqual([wanted.id]);
});

test("an open list gets a new job, and ends when its page is closed", async ({ caller, seedSite }) => {
  const { ctx, site } = await seedSite();
  const page = new AbortController();
  const changes = await caller(page.signal).job.listChanges({ ...site, archived: false });
  const reading = changes[Symbol.asyncIterator]();
  const first = reading.next();

  const { id } = await seedJob(ctx);
  const { value } = await first;
  page.abort();

  expect(value).toMatchObject({ jobs: [{ id, status: "active" }], goneIds: [], isStale: false });
  expect(await reading.next()).toMatchObject({ done: true });
});

test("a retry is a new job of the person who asked for it", async ({ caller, seedSite }) => {
  const { ctx, site } = await seedSite();
  const old = await seedJob(ctx, { prompt: "Say hello", status: "failed" });
  const { job } = caller();

  const { id } = await job.retry({ ...site, id: old.id });

  expect(await job.get({ ...site, id })).toMatchObject({ prompt: "Say hello", retryOfId: old.id, status: "active" });
  expect(await job.neighbours({ ...site, id })).toEqual({ newerId: null, olderId: old.id });
});
