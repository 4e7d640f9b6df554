import { seedSite } from "@docsteward/services/site/testing-site";
import { seedProject } from "@docsteward/services/testing";
import { expect } from "vitest";
import { appTest, signedInCaller } from "../../testing/test-app.ts";

const test = appTest();

test("a viewer lists the pages of a project, fifty at a time, and opens one", async ({ services }) => {
  const ctx = await seedProject(services);
  const paths = Array.from({ length: 60 }, (_, at) => `/p${String(at).padStart(2, "0")}`);
  await seedSite(
    ctx,
    paths.map((path) => ({ path, text: "A page." })),
  );
  const site = { org: ctx.organization.slug, domain: ctx.project.domain };
  const { page } = signedInCaller(services, { role: "viewer" });

  expect(await page.list(site)).toMatchObject({ total: 60, pages: { length: 50 } });
  expect((await page.list({ ...site, page: 2 })).pages.map(({ path }) => path)).toEqual(paths.slice(50));
  expect(await page.get({ ...site, path: "/p07" })).toMatchObject({ file: "docs/p07.md" });
});

test("hides another project's pages", async ({ services }) => {
  const [mine, theirs] = [await seedProject(services), await seedProject(services)];
  await seedSite(theirs, [{ path: "/secret", text: "Theirs." }]);
  const mixed = { org: mine.organization.slug, domain: theirs.project.domain };
  const { page } = signedInCaller(services);

  await expect(page.list(mixed)).rejects.toMatchObject({ cause: { code: "not_found" } });
  await expect(page.get({ ...mixed, path: "/secret" })).rejects.toMatchObject({ cause: { code: "not_found" } });
});
