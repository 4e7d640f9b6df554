import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmptyDatabase } from "@docsteward/db/testing";
import { parseEnv } from "@docsteward/platform/env";
import { silentLogger } from "@docsteward/platform/log";
import { expect, test } from "vitest";
import { openServices } from "./open-services.ts";

async function withFolder(run: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "docsteward-services-"));
  await chmod(dataDir, 0o755);
  try {
    await run(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

test("several processes may open a new database concurrently, and all see the same", async () => {
  await withFolder(async (DATA_DIR) => {
    const database = await createEmptyDatabase();
    const env = parseEnv({ DATA_DIR, DATABASE_URL: database.url, PORT: "4000", HOST: "0.0.0.0" });

    const opened = await Promise.all(
      [1, 2, 3].map(() => openServices({ actor: { kind: "operator" }, env, log: silentLogger })),
    );

    expect(new Set(opened.map(({ keySecret }) => keySecret)).size).toBe(1);
    expect(opened[0]).toMatchObject({ baseUrl: "http://localhost:4000", models: { defaultName: "offline" } });
    await Promise.all(opened.map((services) => services.close()));
    await database.drop();
  });
});

test("a wrong secret is reported, and nothing stays open", async () => {
  await withFolder(async (DATA_DIR) => {
    const database = await createEmptyDatabase();
    const variables = { DATA_DIR, DATABASE_URL: database.url };
    const first = await openServices({ actor: { kind: "operator" }, env: parseEnv(variables), log: silentLogger });
    await first.close();

    const other = parseEnv({ ...variables, KEY_SECRET: "another secret of 32 characters or more" });

    await expect(openServices({ actor: { kind: "operator" }, env: other, log: silentLogger })).rejects.toMatchObject({
      name: "SecretError",
    });
    await database.drop();
  });
});
