import { mkdtempDisposable, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openKeySecret } from "@docsteward/services/secret/key-secret";
import { createTestServices, seedKey, seedProject } from "@docsteward/services/testing";
import { expect, test } from "vitest";
import { runCli, variablesOf } from "./testing.ts";

test("backup writes a file and says what is not in it; restore refuses a database that is in use", async () => {
  await using services = await createTestServices();
  await using folder = await mkdtempDisposable(join(tmpdir(), "docsteward-cli-"));
  await seedProject(services);
  await openKeySecret(services.db, { DATA_DIR: services.dataDir, KEY_SECRET: services.keySecret });
  const file = join(folder.path, "all.backup");

  const made = await runCli(variablesOf(services), "backup", file);
  const refused = await runCli(variablesOf(services), "restore", file);

  expect(made).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Backed up \d+ rows of \d+ tables/) });
  expect(made.stderr).toContain("KEY_SECRET is not in the file.");
  expect((await stat(file)).size).toBeGreaterThan(100);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("The database isn't empty") });
}, 600_000);

test("what can't be undone asks for a confirmation: secret reset and the deletions", async () => {
  await using services = await createTestServices();
  const ctx = await seedProject(services);
  await seedKey(ctx);
  const variables = variablesOf(services);
  const { slug } = ctx.organization;

  const asked = await runCli(variables, "secret", "reset");
  const kept = await runCli(variables, "organization", "delete", slug);

  expect(asked).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Nothing was changed. Pass --yes to confirm."),
  });
  expect(asked.stderr).toContain("This revokes every API key");
  expect(kept).toMatchObject({ code: 2, stderr: expect.stringContaining(`--confirm ${slug}`) });
  expect(await services.db.apiKey.count({ where: { revokedAt: null } })).toBe(1);
}, 600_000);
