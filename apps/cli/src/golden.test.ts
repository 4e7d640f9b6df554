import { seedSite } from "@docsteward/services/site/testing-site";
import { seedProject } from "@docsteward/services/testing";
import { servicesTest } from "@docsteward/services/testing-fixtures";
import { expect } from "vitest";
import { runCli } from "./testing.ts";

const test = servicesTest().extend("cli", { scope: "file" }, ({ services }) => (...args: string[]) => {
  const { databaseUrl, dataDir, keySecret } = services;
  return runCli({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, KEY_SECRET: keySecret }, ...args);
});
test.beforeAll(async ({ services }) => {
  const ctx = await seedProject(services);
  await seedSite(ctx, [
    { path: "/upload", title: "Uploads", text: "A file may be 50 MB." },
    { path: "/backup", title: "Backups", text: "Run harbor backup every night." },
  ]);
});

test("golden questions are added, evaluated with their answers, and removed", async ({ cli }) => {
  const added = await cli("golden", "add", "How large may a file be?", "--page", "upload", "--json");
  await cli("golden", "add", "Who owns zeppelins?", "--page", "/backup");
  const { id } = JSON.parse(added.stdout);

  const evaluated = await cli("eval", "--answers", "--json");
  const refused = await cli("eval", "--min", "0.9");

  expect(JSON.parse(evaluated.stdout)).toMatchObject({ asked: 2, found: 1, cited: expect.any(Number), judged: null });
  expect(refused.code).toBe(1);
  expect(refused.stdout).toContain("found 1 of 2");
  expect((await cli("golden", "list")).stdout).toContain("How large may a file be?");
  expect((await cli("golden", "remove", id)).stderr).toBe(`Removed ${id}.\n`);
  expect((await cli("golden", "release")).stderr).toContain("No version of the index waits");
});
