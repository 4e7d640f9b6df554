import { seedJob, seedProject } from "@docsteward/services/testing";
import { expect } from "vitest";
import { appTest, signedInCaller } from "../../testing/test-app.ts";

const test = appTest();

test("the overview of a project tells its steps, its week and its newest jobs", async ({ services }) => {
  const ctx = await seedProject(services);
  const { project } = ctx;
  const { id } = await seedJob(ctx);

  const overview = await signedInCaller(services).overview.get({
    org: ctx.organization.slug,
    domain: project.domain,
  });

  expect(overview).toMatchObject({
    source: { repository: project.repository, ref: "main" },
    steps: { repository: true, index: false, adminKey: false, job: true, question: false },
    latestJobs: [{ id }],
  });
  expect(overview.week).toHaveLength(7);
});

test("hides another project's overview", async ({ services }) => {
  const [mine, theirs] = [await seedProject(services), await seedProject(services)];
  const mixed = { org: mine.organization.slug, domain: theirs.project.domain };

  const { overview } = signedInCaller(services);
  for (const call of [overview.get, overview.needs]) {
    await expect(call(mixed)).rejects.toMatchObject({ cause: { code: "not_found" } });
  }
});
