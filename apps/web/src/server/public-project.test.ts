import { updateProject } from "@docsteward/services/project/update";
import { setReaderAccess } from "@docsteward/services/reader-access/settings";
import { seedSite } from "@docsteward/services/site/testing-site";
import { seedProject } from "@docsteward/services/testing";
import { expect } from "vitest";
import { POST as getPage } from "#app/(api)/discovery/v1/page/[domain]/route.ts";
import {
  OPTIONS as preflight,
  POST as search,
  GET as searchPages,
} from "#app/(api)/discovery/v1/search/[domain]/route.ts";
import { GET as suggest } from "#app/(api)/discovery/v1/search/[domain]/suggest/route.ts";
import { GET as llmsIndex } from "#app/(api)/discovery/v1/site/[domain]/llms.txt/route.ts";
import { GET as pageMarkdown } from "#app/(api)/discovery/v1/site/[domain]/page/[...page]/route.ts";
import { POST as ask } from "#app/(api)/discovery/v2/assistant/[domain]/message/route.ts";
import { POST as mcp } from "#app/(api)/mcp/[domain]/route.ts";
import { expectProblem } from "../testing/expect-problem.ts";
import { appTest, send } from "../testing/test-app.ts";

const test = appTest()
  /** A site with a page for everyone and one for staff. */
  .extend("open", { scope: "file" }, ({ services }) => async ({ isPublic }: { isPublic: boolean }) => {
    const ctx = await seedProject(services);
    await seedSite(ctx, [
      { path: "/flags", title: "Flags", text: "A flag turns a feature off.", readers: [] },
      { path: "/secret", title: "Staff flags", text: "A flag of staff.", readers: ["staff"] },
    ]);
    if (isPublic) await updateProject(ctx, { isPublic });
    return { ctx, params: { domain: ctx.project.domain } };
  });

const QUERY = { query: "flag" };
const headers = { "X-Docsteward-Remote-Address": "192.0.2.7" };

test("a public project is searched and read without a key, from every website, and answers need one", async ({
  open,
}) => {
  const { params } = await open({ isPublic: true });

  const found = await send(search, {
    params,
    body: QUERY,
    headers: { ...headers, Origin: "https://anywhere.example" },
  });
  expect(found.status).toBe(200);
  expect(found.headers.get("access-control-allow-origin")).toBe("https://anywhere.example");
  expect(await found.json()).toHaveLength(2);
  expect((await send(getPage, { params, body: { path: "/flags" }, headers })).status).toBe(200);
  expect(await (await send(llmsIndex, { method: "GET", params, headers })).text()).toContain("[Flags]");
  const markdown = await send(pageMarkdown, { method: "GET", params: { ...params, page: "flags.md" }, headers });
  expect(await markdown.text()).toContain("A flag turns a feature off.");
  for (const route of [searchPages, suggest]) {
    const answer = await send(route, { method: "GET", params, query: "?query=flags", headers });
    expect(await answer.text()).toContain('"path":"/flags"');
  }
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "search", arguments: QUERY } };
  expect(await (await send(mcp, { params, body: call, headers })).text()).toContain("turns a feature off");
  const asked = await send(preflight, { method: "OPTIONS", params, headers: { Origin: "https://anywhere.example" } });
  expect(asked.headers.get("access-control-allow-methods")).toContain("POST");

  const question = { fp: "x", messages: [{ role: "user", parts: [{ type: "text", text: "What is a flag?" }] }] };
  await expectProblem(await send(ask, { params, body: question, headers }), "missing_key");
  await expectProblem(await send(search, { params, body: QUERY, key: "svc_dsc_wrong" }), "invalid_key");
});

test("a project that is not public, one that is no more, and one that does not exist are refused alike", async ({
  open,
}) => {
  const hidden = await open({ isPublic: false });
  const closed = await open({ isPublic: true });
  expect((await send(search, { params: closed.params, body: QUERY, headers })).status).toBe(200);
  await updateProject(closed.ctx, { isPublic: false });

  for (const params of [hidden.params, closed.params, { domain: "nowhere" }, { domain: "x\0" }])
    await expectProblem(await send(search, { params, body: QUERY, headers }), "missing_key");
});

test("a visitor sees no page of a group", async ({ open }) => {
  const { ctx, params } = await open({ isPublic: true });
  await setReaderAccess(ctx, { method: "secret", isByNavigation: false });

  const found = (await (await send(search, { params, body: QUERY, headers })).json()) as { path: string }[];
  expect(found.map(({ path }) => path)).toEqual(["/flags"]);
  await expectProblem(await send(pageMarkdown, { params: { ...params, page: "secret.md" }, headers }), "not_found");
  await expectProblem(await send(getPage, { params, body: { path: "/secret" }, headers }), "not_found");
  expect(await (await send(llmsIndex, { method: "GET", params, headers })).text()).not.toContain("Staff");
});

test("a visitor's calls count against their address and the organization", async ({ open }) => {
  const { params } = await open({ isPublic: true });

  const response = await send(search, { params, body: QUERY, headers });

  expect(response.headers.get("ratelimit-policy")).toMatch(/"org-hour".*"ip-day"/);
  expect(response.headers.get("ratelimit-policy")).not.toContain("key-month");
});
