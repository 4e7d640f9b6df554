import { seedSite } from "@docsteward/services/site/testing-site";
import { seedProject } from "@docsteward/services/testing";
import { servicesTest } from "@docsteward/services/testing-fixtures";
import { expect } from "vitest";
import { runCli } from "./testing.ts";

const test = servicesTest().extend("cli", { scope: "file" }, ({ services }) => (...args: string[]) => {
  const { databaseUrl, dataDir, keySecret } = services;
  return runCli({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, KEY_SECRET: keySecret }, "access", ...args);
});
test.beforeAll(async ({ services }) => {
  const ctx = await seedProject(services);
  await seedSite(ctx, [
    { path: "/open", text: "For everyone." },
    { path: "/staff", text: "For staff.", readers: ["staff"] },
  ]);
});

test("pages are restricted to groups, the secret is replaced, and the restriction ends", async ({ cli }) => {
  expect((await cli("show")).stdout).toBe("Every reader can read all 2 pages.\n");

  const { secret } = JSON.parse((await cli("set", "--method", "secret", "--no-navigation", "--json")).stdout);
  const { secret: next } = JSON.parse((await cli("rotate", "--json")).stdout);

  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(next).not.toBe(secret);
  expect((await cli("show")).stdout).toBe("Method: secret\nReaders without groups can read 1 of 2 pages.\n");
  expect((await cli("off")).stderr).toContain("can read every page");
  expect((await cli("rotate")).stderr).toContain("has no reader secret");
});
