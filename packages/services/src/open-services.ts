import { resolve } from "node:path";
import { openAssistant } from "@docsteward/assistant/answer/open-assistant";
import { createEmbedder } from "@docsteward/assistant/embedding/create-embedder";
import { namesOfModels } from "@docsteward/contract/model-settings";
import { createClient, type Database } from "@docsteward/db/client";
import { type OpenedDatabase, openDatabase } from "@docsteward/db/connect";
import { type ActiveJobLimits, NO_ACTIVE_LIMITS } from "@docsteward/db/job-turns";
import { prepareDatabase } from "@docsteward/db/migrate";
import { openNotifier } from "@docsteward/db/notify";
import { openQueue } from "@docsteward/db/queue";
import { systemClock } from "@docsteward/platform/clock";
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
import { parseProviders } from "./sign-in/providers.ts";
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
export async function openServices(options: OpenServicesOptions): Promise<OpenedServices> {
  const { env, log, actor, isWorker = false } = options;
  const database = await openDatabase({ env, log });
  const closers: (() => Promise<unknown>)[] = [() => database.stop()];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const { url } = database;
    await prepareDatabase(url);
    const db = createClient(url, {
      log,
      poolSize: options.poolSize ?? env.DATABASE_POOL,
      isPatient: options.isWorker === true,
    });
    closers.push(() => db.$disconnect());
    const keySecret = await openKeySecret(db, env);
    const previousKeySecret = env.KEY_SECRET_PREVIOUS ?? null;
    const notifier = await openNotifier({ url, log });
    closers.push(() => notifier.close());
    const maxBytes = env.INDEX_CACHE_MB * 1_000_000;
    const embedder = createEmbedder(env, log);
    const sites = createSiteCache({ db, notifier, clock: systemClock, log, maxBytes, embedder });
    closers.push(async () => sites.close());
    const streams = createStreamRecorder({ db, clock: systemClock, log });
    closers.push(() => streams.close());
    const keyUses = createKeyUseCounter({ db, log });
    closers.push(() => keyUses.flush());
    const searches = createSearchCounter({ db, log });
    closers.push(() => searches.flush());
    const queue = await openQueue({ url, log, isWorker, limits: activeJobsOf(env) });
    closers.push(() => queue.close());
    const baseUrl = options.baseUrl ?? env.BASE_URL ?? `http://${hostForLinks(env.HOST)}:${env.PORT}`;
    const memory = createAccessCache(systemClock, notifier);
    const limitCounters = createLimitCounters(db);
    const configured = readConfiguredApp(env);
    const github = createGitHubApps({
      db,
      clock: systemClock,
      memory,
      secrets: { keySecret, previousKeySecret },
      configured,
      apiUrl: env.GITHUB_API_URL,
    });
    return {
      ...settingsOf(env),
      actor,
      db,
      queue,
      notifier,
      memory,
      github,
      limitCounters,
      keyUses,
      searches,
      sites,
      embedder,
      streams,
      log,
      baseUrl,
      keySecret,
      previousKeySecret,
      auth: openAuth({ db, log, clock: systemClock, keySecret, baseUrl, signInProviders: parseProviders(env) }),
      database,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function settingsOf(env: Env) {
  return {
    clock: systemClock,
    signInProviders: parseProviders(env),
    v1Sunset: env.V1_SUNSET ?? null,
    mailer: openMailer(env),
    webhooks: { allowedNetworks: env.WEBHOOK_ALLOWED_NETWORKS },
    modelAllowedNetworks: env.MODEL_ALLOWED_NETWORKS,
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
