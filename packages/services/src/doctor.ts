import { access, constants, stat, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createEmbedder } from "@docsteward/assistant/embedding/create-embedder";
import { createClient, type Database } from "@docsteward/db/client";
import { openDatabase } from "@docsteward/db/connect";
import { openDatabaseClock } from "@docsteward/db/database-clock";
import { messageOf } from "@docsteward/db/database-error";
import { readMigrationState } from "@docsteward/db/migrate";
import { countEntries } from "@docsteward/db/queue";
import { systemClock } from "@docsteward/platform/clock";
import type { Env } from "@docsteward/platform/env";
import { silentLogger } from "@docsteward/platform/log";
import { createAccessCache } from "./access-cache.ts";
import { describeApp } from "./github-app/app.ts";
import { createGitHubApps, keyPurpose, readConfiguredApp } from "./github-app/apps.ts";
import { openMailer } from "./notification/mailer.ts";
import { checkKeySecret } from "./secret/key-secret.ts";
import { getSecretState } from "./secret/rotation.ts";
import { isSealedWith, secretsOf } from "./secret/seal.ts";
import { listWorkers } from "./worker-process.ts";

/** What one look at the installation found. `advice` says what to do; null where nothing is to be done. */
export type DoctorCheck = { name: string; state: "ok" | "warning" | "error"; text: string; advice: string | null };

type Finding = Omit<DoctorCheck, "name">;
const ok = (text: string): Finding => ({ state: "ok", text, advice: null });
const warning = (text: string, advice: string): Finding => ({ state: "warning", text, advice });
const error = (text: string, advice: string): Finding => ({ state: "error", text, advice });

/** Runs one look. What it throws is its finding: a look that fails hides no other. */
export async function look(name: string, work: () => Promise<Finding>, advice: string): Promise<DoctorCheck> {
  try {
    return { name, ...(await work()) };
  } catch (cause) {
    return { name, ...error(messageOf(cause), advice) };
  }
}

/** Looks at the configuration, this machine and the database. Changes nothing. */
export async function diagnose(env: Env): Promise<DoctorCheck[]> {
  const checks = [
    await look("configuration", async () => checkConfiguration(env), "Fix the variables."),
    await look("data folder", () => checkFolder(resolve(env.DATA_DIR)), "Make DATA_DIR writable for this user."),
    await look("temporary files", () => checkFolder(tmpdir()), "Make TMPDIR writable for this user."),
    await look("embedder", () => checkEmbedder(env), "Check the EMBEDDING_ variables and the server."),
    await look("mail", () => checkMail(env), "Check SMTP_URL and the mail server."),
  ];
  if (await isUnmade(env))
    return [
      ...checks,
      { name: "database", ...warning("No database exists yet.", "Run the service once: it creates one.") },
    ];
  const opened = await openDatabase({ env, log: silentLogger }).catch((cause: Error) => cause);
  if (opened instanceof Error) {
    const advice = "Start PostgreSQL, or fix DATABASE_URL. The database's state was not checked.";
    return [...checks, { name: "database", ...error(opened.message, advice) }];
  }
  const db = createClient(opened.url, { log: silentLogger, poolSize: 2 });
  try {
    return [...checks, ...(await checkDatabase({ env, db, url: opened.url }))];
  } finally {
    await db.$disconnect();
    await opened.stop();
  }
}

const LOOPBACK = new Set(["127.0.0.1", "::1", "localhost"]);

function checkConfiguration(env: Env): Finding {
  const isPublic = !LOOPBACK.has(env.HOST) || env.BASE_URL !== undefined;
  if (isPublic && env.BASE_URL === undefined)
    return warning(
      "HOST opens the service to the network, and BASE_URL isn't set.",
      "Set BASE_URL to the public address.",
    );
  const url = env.BASE_URL === undefined ? null : new URL(env.BASE_URL);
  if (url?.protocol === "http:" && !LOOPBACK.has(url.hostname))
    return warning(
      "BASE_URL is http, so cookies and keys travel in clear text.",
      "Put a TLS proxy in front, and set https.",
    );
  if (url?.protocol === "https:" && env.TRUSTED_PROXIES.length === 0)
    return warning("Limits count all callers as the proxy's address.", "Name the proxy in TRUSTED_PROXIES.");
  if (env.METRICS_TOKEN === undefined) return ok("valid; METRICS_TOKEN isn't set, so there is no /metrics");
  return ok("valid");
}

const GIGABYTE = 1_000_000_000;
const LEAST_GIGABYTES = { error: 0.2, warning: 2 };

async function checkFolder(path: string): Promise<Finding> {
  const found = await stat(path).catch(() => null);
  if (found === null) return warning(`${path} does not exist.`, "The service creates it at its first start.");
  await access(path, constants.W_OK);
  const { bavail, bsize, ffree, files } = await statfs(path);
  const free = (bavail * bsize) / GIGABYTE;
  const text = `${path}: ${free.toFixed(1)} GB free`;
  if (free < LEAST_GIGABYTES.error) return error(text, "Free space on this disk: workers pause without it.");
  if (files > 0 && ffree < 1_000)
    return error(`${path}: only ${ffree} files can be created`, "Free inodes on this disk.");
  return free < LEAST_GIGABYTES.warning ? warning(text, "Free space on this disk, or move DATA_DIR.") : ok(text);
}

