import type { ProjectContext } from "@docsteward/services/context";
import { type SeedMemberOptions, seedJob, seedMember, seedSession } from "@docsteward/services/testing";
import { expect } from "vitest";
import { appProjectTest } from "#testing/test-app.ts";
import { GET } from "./route.ts";

const test = appProjectTest().extend(
  "download",
  { scope: "file" },
  ({ services }) =>
    async (table: string, { organization, project }: ProjectContext, member?: SeedMemberOptions): Promise<Response> => {
      const headers = new Headers();
      if (member)
        headers.set("cookie", await seedSession(services, { userId: (await seedMember(services, member)).id }));
      const params = { org: organization.slug, domain: project.domain, table };
      return GET(new Request("http://localhost/usage/export", { headers }), { params: Promise.resolve(params) });
    },
);

test("a viewer downloads the jobs with their costs, and no formula comes along", async ({ ctx, download }) => {
  const { id } = await seedJob(ctx, { title: '=HYPERLINK("http://evil.example")', costMicroUsd: 1_500_000 });

  const response = await download("jobs", ctx, { role: "viewer" });
  const [names, line] = (await response.text()).split("\r\n");

  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("content-disposition")).toMatch(
    new RegExp(`^attachment; filename="${ctx.project.domain}-jobs-\\d{4}-\\d\\d-\\d\\d.csv"$`),
  );
  expect(names).toMatch(/^job,created_at,title,/);
  expect(line).toMatch(new RegExp(`^${id},`));
  expect(line).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
  expect(line).toMatch(/,1\.5$/);
});

test("a table requires a signed-in user", async ({ ctx, download }) => {
  const response = await download("jobs", ctx);

  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ code: "not_signed_in" });
});

test("hides another organization's tables", async ({ ctx, download }) => {
  const response = await download("jobs", ctx, { organizationId: null });

  expect(response.status).toBe(404);
});

test("an unknown table is refused with the list of existing ones", async ({ ctx, download }) => {
  const response = await download("secrets", ctx, { role: "viewer" });

  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({
    error: 'The table "secrets" doesn\'t exist. Use one of: calls, costs, jobs, week, key-hours.',
  });
});
