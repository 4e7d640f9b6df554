import { updateProject } from "@docsteward/services/project/update";
import { seedSite } from "@docsteward/services/site/testing-site";
import { seedKey, seedProject } from "@docsteward/services/testing";
import { expect } from "vitest";
import { expectProblem } from "#testing/expect-problem.ts";
import { appProjectTest, send } from "#testing/test-app.ts";
import { GET as getFull } from "../llms-full.txt/route.ts";
import { GET as getPage } from "../page/[...page]/route.ts";
import { GET as getIndex } from "./route.ts";

const test = appProjectTest()
  .extend("key", { scope: "file" }, async ({ ctx }) => (await seedKey(ctx, { kind: "assistant" })).token)
  .extend("sent", { scope: "file" }, ({ ctx, key }) => () => {
    return { params: { domain: ctx.project.domain }, key };
  });
const PAGES = [
  { path: "/", title: "Welcome [new]", text: "Hello." },
  {
    path: "/guides/flags",
    title: "Flags",
    groups: ["Guides"],
    description: "What a\nflag is.",
    text: "A kill-switch.",
  },
];
test.beforeAll(({ ctx }) => seedSite(ctx, PAGES));

const indexOf = (name: string, flags: string, welcome: string) =>
  `# ${name}\n\n> Documentation in 2 pages, at commit 111111111111.\n\n## Guides\n\n` +
  `- [Flags](${flags}): What a flag is.\n\n## Pages\n\n- [Welcome \\[new\\]](${welcome})\n`;

test("llms.txt lists every page by group, with its description and the address of its Markdown", async ({
  ctx,
  sent,
}) => {
  const pages = `${ctx.baseUrl}/discovery/v1/site/${ctx.project.domain}/page`;

  const response = await send(getIndex, sent());

  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await response.text()).toBe(indexOf(ctx.project.name, `${pages}/guides/flags.md`, `${pages}/index.md`));
});

test("llms.txt leads to the site itself where its address is known", async ({ services }) => {
  const ctx = await seedProject(services);
  await updateProject(ctx, { siteUrl: "https://docs.acme.test/app" });
  await seedSite(ctx, PAGES);
  const { token } = await seedKey(ctx, { kind: "assistant" });

  const response = await send(getIndex, { params: { domain: ctx.project.domain }, key: token });

  const site = "https://docs.acme.test/app";
  expect(await response.text()).toBe(indexOf(ctx.project.name, `${site}/guides/flags`, `${site}/`));
});

test("a list that agents would cut off links to a list of each group", async ({ services }) => {
  const ctx = await seedProject(services);
  const many = [...Array(200).keys()].map((number) => ({
    path: `/p${number}`,
    title: `Page ${number}`,
    groups: [number === 0 ? "One & [only]" : `Group ${number % 2}`],
    description: "x".repeat(300),
    text: "Text.",
  }));
  await seedSite(ctx, many);
  const { token } = await seedKey(ctx, { kind: "assistant" });
  const sent = { params: { domain: ctx.project.domain }, key: token };

  const index = await (await send(getIndex, sent)).text();

  const list = `${ctx.baseUrl}/discovery/v1/site/${ctx.project.domain}/llms.txt?group=`;
  expect(index).toBe(
    `# ${ctx.project.name}\n\n> Documentation in 200 pages, at commit 111111111111. Each group has a list of its own.\n\n` +
      `## Groups\n\n- [One & \\[only\\]](${list}One%20%26%20%5Bonly%5D): 1 page\n` +
      `- [Group 1](${list}Group%201): 100 pages\n- [Group 0](${list}Group%200): 99 pages\n`,
  );
  const group = await (await send(getIndex, { ...sent, query: "?group=Group%201" })).text();
  expect(group.match(/^- \[Page \d+\]/gm)).toHaveLength(100);
  expect(group).toContain("## Group 1\n");
  await expectProblem(await send(getIndex, { ...sent, query: "?group=None" }), "not_found");
});

test.for<[string, string, string]>([
  ["guides/flags.md", "Flags", "A kill-switch."],
  ["guides/flags", "Flags", "A kill-switch."],
  ["index.md", "Welcome [new]", "Hello."],
])("a page is Markdown below its title and the address of the list: %s", async ([page, title, text], { ctx, sent }) => {
  const response = await send(getPage, { ...sent(), params: { ...sent().params, page } });

  expect(response.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  const list = `${ctx.baseUrl}/discovery/v1/site/${ctx.project.domain}/llms.txt`;
  expect(await response.text()).toBe(`# ${title}\n\n> All pages: ${list}\n\n${text}\n`);
});

const LINKS = [
  "See [flags](/guides/flags#off), [a picture](/a.png) and [more](//other.test/x), not `[code](/guides/flags)`.",
  "[Below the site's folder](/app/guides/flags)",
  "~~~~md\n```\n[flags](/guides/flags)\n~~~~",
  "```md\n[flags](/guides/flags)\n```",
].join("\n\n");

test("links from the site's root lead from a page's Markdown to Markdown, and code stays as it is", async ({
  services,
}) => {
  const ctx = await seedProject(services);
  await seedSite(ctx, [...PAGES, { path: "/links", title: "Links", text: LINKS }]);
  const { token } = await seedKey(ctx, { kind: "assistant" });
  const sent = { params: { domain: ctx.project.domain, page: "links.md" }, key: token };
  const flags = `${ctx.baseUrl}/discovery/v1/site/${ctx.project.domain}/page/guides/flags.md`;

  const here = await (await send(getPage, sent)).text();
  await updateProject(ctx, { siteUrl: "https://docs.acme.test/app/" });
  const outside = await (await send(getPage, sent)).text();

  expect(here).toContain(LINKS.replace("/guides/flags#off", `${flags}#off`));
  const site = "https://docs.acme.test/app";
  const led = LINKS.replace("/guides/flags#off", `${site}/guides/flags#off`)
    .replace("/a.png", `${site}/a.png`)
    .replace("(/app/guides/flags", `(${site}/guides/flags`);
  expect(outside).toContain(led);
  expect(outside).toContain(`> Source: ${site}/links · All pages: `);
});

test("a page that does not exist is named in the refusal", async ({ sent }) => {
  const { error } = await expectProblem(
    await send(getPage, { ...sent(), params: { ...sent().params, page: "guides/none.md" } }),
    "not_found",
  );

  expect(error).toContain("/guides/none.md");
});

test("llms-full.txt holds every page as Markdown, below its title and address", async ({ sent }) => {
  const response = await send(getFull, sent());

  expect(await response.text()).toBe(
    "# Flags\nSource: /guides/flags\n\nA kill-switch.\n\n# Welcome [new]\nSource: /\n\nHello.\n\n",
  );
});

test("all need a key of the site", async ({ services, ctx, key }) => {
  const other = await seedProject(services);
  const page = "guides/flags.md";

  for (const route of [getIndex, getFull, getPage]) {
    await expectProblem(await send(route, { params: { domain: ctx.project.domain, page } }), "missing_key");
    await expectProblem(await send(route, { params: { domain: other.project.domain, page }, key }), "not_found");
  }
});
