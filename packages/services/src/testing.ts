import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAssistant } from "@docsteward/assistant/answer/open-assistant";
import { parseInput } from "@docsteward/contract/input-schema";
import { DEFAULT_LIMITS } from "@docsteward/contract/limits";
import type { Database, Job, Prisma } from "@docsteward/db/client";
import { NO_ACTIVE_LIMITS } from "@docsteward/db/job-turns";
import { openNotifier } from "@docsteward/db/notify";
import { openQueue } from "@docsteward/db/queue";
import { createTestDatabase } from "@docsteward/db/testing";
import type { GitHubAppConfig } from "@docsteward/git/github/github-app";
import type { RetryPolicy } from "@docsteward/git/github/send-request";
import { DEFAULT_BOUNDS } from "@docsteward/git/rules/repository-bounds";
import { systemClock } from "@docsteward/platform/clock";
import { parseEnv } from "@docsteward/platform/env";
import { newId } from "@docsteward/platform/id";
import { silentLogger } from "@docsteward/platform/log";
import { createAccessCache } from "./access-cache.ts";
import { createSearchCounter } from "./analytics/search-counter.ts";
import { createStreamRecorder } from "./answer-stream/recorder.ts";
import { inProject, type ProjectContext, type SystemContext } from "./context.ts";
import { hostKindOf } from "./git-host.ts";
import { createGitHubApps } from "./github-app/apps.ts";
import { createJob } from "./job/create.ts";
import { CreateKey, createKey } from "./key/create.ts";
import { createKeyUseCounter } from "./key/use-counter.ts";
import { createLimitCounters } from "./limit/counters.ts";
import type { Role } from "./member/role.ts";
import { openAuth } from "./sign-in/open-auth.ts";
import { startSession } from "./sign-in/session.ts";
import { createSiteCache } from "./site/cache.ts";

/** Nothing answers there: tests that need GitHub start a forge. */
export const NO_GITHUB_URL = "http://127.0.0.1:9";

export type TestServices = SystemContext &
  AsyncDisposable & { db: Database; databaseUrl: string; close(): Promise<void> };

const BASE_URL = "http://docsteward.test";
const KEY_SECRET = "a secret that only tests use, 32+";

/** E.g. a fixed clock or smaller limits; `isWorker` for tests that take queue entries. */
export type TestServicesOptions = Partial<Omit<SystemContext, "db">> & {
  isWorker?: boolean;
  poolSize?: number;
  gitHubApp?: GitHubAppConfig;
  gitHubApiUrl?: string;
  gitHubPatience?: Partial<RetryPolicy>;
};

/** Opens services with a new database, a real queue and real notifications. */
export async function createTestServices(overrides: TestServicesOptions = {}): Promise<TestServices> {
  const {
    isWorker = false,
    poolSize,
    gitHubApp: configured = null,
    gitHubApiUrl = NO_GITHUB_URL,
    gitHubPatience: patience,
    ...given
  } = overrides;
  const database = await createTestDatabase({ poolSize });
  const { url, db } = database;
  const dataDir = await mkdtemp(join(tmpdir(), "docsteward-services-"));
  const [queue, notifier] = await Promise.all([
    openQueue({ url, log: silentLogger, isWorker }),
    openNotifier({ url, log: silentLogger }),
  ]);
  const clock = given.clock ?? systemClock;
  const { embedder = null, signInProviders = {}, baseUrl = BASE_URL } = given;
  const sites = createSiteCache({ db, notifier, clock, log: silentLogger, maxBytes: 512_000_000, embedder });
  const streams = createStreamRecorder({ db, clock, log: silentLogger });
  const keyUses = createKeyUseCounter({ db, log: silentLogger });
  const searches = createSearchCounter({ db, log: silentLogger });
  const memory = createAccessCache(clock, notifier);
  const apiUrl = configured?.apiUrl ?? gitHubApiUrl;
  const close = async () => {
    sites.close();
    await streams.close();
    await keyUses.flush();
    await searches.flush();
    await queue.close();
    await notifier.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return {
    actor: { kind: "operator" },
    db,
    queue,
    notifier,
    clock,
    log: silentLogger,
    // Tests make as many keys as they need.
    limits: { ...DEFAULT_LIMITS, keysPerHour: 1_000 },
    baseUrl,
    dataDir,
    repositoryBounds: DEFAULT_BOUNDS,
    models: { defaultName: "offline", names: ["offline"] },
    prices: {},
    jobBounds: { maxSteps: 60, maxTokens: 2_000_000, maxMinutes: 30, maxCostUsd: 5 },
    activeJobs: NO_ACTIVE_LIMITS,
    budgets: { projectMicroUsd: null, organizationMicroUsd: null },
    keySecret: KEY_SECRET,
    signInProviders,
    auth: openAuth({ db, log: silentLogger, clock, keySecret: KEY_SECRET, baseUrl, signInProviders }),
    memory,
    github: createGitHubApps({ db, clock, memory, secrets: { keySecret: KEY_SECRET }, configured, apiUrl, patience }),
    limitCounters: createLimitCounters(db),
    keyUses,
    searches,
    v1Sunset: null,
    mailer: null,
    webhooks: { allowedNetworks: [] },
    modelAllowedNetworks: [],
    eventRetentionDays: 30,
    threadRetentionDays: 90,
    // So that failures of the model are thrown, however slow this machine is.
    answerHeadMs: 600_000,
    assistant: openAssistant(
      parseEnv({ MODEL_PROVIDER: "offline", MODEL_ALLOWED_NETWORKS: given.modelAllowedNetworks?.join(",") }),
    ),
    sites,
    embedder,
    streams,
    ...given,
    databaseUrl: url,
    close,
    [Symbol.asyncDispose]: close,
  };
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