const EMBEDDER_MS = 30_000;

async function checkEmbedder(env: Env): Promise<Finding> {
  const embedder = createEmbedder(env, silentLogger);
  if (embedder === null) return ok("off: pages are found by keywords");
  const [vector] = await embedder.embedDocuments(["docsteward"], { signal: AbortSignal.timeout(EMBEDDER_MS) });
  return ok(`${env.EMBEDDING_PROVIDER}: ${vector?.length ?? 0} dimensions`);
}

async function checkMail(env: Env): Promise<Finding> {
  const mailer = openMailer(env);
  if (mailer === null) return ok("off: SMTP_URL isn't set");
  await mailer.verify();
  return ok("the mail server answers");
}

/** Whether the embedded database was never made. Opening it would make it. */
async function isUnmade({ DATABASE_URL, DATA_DIR }: Env): Promise<boolean> {
  if (DATABASE_URL !== undefined) return false;
  const marks = ["postgres", "installation-id"].map((name) => stat(join(resolve(DATA_DIR), name)));
  return (await Promise.allSettled(marks)).every(({ status }) => status === "rejected");
}

type Opened = { env: Env; db: Database; url: string };

async function checkDatabase(opened: Opened): Promise<DoctorCheck[]> {
  const { env, db, url } = opened;
  const schema = await look("migrations", () => checkMigrations(url), "Run `docsteward serve migrate`.");
  const server = [
    await look("database", () => checkServer(opened), "Check PostgreSQL's log."),
    schema,
    await look("connections", () => checkConnections(opened), "Check max_connections."),
    await look("clock", () => checkClock(db), "Synchronize the clocks, e.g. with chrony."),
  ];
  // The other looks read tables that may not exist yet.
  if (schema.state === "error") return server;
  const secrets = { keySecret: "", previousKeySecret: env.KEY_SECRET_PREVIOUS ?? null };
  return [
    ...server,
    await look(
      "key secret",
      async () => {
        secrets.keySecret = await checkKeySecret(db, env);
        return checkSecretState({ db, clock: systemClock, ...secrets });
      },
      "See docs/operations.md#the-key-secret.",
    ),
    await look("workers", () => checkWorkers(db), "See the workers' log."),
    await look("queue", () => checkQueue(db), "See the workers' log."),
    await look("indexes", () => checkIndexes(db), "See the project's index page."),
    await look("webhooks", () => checkWebhooks(db), "See Settings › Webhooks of the projects."),
    await look(
      "GitHub App",
      () => checkGitHub({ ...opened, secrets }),
      "Check the App's key, and the network connection to GitHub.",
    ),
  ];
}

const OLDEST_MAJOR = 15;

async function checkServer({ db }: Opened): Promise<Finding> {
  const [row] = await db.$queryRaw<{ version: string; number: number; canCreate: boolean; encoding: string }[]>`
    SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
      has_schema_privilege('public', 'CREATE') AS "canCreate", current_setting('server_encoding') AS encoding`;
  if (row === undefined) return error("The server doesn't report its version.", "Check that it is PostgreSQL.");
  const text = `PostgreSQL ${row.version}`;
  if (row.number < OLDEST_MAJOR * 10_000) return error(text, `Upgrade to PostgreSQL ${OLDEST_MAJOR} or later.`);
  if (row.encoding !== "UTF8") return error(`${text}, encoding ${row.encoding}`, "Create the database with UTF8.");
  if (!row.canCreate)
    return error(`${text}; this user can't create tables`, "Make the user the owner of the database.");
  return ok(`${text}; no extension is needed`);
}

async function checkMigrations(url: string): Promise<Finding> {
  const { missing, newer } = await readMigrationState(url);
  if (missing.length > 0)
    return error(
      `${missing.length} migrations are missing, first ${missing[0]}`,
      "Run `docsteward serve migrate`, or start the service.",
    );
  if (newer.length > 0)
    return warning(`The database has ${newer.length} migrations of a newer version.`, "Update this machine, too.");
  return ok("up to date");
}

async function checkConnections({ db, env }: Opened): Promise<Finding> {
  const [row] = await db.$queryRaw<{ used: number; most: number }[]>`
    SELECT (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS used,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS most`;
  const { used = 0, most = 0 } = row ?? {};
  const text = `${used} of ${most} in use`;
  // The queue takes four more and listens on a fifth, and notifications come on the sixth.
  const worker = env.DATABASE_POOL + 6;
  if (most - used >= worker) return ok(text);
  return warning(`${text}; another process needs up to ${worker}`, "Raise max_connections, or lower DATABASE_POOL.");
}

const CLOCK_SECONDS = { warning: 2, error: 30 };

