import { seedMember, seedSession } from "@docsteward/services/testing";
import { startTurn } from "@docsteward/services/thread/turn";
import { expect } from "vitest";
import { appProjectTest } from "#testing/test-app.ts";
import { GET } from "./route.ts";

const test = appProjectTest().extend(
  "download",
  { scope: "file" },
  ({ services, ctx }) =>
    async (table: string, organizationId?: null): Promise<Response> => {
      const { id } = await seedMember(services, { role: "viewer", ...(organizationId === null && { organizationId }) });
      const headers = new Headers({ cookie: await seedSession(services, { userId: id }) });
      const params = { org: ctx.organization.slug, domain: ctx.project.domain, table };
      return GET(new Request("http://localhost/export", { headers }), { params: Promise.resolve(params) });
    },
);
test.beforeAll(async ({ ctx }) => {
  const asked = { fp: "ada", threadId: "t", isIssued: false, question: "=How?", commit: "1".repeat(40), model: "m" };
  await startTurn(ctx, { id: "msg_export", ...asked });
  const sources = [{ path: "/flags" }];
  await ctx.db.threadTurn.update({ where: { id: "msg_export" }, data: { category: "answered", sources } });
});

test.for([
  ["days", /^day,questions,answered,.*\r\n\d{4}-\d\d-\d\d,1,1,0,/],
  ["topics", /^id,question,questions,.*\r\ntop_\w+,'=How\?,1,0,0,|'=How\?/],
  ["pages", /^path,citations,up,down\r\n\/flags,1,0,0\r\n$/],
  ["searches", /^$/],
] as const)("a viewer downloads the %s of the last 30 days", async ([table, content], { download }) => {
  const response = await download(table);

  expect(response.status).toBe(200);
  expect(await response.text()).toMatch(content);
});

test("hides another organization's tables, and those that don't exist", async ({ download }) => {
  expect((await download("days", null)).status).toBe(404);
  expect((await download("readers")).status).toBe(404);
});
