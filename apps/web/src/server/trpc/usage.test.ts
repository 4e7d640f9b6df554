import { seedKey, seedProject } from "@docsteward/services/testing";
import { expect } from "vitest";
import { appTest, signedInCaller } from "../../testing/test-app.ts";

const test = appTest();

test("usage tells limits, months and thirty days", async ({ services }) => {
  const ctx = await seedProject(services);
  const { id } = await seedKey(ctx, { kind: "assistant" });
  const { organization, project } = ctx;

  const usage = await signedInCaller(services, { role: "viewer" }).usage.get({
    org: organization.slug,
    domain: project.domain,
  });

  expect(usage.limits).toContainEqual(expect.objectContaining({ name: "key-month", used: 0, quota: 10_000 }));
  expect(usage.limits.find(({ name }) => name === "key-month")?.of).toMatchObject({ kind: "key", id });
  expect(usage.months.map(({ of }) => of)).toEqual(["project", "organization"]);
  expect(usage.days).toHaveLength(30);
});

test("hides another project's usage", async ({ services }) => {
  const [mine, theirs] = [await seedProject(services), await seedProject(services)];
  const mixed = { org: mine.organization.slug, domain: theirs.project.domain };

  await expect(signedInCaller(services).usage.get(mixed)).rejects.toMatchObject({ cause: { code: "not_found" } });
});
