import { seedKey, seedProject, type TestServices } from "@docsteward/services/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApp, signedInCaller } from "../../testing/test-app.ts";

let services: TestServices;
beforeAll(async () => {
  services = await openTestApp();
});
afterAll(() => services.close());

test("usage tells limits, months and thirty days", async () => {
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

test("hides another project's usage", async () => {
  const [mine, theirs] = [await seedProject(services), await seedProject(services)];
  const mixed = { org: mine.organization.slug, domain: theirs.project.domain };

  await expect(signedInCaller(services).usage.get(mixed)).rejects.toMatchObject({ cause: { code: "not_found" } });
});
