import { makeRepository } from "@docsteward/git/testing";
import { expect } from "vitest";
import { seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { readChecksConfig } from "./read-checks-config.ts";

const test = servicesTest();

test("the file counts as it stands on the base branch", async ({ services }) => {
  const text = '{ "rules": { "orphan-page": "off" } }\n';
  await using repository = await makeRepository({ "index.md": "# A\n", ".docsteward/checks.json": text });
  const ctx = await seedProject(services, { repository: repository.url, baseRef: repository.branch });

  expect(await readChecksConfig(ctx)).toMatchObject({ text, ref: repository.branch, problem: null });
});

test("a repository without the file says so, and one that is gone why", async ({ services }) => {
  await using repository = await makeRepository({ "index.md": "# A\n" });
  const ctx = await seedProject(services, { repository: repository.url, baseRef: repository.branch });

  expect(await readChecksConfig(ctx)).toMatchObject({ text: null, problem: null });
  expect(await readChecksConfig(await seedProject(services))).toMatchObject({
    text: null,
    problem: expect.stringContaining("repository"),
  });
});

test("a repository elsewhere is not asked for it", async ({ services }) => {
  const ctx = await seedProject(services, { repository: "https://github.com/acme/docs" });
  const project = { ...ctx.project, host: "github" };

  expect(await readChecksConfig({ project })).toMatchObject({
    text: null,
    problem: expect.stringContaining("base branch"),
  });
});
