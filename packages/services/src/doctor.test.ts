import { mkdtempDisposable, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "@docsteward/platform/env";
import { expect, test } from "vitest";
import { type DoctorCheck, diagnose } from "./doctor.ts";
import { openKeySecret } from "./secret/key-secret.ts";
import { createTestServices, seedKey, seedProject, type TestServices } from "./testing.ts";
import { reportWorker, WorkerFigures } from "./worker-process.ts";

const variablesOf = ({ databaseUrl, dataDir, keySecret }: TestServices) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  KEY_SECRET: keySecret,
  EMBEDDING_PROVIDER: "none",
});

const examine = async (variables: Record<string, string>) =>
  new Map<string, DoctorCheck>((await diagnose(parseEnv(variables))).map((check) => [check.name, check]));

test("doctor finds nothing wrong with an installation that works, and warns of what is missing", async () => {
  await using services = await createTestServices();
  const variables = variablesOf(services);
  await openKeySecret(services.db, parseEnv(variables));

  const checks = await examine({ ...variables, BASE_URL: "http://docs.test" });

  const fine = ["embedder", "mail", "database", "migrations", "clock", "key secret", "queue", "indexes", "GitHub App"];
  expect(fine.filter((name) => checks.get(name)?.state !== "ok")).toEqual([]);
  expect(checks.get("data folder")?.text).toContain("GB free");
  expect(checks.get("configuration")).toMatchObject({ state: "warning", advice: expect.stringContaining("TLS") });
  expect(checks.get("workers")).toMatchObject({ state: "warning", text: expect.stringContaining("No worker") });
});

test("doctor names each thing that is wrong, with what to do", async () => {
  await using services = await createTestServices();
  const ctx = await seedProject(services);
  await seedKey(ctx);
  const { id: projectId } = ctx.project;
  await openKeySecret(services.db, parseEnv(variablesOf(services)));
  const hook = { projectId, url: "https://a.test", events: [], secret: "x", pausedAt: new Date() };
  await services.db.webhookEndpoint.create({ data: { ...hook, id: "whk_1" } });
  const failed = { projectId, status: "failed", failure: "The branch is gone.", requestedAt: new Date() } as const;
  await services.db.siteIndex.create({ data: failed });
  await reportWorker(services, {
    id: "w",
    host: "machine-7",
    pid: 1,
    startedAt: new Date(),
    concurrency: 4,
    running: 0,
    jobs: [],
    figures: WorkerFigures.parse({}),
    pause: { reason: "the disk is full", since: new Date() },
  });
  const unreachable = { SMTP_URL: "smtp://127.0.0.1:1", SMTP_FROM: "docs@example.com" };

  const checks = await examine({
    ...variablesOf(services),
    ...unreachable,
    KEY_SECRET: "another secret of more than 32 characters",
  });

  expect(checks.get("key secret")).toMatchObject({ state: "error", text: expect.stringContaining("isn't the one") });
  expect(checks.get("mail")).toMatchObject({ state: "error", text: "The mail server could not be reached." });
  expect(checks.get("webhooks")).toMatchObject({ state: "warning", text: "1 of 1 paused" });
  expect(checks.get("indexes")?.text).toContain("The branch is gone.");
  expect(checks.get("workers")?.text).toContain("machine-7, the disk is full");
  for (const { state, advice } of checks.values()) expect(advice === null).toBe(state === "ok");
});

test("doctor changes nothing: neither a database without tables, nor an empty data folder", async () => {
  await using services = await createTestServices();
  await services.db.$executeRaw`DROP SCHEMA public CASCADE`;
  await services.db.$executeRaw`CREATE SCHEMA public`;
  await using folder = await mkdtempDisposable(join(tmpdir(), "docsteward-doctor-"));
  const rest = { DATA_DIR: folder.path, EMBEDDING_PROVIDER: "none" };

  const unmade = await examine({ ...rest, DATABASE_URL: services.databaseUrl });
  const embedded = await examine(rest);
  const away = await examine({ ...rest, DATABASE_URL: "postgres://127.0.0.1:9/none" });

  const migrations = { state: "error", advice: expect.stringContaining("serve migrate") };
  expect(unmade.get("migrations")).toMatchObject(migrations);
  expect(await services.db.$queryRaw`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`).toEqual(
    [],
  );
  expect(embedded.get("database")?.text).toBe("No database exists yet.");
  expect(await readdir(folder.path)).toEqual([]);
  expect(away.get("database")).toMatchObject({ state: "error", text: expect.stringContaining("nothing listens") });
});
