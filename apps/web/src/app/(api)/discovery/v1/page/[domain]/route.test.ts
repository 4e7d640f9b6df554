import { PageContent } from "@docsteward/contract/site-search";
import type { ProjectContext } from "@docsteward/services/context";
import { seedSite } from "@docsteward/services/site/testing-site";
import { seedKey, seedProject, type TestServices } from "@docsteward/services/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectProblem } from "#testing/expect-problem.ts";
import { openTestApp, send } from "#testing/test-app.ts";
import { POST } from "./route.ts";

let services: TestServices;
let ctx: ProjectContext;
let key: string;
beforeAll(async () => {
  services = await openTestApp();
  ctx = await seedProject(services);
  key = (await seedKey(ctx, { kind: "assistant" })).token;
  await seedSite(ctx, [{ path: "/install", title: "Install", text: "Install Glimmer with npm." }]);
});
afterAll(() => services.close());

const ask = (body: unknown, domain = ctx.project.domain) => send(POST, { params: { domain }, key, body });

test("gives a page as Markdown", async () => {
  const response = await ask({ path: "install/" });

  expect(PageContent.parse(await response.json())).toEqual({ path: "/install", content: "Install Glimmer with npm." });
});

test("a page that is not there is not found, and the sentence names it", async () => {
  const problem = await expectProblem(await ask({ path: "/setup" }), "not_found");

  expect(problem.error).toBe(`Page "/setup" not found on ${ctx.project.domain}. Use search to find pages.`);
});

test("a page needs a path", async () => {
  await expectProblem(await ask({}), "invalid_request");
  await expectProblem(await ask({ path: "" }), "invalid_request");
});

test("another project's pages are not to be had", async () => {
  const other = await seedProject(services);
  await seedSite(other, [{ path: "/secret", text: "The zanzibar plan." }]);

  await expectProblem(await ask({ path: "/secret" }, other.project.domain), "not_found");
});
