import { cp, rm } from "node:fs/promises";
import { servicesTest } from "@docsteward/services/testing-fixtures";
import { expect } from "vitest";
import { ask, builtFolder, ensureBuilt, startWeb } from "./testing/web-process.ts";

const test = servicesTest();
test.beforeAll(() => ensureBuilt(), 600_000);

test("a web process whose build is deleted says so in its log, and ends for its supervisor", async ({ services }) => {
  const build = `${builtFolder()}-deleted`;
  await rm(build, { recursive: true, force: true });
  await cp(builtFolder(), build, { recursive: true, verbatimSymlinks: true });
  const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR, keySecret: KEY_SECRET } = services;
  const web = startWeb({ DATABASE_URL, DATA_DIR, KEY_SECRET }, { build });
  let said = "";
  web.child.stdout?.on("data", (chunk: Buffer) => {
    said += chunk;
  });
  const { port } = await web.ready;
  expect((await ask(port, { path: "/healthz" })).status).toBe(200);

  // The process that goes on until it notices may write a file meanwhile.
  await rm(build, { recursive: true, maxRetries: 10 });

  expect(await web.exited).toMatchObject({ code: 1, signal: null });
  expect(`${said}${web.said()}`).toContain("The folder of the running web build was deleted.");
});
