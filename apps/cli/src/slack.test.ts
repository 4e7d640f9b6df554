import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { seedProject } from "@docsteward/services/testing";
import { servicesTest } from "@docsteward/services/testing-fixtures";
import { expect } from "vitest";
import { runCli } from "./testing.ts";

const test = servicesTest().extend("cli", { scope: "file" }, ({ services }) => (...args: string[]) => {
  const { databaseUrl, dataDir, keySecret } = services;
  return runCli({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, KEY_SECRET: keySecret }, "slack", ...args);
});

test("a Slack app is created from a manifest, asks, and is turned off", async ({ services, cli }) => {
  const { project } = await seedProject(services);
  const secretFile = join(services.dataDir, "signing-secret.txt");
  await writeFile(secretFile, "8f742231b10e8888abcd99yyyzzz85a5\n");

  const shown = await cli("show");
  expect(shown.stderr).toContain("Off.");
  expect(JSON.parse(shown.stdout).features.slash_commands[0].url).toContain(`/api/slack/${project.id}`);
  const missing = await cli("set", "--public");
  expect(missing.stderr).toContain("The signing secret is missing.");
  expect(missing.code).toBeGreaterThan(0);
  expect((await cli("set", "--secret-file", secretFile)).stderr).toContain("shown to the person who asks");
  expect((await cli("set", "--public")).stderr).toContain("shown to the channel");
  expect(JSON.parse((await cli("show", "--json")).stdout).settings).toMatchObject({ isPublic: true });
  expect((await cli("off")).stderr).toContain("refused");
  expect(JSON.parse((await cli("show", "--json")).stdout).settings).toBeNull();
});