async function checkClock(db: Database): Promise<Finding> {
  const beforeMs = Date.now();
  const [row] = await db.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  const afterMs = Date.now();
  const nowMs = row?.now.getTime() ?? beforeMs;
  const seconds = Math.max(beforeMs - nowMs, nowMs - afterMs, 0) / 1_000;
  const text = `${seconds.toFixed(1)} s apart from the database's`;
  const advice = "Synchronize the clocks of both machines, e.g. with chrony.";
  if (seconds > CLOCK_SECONDS.error) return error(text, advice);
  return seconds > CLOCK_SECONDS.warning ? warning(text, advice) : ok("agrees with the database's");
}

async function checkSecretState(ctx: Parameters<typeof getSecretState>[0]): Promise<Finding> {
  const { waitingKeys, sealedBefore, keys } = await getSecretState(ctx);
  const hasPrevious = Boolean(ctx.previousKeySecret);
  const waiting = waitingKeys.length + sealedBefore;
  if (waiting > 0 && !hasPrevious)
    return error(
      `${waitingKeys.length} keys and ${sealedBefore} stored secrets need an earlier secret.`,
      "Set KEY_SECRET_PREVIOUS to it, or revoke the keys.",
    );
  if (waiting > 0) return ok(`being changed: ${waitingKeys.length} of ${keys} keys have not been used since`);
  if (hasPrevious) return warning("Nothing needs KEY_SECRET_PREVIOUS any more.", "Remove it.");
  return ok("is the one that this database knows");
}

async function checkWorkers(db: Database): Promise<Finding> {
  const clock = await openDatabaseClock(db);
  const workers = await listWorkers({ db, clock }).finally(() => clock.close());
  const paused = workers.filter(({ pause }) => pause !== null);
  if (workers.length === 0) return warning("No worker has reported in the last 30 seconds.", "Start one: jobs wait.");
  if (paused.length === 0) return ok(`${workers.length} running`);
  const [first] = paused;
  return warning(
    `${paused.length} of ${workers.length} paused: ${first?.host}, ${first?.pause?.reason}`,
    "Fix that machine.",
  );
}

const LONG_WAIT_SECONDS = 60;

async function checkQueue(db: Database): Promise<Finding> {
  const entries = await countEntries(db);
  const failed = entries.filter(({ state }) => state === "failed").reduce((sum, { count }) => sum + count, 0);
  const waiting = entries.filter(({ state }) => state === "waiting");
  const oldest = Math.max(0, ...waiting.map(({ oldestSeconds }) => oldestSeconds));
  const text = `${waiting.reduce((sum, { count }) => sum + count, 0)} waiting, the oldest for ${Math.round(oldest)} s; ${failed} failed`;
  if (oldest > LONG_WAIT_SECONDS) return warning(text, "Start more workers, or find out why they take no work.");
  return failed > 0 ? warning(text, "See the workers' log.") : ok(text);
}

async function checkIndexes(db: Database): Promise<Finding> {
  const where = { status: "failed" } as const;
  const [failed, all, first] = await Promise.all([
    db.siteIndex.count({ where }),
    db.siteIndex.count(),
    db.siteIndex.findFirst({ where, include: { project: true } }),
  ]);
  if (first === null) return ok(`${all}, none failed`);
  return warning(
    `${failed} of ${all} failed, e.g. ${first.project.domain}: ${first.failure ?? ""}`,
    "See the project's index page.",
  );
}

async function checkWebhooks(db: Database): Promise<Finding> {
  const [all, paused] = [
    await db.webhookEndpoint.count(),
    await db.webhookEndpoint.count({ where: { pausedAt: { not: null } } }),
  ];
  return paused > 0
    ? warning(`${paused} of ${all} paused`, "See Settings › Webhooks of the projects.")
    : ok(`${all}, none paused`);
}

type GitHubOptions = Opened & { secrets: { keySecret: string; previousKeySecret: string | null } };

async function checkGitHub({ db, env, secrets }: GitHubOptions): Promise<Finding> {
  const configured = readConfiguredApp(env);
  const memory = createAccessCache(systemClock);
  const apps = createGitHubApps({ db, clock: systemClock, memory, secrets, configured, apiUrl: env.GITHUB_API_URL });
  const row = await db.gitHubApp.findFirst({ select: { privateKey: true, webhookSecret: true } });
  const isOpened = (sealed: string) => secretsOf(secrets).some((secret) => isSealedWith(secret, keyPurpose, sealed));
  if (configured === null && row !== null && !isOpened(row.privateKey))
    return error(
      "The App's private key was stored with another key secret.",
      "Set KEY_SECRET_PREVIOUS to that secret, or connect the App again.",
    );
  const app = await apps.current();
  if (app === null) return ok("none: only repositories on this machine can be used");
  const { name, slug } = await describeApp(app);
  const hasWebhook = configured === null ? row?.webhookSecret !== null : configured.webhookSecret !== null;
  if (!hasWebhook)
    return warning(`${name} (${slug}) has no webhook secret: its events are ignored.`, "Set one at GitHub and here.");
  return ok(`${name} (${slug}) answers`);
}
