import { parseInput } from "@docsteward/contract/input-schema";
import { makeRepository, type TestRepository } from "@docsteward/git/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listAuditEvents } from "../audit/list.ts";
import { getIndexState } from "../site/index-state.ts";
import { createTestServices, seedProject, type TestServices } from "../testing.ts";
import { UpdateProject, updateProject } from "./update.ts";

let services: TestServices;
let repository: TestRepository;
beforeAll(async () => {
  services = await createTestServices();
  repository = await makeRepository({ "docs/index.md": "# Hello\n" }, { branch: "trunk" });
  await repository.commit({ "docs/next.md": "# Next\n" }, "next");
});
afterAll(async () => {
  await repository.remove();
  await services.close();
});

const seed = () => seedProject(services, { repository: repository.url, baseRef: "trunk" });

test("what is given changes, what is left out stays, and who did it is written down", async () => {
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

test.each([{ baseRef: "next" }, { docsPath: "docs/" }])("%j has the pages indexed anew", async (change) => {
  const ctx = await seed();

  await updateProject(ctx, parseInput(UpdateProject, change));

  expect(await getIndexState(ctx)).toMatchObject({ status: "waiting" });
});

test.each([
  [{ baseRef: "nowhere" }, 'no branch "nowhere"'],
  [{ docsPath: "../etc" }, "in the repository"],
  [{ siteUrl: "docs" }, "Use the form https://docs.acme.com"],
  [{ name: " " }, "name must have 1 to"],
])("%j is refused and changes nothing", async (change, words) => {
  const ctx = await seed();

  await expect(async () =>
    updateProject(ctx, parseInput(UpdateProject, { name: "Changed", ...change })),
  ).rejects.toThrow(words);

  expect(await ctx.db.project.findUnique({ where: { id: ctx.project.id } })).toMatchObject({ name: ctx.project.name });
});
