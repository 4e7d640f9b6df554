import { PageContent } from "@docsteward/contract/site-search";
import { seedSite } from "@docsteward/services/site/testing-site";
import { seedKey, seedProject } from "@docsteward/services/testing";
import { expect } from "vitest";
import { expectProblem } from "#testing/expect-problem.ts";
import { appProjectTest, send } from "#testing/test-app.ts";
import { POST } from "./route.ts";

const test = appProjectTest()
  .extend("key", { scope: "file" }, async ({ ctx }) => (await seedKey(ctx, { kind: "assistant" })).token)
  .extend("ask", { scope: "file" }, ({ ctx, key }) => (body: unknown, domain = ctx.project.domain) => {
    return send(POST, { params: { domain }, key, body });
  });
test.beforeAll(({ ctx }) => seedSite(ctx, [{ path: "/install", title: "Install", text: "Install Glimmer with npm." }]));

test("gives a page as Markdown", async ({ ask }) => {
  const response = await ask({ path: "install/" });

  expect(PageContent.parse(await response.json())).toEqual({ path: "/install", content: "Install Glimmer with npm." });
});

test("a page that is not there is not found, and the sentence names it", async ({ ctx, ask }) => {
  const problem = await expectProblem(await ask({ path: "/setup" }), "not_found");

  expect(problem.error).toBe(`Page "/setup" not found on ${ctx.project.domain}. Use search to find pages.`);
});

test("a page needs a path", async ({ ask }) => {
  await expectProblem(await ask({}), "invalid_request");
  await expectProblem(await ask({ path: "" }), "invalid_request");
});

test("another project's pages are not to be had", async ({ services, ask }) => {
  const other = await seedProject(services);
  await seedSite(other, [{ path: "/secret", text: "The zanzibar plan." }]);

  await expectProblem(await ask({ path: "/secret" }, other.project.domain), "not_found");
});
