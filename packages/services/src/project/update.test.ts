import { parseInput } from "@docsteward/contract/input-schema";
import { makeRepository } from "@docsteward/git/testing";
import { expect } from "vitest";
import { listAuditEvents } from "../audit/list.ts";
import { getIndexState } from "../site/index-state.ts";
import { seedProject } from "../testing.ts";
import { servicesTest, untilEnd } from "../testing-fixtures.ts";
import { UpdateProject, updateProject } from "./update.ts";

const test = servicesTest()
  .extend(
    "repository",
    { scope: "file" },
    untilEnd(() => makeRepository({ "docs/index.md": "# Hello\n" }, { branch: "trunk" })),
  )
  .extend("seed", { scope: "file" }, ({ services, repository }) => () => {
    return seedProject(services, { repository: repository.url, baseRef: "trunk" });
  });
test.beforeAll(({ repository }) => repository.commit({ "docs/next.md": "# Next\n" }, "next"));

test("what is given changes, what is left out stays, and who did it is written down", async ({ seed }) => {
  const ctx = await seed();

  const project = await updateProject(
    ctx,
    parseInput(UpdateProject, { name: " Harbor ", siteUrl: "https://docs.acme.com/" }),
  );

  expect(project).toMatchObject({ name: "Harbor", siteUrl: "https://docs.acme.com", baseRef: "trunk", docsPath: "" });
  expect(await updateProject(ctx, parseInput(UpdateProject, { siteUrl: null }))).toMatchObject({
    name: "Harbor",
    siteUrl: null,
  });
  expect(await getIndexState(ctx)).toMatchObject({ status: "none" });
  const events = await listAuditEvents(ctx);
  expect(events.map(({ action, details }) => [action, details])).toEqual([
    ["project.updated", { siteUrl: null }],
    ["project.updated", { name: "Harbor", siteUrl: "https://docs.acme.com" }],
  ]);
});

test.for([{ baseRef: "next" }, { docsPath: "docs/" }])("%j has the pages indexed anew", async (change, { seed }) => {
  const ctx = await seed();

  await updateProject(ctx, parseInput(UpdateProject, change));

  expect(await getIndexState(ctx)).toMatchObject({ status: "waiting" });
});

test.for([
  [{ baseRef: "nowhere" }, 'no branch "nowhere"'],
  [{ docsPath: "../etc" }, "in the repository"],
  [{ siteUrl: "docs" }, "Use the form https://docs.acme.com"],
  [{ name: " " }, "name must have 1 to"],
] as const)("%j is refused and changes nothing", async ([change, words], { seed }) => {
  const ctx = await seed();

  await expect(async () =>
    updateProject(ctx, parseInput(UpdateProject, { name: "Changed", ...change })),
  ).rejects.toThrow(words);

  expect(await ctx.db.project.findUnique({ where: { id: ctx.project.id } })).toMatchObject({ name: ctx.project.name });
});
