import type { ProjectContext } from "@docsteward/services/context";
import { seedJob, seedProject } from "@docsteward/services/testing";
import { expect } from "vitest";
import { appTest, projectPath, signedInCaller } from "../../testing/test-app.ts";

const test = appTest()
  .extend("newCaller", { scope: "file" }, ({ services }) => (signal?: AbortSignal) => {
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

test("a job that is made in the dashboard has what was chosen, and names who made it", async ({
  newCaller,
  seedSite,
}) => {
  const { site } = await seedSite();
  const { job } = newCaller();
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

test("a job that is made in the dashboard names the request that made it, and so does its retry", async ({
  newCaller,
  seedSite,
}) => {
  const { ctx, site } = await seedSite();
  const { job } = newCaller();
  const { id } = await job.create({ ...site, prompt: "Say hello" });
  await ctx.db.job.update({ where: { id }, data: { status: "failed" } });

  const again = await job.retry({ ...site, id });

  for (const made of [id, again.id])
    expect(await job.get({ ...site, id: made })).toMatchObject({ requestId: "req_test" });
});

test("a branch that jobs may not push to is refused in a sentence", async ({ newCaller, seedSite }) => {
  const { site } = await seedSite();

  await expect(newCaller().job.create({ ...site, prompt: "x", branch: "main" })).rejects.toMatchObject({
    cause: { code: "invalid_request", message: expect.stringMatching(/main/) },
  });
});

test("the list is searched and narrowed together", async ({ newCaller, seedSite }) => {
  const { ctx, site } = await seedSite();
  const wanted = await seedJob(ctx, { prompt: "Fix the install page", status: "failed" });
  await seedJob(ctx, { prompt: "Fix the install page" });
  await seedJob(ctx, { prompt: "Something else", status: "failed" });

  const { jobs } = await newCaller().job.list({ ...site, archived: false, outcome: "failed", search: "inst" });

  expect(jobs.map(({ id }) => id)).toEqual([wanted.id]);
});

test("an open list gets a new job, and ends when its page is closed", async ({ newCaller, seedSite }) => {
  const { ctx, site } = await seedSite();
  const page = new AbortController();
  const changes = await newCaller(page.signal).job.listChanges({ ...site, archived: false });
  const reading = changes[Symbol.asyncIterator]();
  const first = reading.next();

  const { id } = await seedJob(ctx);
  const { value } = await first;
  page.abort();

  expect(value).toMatchObject({ jobs: [{ id, status: "active" }], goneIds: [], isStale: false });
  expect(await reading.next()).toMatchObject({ done: true });
});

test("a retry is a new job of the person who asked for it", async ({ newCaller, seedSite }) => {
  const { ctx, site } = await seedSite();
  const old = await seedJob(ctx, { prompt: "Say hello", status: "failed" });
  const { job } = newCaller();

  const { id } = await job.retry({ ...site, id: old.id });

  expect(await job.get({ ...site, id })).toMatchObject({ prompt: "Say hello", retryOfId: old.id, status: "active" });
  expect(await job.neighbours({ ...site, id })).toEqual({ newerId: null, olderId: old.id });
});

test("many jobs are changed in one call from member up, and those of another project are not found", async ({
  services,
  newCaller,
  seedSite,
}) => {
  const [mine, theirs] = [await seedSite(), await seedSite()];
  const ids = [(await seedJob(mine.ctx)).id, (await seedJob(theirs.ctx)).id];
  const viewer = signedInCaller(services, { role: "viewer" });

  await expect(viewer.job.changeMany({ ...mine.site, ids, action: "cancel" })).rejects.toMatchObject({
    cause: { code: "role_too_low" },
  });
  expect(await newCaller().job.changeMany({ ...mine.site, ids, action: "cancel" })).toEqual([
    { id: ids[0], problem: null },
    { id: ids[1], problem: "Job not found." },
  ]);
  expect(await newCaller().job.get({ ...theirs.site, id: String(ids[1]) })).toMatchObject({ status: "active" });
});
