import { generateKeyPairSync } from "node:crypto";
import { mkdtempDisposable, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestGitHub } from "@docsteward/git/testing-github";
import { parseEnv } from "@docsteward/platform/env";
import { mountDisk } from "@docsteward/platform/testing-disk";
import { expect, test, vi } from "vitest";
import { type DoctorCheck, diagnose } from "./doctor.ts";
import { APP_ROW, keyPurpose } from "./github-app/apps.ts";
import { openKeySecret } from "./secret/key-secret.ts";
import { seal } from "./secret/seal.ts";
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

test.each([
  ["no space", { size: "50m" }, "error", ": 0.1 GB free", "workers pause without it"],
  ["little space", { size: "1g" }, "warning", " GB free", "or move DATA_DIR"],
  ["no room for files", { size: "4g", files: 500 }, "error", "files can be created", "Free inodes"],
] as const)("doctor says that a disk has %s left, and what to do", async (_, size, state, text, advice) => {
  await using disk = await mountDisk(size);
  // A user who can't mount one has no disk to look at.
  if (disk === null) return;
  await using services = await createTestServices();

  const checks = await examine({ ...variablesOf(services), DATA_DIR: disk.path });

  const found = { state, text: expect.stringContaining(text), advice: expect.stringContaining(advice) };
  expect(checks.get("data folder")).toMatchObject(found);
});

test.each([
  ["an hour ahead", 3_600_000, "error", /^3[56]\d\d\.\d s apart/],
  ["an hour behind", -3_600_000, "error", /^3[56]\d\d\.\d s apart/],
  ["some seconds ahead", 20_000, "warning", /^\d\d\.\d s apart/],
] as const)("doctor says that this machine's clock is %s, and what to do", async (_, offMs, state, text) => {
  await using services = await createTestServices();
  const variables = variablesOf(services);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + offMs });

  const checks = await examine(variables).finally(() => vi.useRealTimers());

  const advice = "Synchronize the clocks of both machines, e.g. with chrony.";
  expect(checks.get("clock")).toMatchObject({ state, text: expect.stringMatching(text), advice });
});

test("doctor asks GitHub about the App, and says when its key is refused or missing, or its webhook secret is", async () => {
  await using github = await startTestGitHub();
  await using services = await createTestServices();
  const { appId, privateKey, webhookSecret, apiUrl } = github.config;
  const rest = { ...variablesOf(services), GITHUB_API_URL: apiUrl };
  await openKeySecret(services.db, parseEnv(rest));
  const app = { ...rest, GITHUB_APP_ID: appId, GITHUB_APP_PRIVATE_KEY: privateKey };
  const look = async (variables: Record<string, string>) => (await examine(variables)).get("GitHub App");

  const format = { privateKeyEncoding: { type: "pkcs8", format: "pem" } } as const;
  const { privateKey: anotherKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    ...format,
  });

  const complete = await look({ ...app, GITHUB_WEBHOOK_SECRET: webhookSecret ?? "" });
  const deaf = await look(app);
  const refused = await look({ ...app, GITHUB_APP_PRIVATE_KEY: anotherKey });
  const unknown = await look({ ...app, GITHUB_APP_ID: "999999" });

  expect(complete).toMatchObject({ state: "ok", text: expect.stringMatching(/ answers$/), advice: null });
  const noEvents = {
    text: expect.stringContaining("has no webhook secret: its events are ignored"),
    advice: "Set one at GitHub and here.",
  };
  expect(deaf).toMatchObject({ state: "warning", ...noEvents });
  const checkKey = { state: "error", advice: "Check the App's key, and the network connection to GitHub." };
  expect(refused).toMatchObject({ ...checkKey, text: expect.stringMatching(/key/) });
  expect(unknown).toMatchObject(checkKey);
  expect(JSON.stringify([refused, unknown])).not.toContain("PRIVATE KEY");
  expect(() => parseEnv({ ...rest, GITHUB_APP_ID: appId })).toThrow("GITHUB_APP_PRIVATE_KEY");

  // An App that was connected in the dashboard.
  const stored = { id: APP_ROW, appId, apiUrl, slug: "docs", name: "Docs", url: apiUrl, webhookSecret: null };
  const sealed = seal(services.keySecret, keyPurpose, privateKey);
  await services.db.gitHubApp.create({ data: { ...stored, privateKey: sealed } });
  expect(await look(rest)).toMatchObject({ state: "warning", ...noEvents });
  const lost = seal("a secret that this installation lost", keyPurpose, privateKey);
  await services.db.gitHubApp.updateMany({ data: { privateKey: lost } });
  expect(await look(rest)).toMatchObject({
    state: "error",
    text: "The App's private key was stored with another key secret.",
    advice: expect.stringContaining("KEY_SECRET_PREVIOUS"),
  });
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
