import { resolve } from "node:path";
import { openAssistant } from "@docsteward/assistant/answer/open-assistant";
import { createEmbedder } from "@docsteward/assistant/embedding/create-embedder";
import type { Embedder } from "@docsteward/assistant/embedding/embedder";
import { namesOfModels } from "@docsteward/contract/model-settings";
import { createClient, type Database } from "@docsteward/db/client";
import { type OpenedDatabase, openDatabase } from "@docsteward/db/connect";
import { openDatabaseClock } from "@docsteward/db/database-clock";
import { explainTooMany } from "@docsteward/db/database-error";
import { type ActiveJobLimits, NO_ACTIVE_LIMITS } from "@docsteward/db/job-turns";
import { prepareDatabase } from "@docsteward/db/migrate";
import { openNotifier } from "@docsteward/db/notify";
import { openQueue } from "@docsteward/db/queue";
import type { GitHubAppConfig } from "@docsteward/git/github/github-app";
import type { RetryPolicy } from "@docsteward/git/github/send-request";
import { type Clock, systemClock } from "@docsteward/platform/clock";
import type { Env } from "@docsteward/platform/env";
import type { Reporter } from "@docsteward/platform/log";
import { toMicroUsd } from "@docsteward/platform/money";
import { createAccessCache } from "./access-cache.ts";
import type { Actor } from "./actor.ts";
import { createSearchCounter } from "./analytics/search-counter.ts";
import { createStreamRecorder } from "./answer-stream/recorder.ts";
import type { SystemContext } from "./context.ts";
import { createGitHubApps, readConfiguredApp } from "./github-app/apps.ts";
import { createKeyUseCounter } from "./key/use-counter.ts";
import { createLimitCounters } from "./limit/counters.ts";
import { openMailer } from "./notification/mailer.ts";
import { openKeySecret } from "./secret/key-secret.ts";
import { openAuth } from "./sign-in/open-auth.ts";
import { parseProviders, type SignInProviders } from "./sign-in/providers.ts";
import { createSiteCache } from "./site/cache.ts";

/** What a process passes to `openServices`: its environment, its log and its role. */
export type OpenServicesOptions = {
  env: Env;
  log: Reporter;
  /** Who acts where no caller is known: the service itself in a server, the operator at the command line. */
  actor: Actor;
  /** Takes part in running the queue and holds more of its connections. */
  isWorker?: boolean;
  poolSize?: number;
  /** The URL of the dashboard; by default BASE_URL, else HOST and PORT. */
  baseUrl?: string;
};

/** The open services of one process. The caller must close them. */
export type OpenedServices = SystemContext & {
  db: Database;
  database: OpenedDatabase;
  /** Hands running work back, closes every connection, and stops the built-in PostgreSQL if this call started it. */
  close(): Promise<void>;
};

/**
 * Opens everything a process needs: the database (see `openDatabase`), brought to this version's state, the queue, the
 * notifications and the secret of the API keys.
 *
 * @throws DatabaseError or SecretError, whose message is a sentence for the operator
 */
export async function openServices({ poolSize, ...options }: OpenServicesOptions): Promise<OpenedServices> {
  const { env, log } = options;
  const database = await openDatabase({ env, log });
  const { closers, close } = openClosers();
  closers.push(() => database.stop());
  try {
    const { url } = database;
    await prepareDatabase(url);
    const db = createClient(url, { log, poolSize: poolSize ?? env.DATABASE_POOL });
    closers.push(() => db.$disconnect());
    const clock = await openDatabaseClock(db);
    closers.push(async () => clock.close());
    const services = await composeServices({ ...options, url, db, clock, keySecret: await openKeySecret(db, env) });
    closers.push(() => services.close());
    return { ...services, database, close };
  } catch (error) {
    await close();
    throw explainTooMany(error);
  }
}

/** Closes what was opened, the last first, and each once. */
function openClosers() {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  return { closers, close };
}

/** What services are made of. */
export type Composition = Omit<OpenServicesOptions, "poolSize"> & {
  /** A database in this version's state, which the caller closes after the services. */
  url: string;
  db: Database;
  keySecret: string;
  /** The system's by default. */
  clock?: Clock;
  // By default, what the environment says:
  embedder?: Embedder | null;
  signInProviders?: SignInProviders;
  gitHubApp?: GitHubAppConfig | null;
  gitHubApiUrl?: string;
  gitHubPatience?: Partial<RetryPolicy>;
};

