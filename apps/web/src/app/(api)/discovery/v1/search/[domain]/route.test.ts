import { SearchResult } from "@docsteward/contract/site-search";
import { seedSite } from "@docsteward/services/site/testing-site";
import { seedKey, seedProject } from "@docsteward/services/testing";
import { expect } from "vitest";
import { z } from "zod";
import { expectProblem } from "#testing/expect-problem.ts";
import { appProjectTest, send } from "#testing/test-app.ts";
import { POST } from "./route.ts";

const test = appProjectTest()
  .extend("key", { scope: "file" }, async ({ ctx }) => (await seedKey(ctx, { kind: "assistant" })).token)
  .extend(
    "ask",
    { scope: "file" },
    ({ ctx, key }) =>
      (body: unknown, { domain = ctx.project.domain, token = key } = {}) => {
        return send(POST, { params: { domain }, key: token, body });
      },
  )
  .extend("pathsFor", { scope: "file" }, ({ ask }) => async (body: unknown) => {
    const response = await ask(body);
    expect(response.status).toBe(200);
    return z
      .array(SearchResult)
      .parse(await response.json())
      .map(({ path }) => path);
  });
test.beforeAll(({ ctx }) =>
  seedSite(ctx, [
    { path: "/v2/flags", title: "Flags", version: "2", text: "A kill-switch turns a feature off." },
    { path: "/v1/flags", title: "Flags", version: "1", text: "A kill-switch turns a feature off, slowly." },
    { path: "/install", title: "Install", tags: ["setup"], text: "Install Glimmer with npm." },
  ]),
);

test("gives the pages that fit, best first", async ({ pathsFor }) => {
  expect(await pathsFor({ query: "how do I install it with npm?" })).toEqual(["/install"]);
});

test("keeps to the filter, the page size and what is near the current page", async ({ pathsFor }) => {
  const query = "turn a feature off";

  expect(await pathsFor({ query, filter: { version: "1" } })).toEqual(["/v1/flags"]);
  expect(await pathsFor({ query, pageSize: 1, currentPath: "/v1/flags" })).toEqual(["/v1/flags"]);
  expect(await pathsFor({ query: "npm", filter: { tag: "setup" } })).toEqual(["/install"]);
  expect(await pathsFor({ query: "npm", filter: { tag: "other" } })).toEqual([]);
});

test("finds nothing for an empty or absurd question", async ({ pathsFor }) => {
  expect(await pathsFor({ query: "" })).toEqual([]);
  expect(await pathsFor({ query: "!?… \0 zzzxqj" })).toEqual([]);
});

test.for([
  ["no question", {}, "query"],
  ["a question of 2,001 characters", { query: "x".repeat(2_001) }, "query"],
  ["a page size of 0", { query: "x", pageSize: 0 }, "pageSize"],
  ["a page size of 51", { query: "x", pageSize: 51 }, "pageSize"],
  ["a page size of 1.5", { query: "x", pageSize: 1.5 }, "pageSize"],
  ["a threshold above 1", { query: "x", scoreThreshold: 2 }, "scoreThreshold"],
  ["a current path of 201 characters", { query: "x", currentPath: "/".repeat(201) }, "currentPath"],
  ["an unknown filter", { query: "x", filter: { flavour: "mint" } }, "filter"],
] as const)("refuses %s", async ([_, body, path], { ask }) => {
  const problem = await expectProblem(await ask(body), "invalid_request");

  expect(problem.details?.[0]?.path).toBe(path);
});

test("another project's domain is as unknown as one that does not exist", async ({ services, ctx, ask }) => {
  const other = await seedProject(services, { organizationId: ctx.project.organizationId });
  await seedSite(other, [{ path: "/secret", text: "The zanzibar plan." }]);

  const foreign = await expectProblem(await ask({ query: "zanzibar" }, { domain: other.project.domain }), "not_found");
  const unknown = await expectProblem(await ask({ query: "zanzibar" }, { domain: "nobody" }), "not_found");

  expect(foreign.error).toBe(unknown.error);
});

test("a site without an index is unavailable, and says when to ask again", async ({ services, ask }) => {
  const empty = await seedProject(services);
  const { token } = await seedKey(empty, { kind: "assistant" });

  const response = await ask({ query: "x" }, { domain: empty.project.domain, token });

  await expectProblem(response, "unavailable");
  expect(response.headers.get("retry-after")).toBe("5");
});
