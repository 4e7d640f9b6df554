import type { ProjectContext } from "@docsteward/services/context";
import { seedSite } from "@docsteward/services/site/testing-site";
import { seedMember, seedProject, seedSession } from "@docsteward/services/testing";
import { expect } from "vitest";
import { appProjectTest } from "#testing/test-app.ts";
import { GET } from "./route.ts";

const test = appProjectTest().extend(
  "download",
  { scope: "file" },
  ({ services, ctx }) =>
    async (query: string, { to = ctx, organizationId }: { to?: ProjectContext; organizationId?: null } = {}) => {
      const { id } = await seedMember(services, { role: "viewer", ...(organizationId === null && { organizationId }) });
      const headers = new Headers({ cookie: await seedSession(services, { userId: id }) });
      const params = { org: to.organization.slug, domain: to.project.domain };
      return GET(new Request(`http://localhost/export${query}`, { headers }), { params: Promise.resolve(params) });
    },
);
test.beforeAll(({ ctx }) =>
  seedSite(ctx, [
    { path: "/flags", title: '=HYPERLINK("https://evil.example")', text: "Flags.", language: "en" },
    { path: "/fr/flags", title: "Drapeaux", text: "Des drapeaux.", language: "fr" },
  ]),
);

test("a viewer downloads the pages that the filters of the address choose, and no formula", async ({ download }) => {
  const response = await download("?language=en&age=never&sort=unknown");

  expect(response.status).toBe(200);
  expect(response.headers.get("content-disposition")).toContain("-pages-");
  const [, ...lines] = (await response.text()).trimEnd().split("\r\n");
  expect(lines).toEqual([`/flags,docs/flags.md,"'=HYPERLINK(""https://evil.example"")",en,,,,0,0,0,0,0,,`]);
});

test("a download before the first index run is refused, and not an empty file", async ({ services, download }) => {
  expect((await download("", { to: await seedProject(services) })).status).toBe(503);
});

test("hides another organization's pages", async ({ download }) => {
  expect((await download("", { organizationId: null })).status).toBe(404);
});