/** Makes the services of a process, the same in every program and test. The caller must close them. */
export async function composeServices(
  parts: Composition,
): Promise<SystemContext & Pick<OpenedServices, "db" | "close">> {
  const { env, log, actor, url, db, keySecret, isWorker = false, clock = systemClock } = parts;
  const { closers, close } = openClosers();
  try {
    const notifier = await openNotifier({ url, log });
    closers.push(() => notifier.close());
    const { embedder = createEmbedder(env, log), signInProviders = parseProviders(env) } = parts;
    const maxBytes = env.INDEX_CACHE_MB * 1_000_000;
    const sites = createSiteCache({ db, notifier, clock, log, maxBytes, embedder });
    closers.push(async () => sites.close());
    const streams = createStreamRecorder({ db, clock, log });
    closers.push(() => streams.close());
    const keyUses = createKeyUseCounter({ db, log });
    closers.push(() => keyUses.flush());
    const searches = createSearchCounter({ db, log });
    closers.push(() => searches.flush());
    const queue = await openQueue({ url, log, isWorker, limits: activeJobsOf(env) });
    closers.push(() => queue.close());
    const baseUrl = parts.baseUrl ?? env.BASE_URL ?? `http://${hostForLinks(env.HOST)}:${env.PORT}`;
    const memory = createAccessCache(clock, notifier);
    const { gitHubApp: configured = readConfiguredApp(env), gitHubPatience: patience } = parts;
    const apiUrl = parts.gitHubApiUrl ?? env.GITHUB_API_URL;
    const secrets = { keySecret, previousKeySecret: env.KEY_SECRET_PREVIOUS ?? null };
    return {
      ...settingsOf(env),
      actor,
      clock,
      db,
      queue,
      notifier,
      memory,
      github: createGitHubApps({ db, clock, memory, secrets, configured, apiUrl, patience }),
      limitCounters: createLimitCounters(db),
      keyUses,
      searches,
      sites,
      embedder,
      streams,
      log,
      baseUrl,
      ...secrets,
      signInProviders,
      auth: openAuth({ db, log, clock, keySecret, baseUrl, signInProviders }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function settingsOf(env: Env) {
  return {
    v1Sunset: env.V1_SUNSET ?? null,
    mailer: openMailer(env),
    webhooks: { allowedNetworks: env.WEBHOOK_ALLOWED_NETWORKS },
    modelAllowedNetworks: env.MODEL_ALLOWED_NETWORKS,
    gitAllowedNetworks: env.GIT_ALLOWED_NETWORKS,
    dataDir: resolve(env.DATA_DIR),
    repositoryBounds: {
      maxFiles: env.MAX_REPOSITORY_FILES,
      maxPages: env.MAX_SITE_PAGES,
      maxBytes: env.MAX_REPOSITORY_MB * 1_000_000,
      maxPageBytes: env.MAX_PAGE_KB * 1_000,
      maxDepth: env.MAX_PAGE_DEPTH,
    },
    models: modelNames(env),
    prices: env.MODEL_PRICES,
    jobBounds: {
      maxSteps: env.JOB_MAX_STEPS,
      maxTokens: env.JOB_MAX_TOKENS,
      maxMinutes: env.JOB_MAX_MINUTES,
      maxCostUsd: env.JOB_MAX_COST_USD,
    },
    activeJobs: activeJobsOf(env),
    budgets: {
      projectMicroUsd: toBudget(env.PROJECT_MAX_COST_USD_PER_MONTH),
      organizationMicroUsd: toBudget(env.ORGANIZATION_MAX_COST_USD_PER_MONTH),
    },
    eventRetentionDays: env.EVENT_RETENTION_DAYS,
    threadRetentionDays: env.THREAD_RETENTION_DAYS,
    jobRetentionDays: env.JOB_RETENTION_DAYS ?? null,
    auditRetentionDays: env.AUDIT_RETENTION_DAYS ?? null,
    answerHeadMs: env.ANSWER_HEAD_MS,
    assistant: openAssistant(env),
    limits: {
      agentPerHour: env.LIMIT_AGENT_PER_HOUR,
      agentV1PerHour: env.LIMIT_AGENT_V1_PER_HOUR,
      assistantPerKeyAndMonth: env.LIMIT_ASSISTANT_PER_KEY_AND_MONTH,
      assistantPerOrganizationAndHour: env.LIMIT_ASSISTANT_PER_ORGANIZATION_AND_HOUR,
      assistantPerAddressAndDay: env.LIMIT_ASSISTANT_PER_ADDRESS_AND_DAY,
      keysPerHour: env.LIMIT_KEYS_PER_HOUR,
      promptCharacters: env.LIMIT_PROMPT_CHARACTERS,
      messages: env.LIMIT_MESSAGES,
      contextItems: env.LIMIT_CONTEXT_ITEMS,
      contextCharacters: env.LIMIT_CONTEXT_CHARACTERS,
      bodyBytes: env.LIMIT_BODY_BYTES,
    },
  };
}

function activeJobsOf(env: Env): ActiveJobLimits {
  return {
    perProject: env.LIMIT_ACTIVE_JOBS_PER_PROJECT ?? NO_ACTIVE_LIMITS.perProject,
    perOrganization: env.LIMIT_ACTIVE_JOBS_PER_ORGANIZATION ?? NO_ACTIVE_LIMITS.perOrganization,
  };
}

function toBudget(usd: number | undefined): number | null {
  return usd === undefined ? null : toMicroUsd(usd);
}

function hostForLinks(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

/**
 * The names a job may ask for on this installation, the default first among them. The models behind the names are the
 * worker's business; `packages/models` offers the same names for the same configuration.
 */
function modelNames({
  MODEL_PROVIDER: provider,
  MODEL_ID: hosted = provider,
  OPENAI_COMPATIBLE_MODEL: local = provider,
}: Pick<Env, "MODEL_PROVIDER" | "MODEL_ID" | "OPENAI_COMPATIBLE_MODEL">): {
  defaultName: string;
  names: readonly string[];
} {
  const names = namesOfModels({ provider, model: provider === "openai-compatible" ? local : hosted });
  return { defaultName: names[0], names };
}
