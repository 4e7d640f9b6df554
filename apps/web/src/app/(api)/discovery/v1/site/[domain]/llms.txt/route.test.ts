import { seedSite } from "@docsteward/services/site/testing-site";
import { seedKey, seedProject } from "@docsteward/services/testing";
import { expect } from "vitest";
import { expectProblem } from "#testing/expect-problem.ts";
import { appProjectTest, send } from "#testing/test-app.ts";
import { GET as getFull } from "../llms-full.txt/route.ts";
import { GET as getIndex } from "./route.ts";

const test = appProjectTest()
  .extend("key", { scope: "file" }, async ({ ctx }) => (await seedKey(ctx, { kind: "assistant" })).token)
  .extend("sent", { scope: "file" }, ({ ctx, key }) => () => {
    return { params: { domain: ctx.project.domain }, key };
  });
test.beforeAll(({ ctx }) =>
  seedSite(ctx, [
    { path: "/", title: "Welcome [new]", text: "Hello." },
    {
      path: "/guides/flags",
      title: "Flags",
      groups: ["Guides"],
      description: "What a\nflag is.",
      text: "A kill-switch.",
    },
  ]),
);

test("llms.txt lists every page by group, with its address and description", async ({ ctx, sent }) => {
  const response = await send(getIndex, sent());

  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await response.text()).toBe(
    `# ${ctx.project.name}\n\n> Documentation in 2 pages, at commit 111111111111.\n\n` +
      "## Guides\n\n- [Flags](/guides/flags): What a flag is.\n\n## Pages\n\n- [Welcome \\[new\\]](/)\n",
  );
});

test("llms-full.txt holds every page as Markdown, below its title and address", async ({ sent }) => {
  const response = await send(getFull, sent());

  expect(await response.text()).toBe(
    "# Flags\nSource: /guides/flags\n\nA kill-switch.\n\n# Welcome [new]\nSource: /\n\nHello.\n\n",
  );
});

test("both need a key of the site", async ({ services, ctx, key }) => {
  const other = await seedProject(services);

  for (const route of [getIndex, getFull]) {
    await expectProblem(await send(route, { params: { domain: ctx.project.domain } }), "missing_key");
    await expectProblem(await send(route, { params: { domain: other.project.domain }, key }), "not_found");
  }
});
