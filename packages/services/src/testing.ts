import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseInput } from "@docsteward/contract/input-schema";
import type { Database, Job, Prisma } from "@docsteward/db/client";
import { createTestDatabase } from "@docsteward/db/testing";
import type { GitHubAppConfig } from "@docsteward/git/github/github-app";
import type { RetryPolicy } from "@docsteward/git/github/send-request";
import { parseEnv } from "@docsteward/platform/env";
import { newId } from "@docsteward/platform/id";
import { silentLogger } from "@docsteward/platform/log";
import { inProject, type ProjectContext, type SystemContext } from "./context.ts";
import { hostKindOf } from "./git-host.ts";
import { createJob } from "./job/create.ts";
import { CreateKey, createKey } from "./key/create.ts";
import type { Role } from "./member/role.ts";
import { composeServices } from "./open-services.ts";
import { startSession } from "./sign-in/session.ts";

/** Nothing answers there: tests that need GitHub start a forge. */
export const NO_GITHUB_URL = "http://127.0.0.1:9";

export type TestServices = SystemContext &
  AsyncDisposable & { db: Database; databaseUrl: string; close(): Promise<void> };

const KEY_SECRET = "a secret that only tests use, 32+";
const SETTINGS = {
  MODEL_PROVIDER: "offline",
  EMBEDDING_PROVIDER: "none",
  BASE_URL: "http://docsteward.test",
  GITHUB_API_URL: NO_GITHUB_URL,
  // Tests make as many keys as they need.
  LIMIT_KEYS_PER_HOUR: "1000",
  // So that failures of the model are thrown, however slow this machine is.
  ANSWER_HEAD_MS: "600000",
};

/** E.g. a fixed clock or smaller limits; `isWorker` for tests that take queue entries. */
export type TestServicesOptions = Partial<Omit<SystemContext, "db">> & {
  isWorker?: boolean;
  poolSize?: number;
  gitHubApp?: GitHubAppConfig;
  gitHubApiUrl?: string;
  gitHubPatience?: Partial<RetryPolicy>;
};

/** Opens services as a process does, with a new database and the offline model. */
export async function createTestServices(overrides: TestServicesOptions = {}): Promise<TestServices> {
  const { isWorker, poolSize, gitHubApp = null, gitHubApiUrl, gitHubPatience, ...given } = overrides;
  const { clock, embedder, signInProviders, modelAllowedNetworks } = given;
  const database = await createTestDatabase({ poolSize });
  const { url, db } = database;
  const dataDir = await mkdtemp(join(tmpdir(), "docsteward-services-"));
  const env = parseEnv({ ...SETTINGS, DATA_DIR: dataDir, MODEL_ALLOWED_NETWORKS: modelAllowedNetworks?.join(",") });
  const services = await composeServices({
    ...{ env, url, db, isWorker, clock, embedder, signInProviders, gitHubApp, gitHubPatience },
    log: silentLogger,
    actor: { kind: "operator" },
    keySecret: KEY_SECRET,
    baseUrl: given.baseUrl,
    gitHubApiUrl: gitHubApp?.apiUrl ?? gitHubApiUrl,
  });
  const close = async () => {
    await services.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...services, ...given, databaseUrl: url, close, [Symbol.asyncDispose]: close };
}

type SeedProjectOptions = {
  /** Organization to put it in; a new one by default. */
  organizationId?: string;
  repository?: string;
  baseRef?: string;
  docsPath?: string;
};

/** Creates a project in a new organization (or a given one) and the context to act in it. */
export async function seedProject(services: SystemContext, options: SeedProjectOptions = {}): Promise<ProjectContext> {
  const name = `site-${randomBytes(5).toString("hex")}`;
  const { repository = "file:///srv/docs.git" } = options;
  const organizationId = options.organizationId ?? newId("org");
  if (options.organizationId === undefined) {
    await services.db.organization.create({ data: { id: organizationId, slug: name, name } });
  }
  const project = await services.db.project.create({
    data: {
      id: newId("prj"),
      organizationId,
      domain: name,
      name,
      host: hostKindOf(repository),
      repository,
      baseRef: options.baseRef ?? "main",
      docsPath: options.docsPath ?? "",
    },
    include: { organization: true },
  });
  return inProject(services, project);
}

type SeedJobOptions = { prompt?: string } & Partial<Prisma.JobUncheckedUpdateInput>;

/** Creates a job as a caller would, then sets the given columns, e.g. `{ status: "completed" }`. */
export async function seedJob(ctx: ProjectContext, options: SeedJobOptions = {}): Promise<Job> {
  const { prompt = "Fix the typo", ...data } = options;
  const { job } = await createJob(ctx, { prompt });
  return ctx.db.job.update({ where: { id: job.id }, data });
}

/** Makes an API key for the context's organization (admin) or project (assistant). */
export async function seedKey(
  ctx: ProjectContext,
  options: Partial<CreateKey> = {},
): Promise<{ token: string; id: string }> {
  const { token, key } = await createKey(ctx, parseInput(CreateKey, { name: "test", kind: "admin", ...options }));
  return { token, id: key.id };
}

export type SeedMemberOptions = {
  role?: Role;
  /** Where they are a member; every existing organization by default, `null` for none. */
  organizationId?: string | null;
};

/** Makes a person with a role, and without a password. */
export async function seedMember(
  { db }: SystemContext,
  { role = "owner", organizationId }: SeedMemberOptions = {},
): Promise<{ id: string; name: string; email: string }> {
  const id = newId("usr");
  const user = { id, name: "Ada", email: `${id.toLowerCase()}@docsteward.test` };
  await db.user.create({ data: user });
  const where = organizationId === undefined ? {} : { id: organizationId ?? "" };
  const organizations = await db.organization.findMany({ where, select: { id: true } });
  await db.membership.createMany({
    data: organizations.map((organization) => ({ organizationId: organization.id, userId: id, role })),
  });
  return user;
}

/** Signs a person in. @returns the Cookie header that their browser sends */
export async function seedSession(services: SystemContext, { userId }: { userId: string }): Promise<string> {
  const cookies = await startSession(services, { userId, headers: new Headers() });
  return cookies.map((cookie) => cookie.split(";", 1)[0]).join("; ");
}

/** Whether a statement waits for another transaction. */
export async function isStatementWaiting({ db }: Pick<SystemContext, "db">): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return rows.length > 0;
}

/** Reads an export to its end. */
export async function readRows<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const read: Row[] = [];
  for await (const row of rows) read.push(row);
  return read;
}
