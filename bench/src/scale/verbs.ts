import { parseInput } from "../../../packages/contract/src/input-schema.ts";
import { createClient } from "../../../packages/db/src/client.ts";
import { prepareDatabase } from "../../../packages/db/src/migrate.ts";
import { makeEventWeeks } from "../../../packages/db/src/partitions.ts";
import { parseEnv } from "../../../packages/platform/src/env.ts";
import { inProject, type ProjectContext } from "../../../packages/services/src/context.ts";
import { listGaps } from "../../../packages/services/src/gap/gap.ts";
import { createJob } from "../../../packages/services/src/job/create.ts";
import { listPastEvents } from "../../../packages/services/src/job/events.ts";
import { getJob } from "../../../packages/services/src/job/job.ts";
import { listJobDetails, listJobFilters, listJobs } from "../../../packages/services/src/job/list.ts";
import { sweepJobs } from "../../../packages/services/src/job/sweep.ts";
import { authenticate } from "../../../packages/services/src/key/authenticate.ts";
import { CreateKey, createKey } from "../../../packages/services/src/key/create.ts";
import { listKeyDetails } from "../../../packages/services/src/key/list.ts";
import { consumeLimits } from "../../../packages/services/src/limit/consume.ts";
import { readMetrics } from "../../../packages/services/src/metrics.ts";
import { composeServices } from "../../../packages/services/src/open-services.ts";
import { getOverview } from "../../../packages/services/src/overview.ts";
import { deleteProject } from "../../../packages/services/src/project/delete.ts";
import { countActivity, listProjects, requireProject } from "../../../packages/services/src/project/find.ts";
import { deleteOldEvents, purgeExpired } from "../../../packages/services/src/purge-expired.ts";
import { claimDueSites } from "../../../packages/services/src/site/index-request.ts";
import { listThreads } from "../../../packages/services/src/thread/list.ts";
import { getUsage } from "../../../packages/services/src/usage/get.ts";
import { listDeliveries } from "../../../packages/services/src/webhook/list-deliveries.ts";
import { fillOthers, fillOwn, OWN, type ScaleSizes } from "./fill-database.ts";
import { KEY_SECRET } from "./lane.ts";
import { onServer } from "./start-postgres.ts";

export type ScaleDatabase = AsyncDisposable & {
  url: string;
  /** What an installation does all day, each as one call on the measured project. */
  verbs: Record<string, () => Promise<unknown>>;
  /** Deletes the measured project, and writes it again. @returns how long the deletion took, in milliseconds */
  timeDeletion(): Promise<number>;
  /** One hour's purge, of nothing that has expired. */
  purge(): Promise<void>;
  /** Deletes the events of others, which were written over 90 days, of the weeks that ended 70 days ago. @returns those weeks' parts of the table */
  purgeWeeks(): Promise<string[]>;
};

const WEEK_MS = 7 * 86_400_000;

/** The parts of the events' table that an installation of 90 days has. */
async function makePastWeeks(url: string): Promise<void> {
  const db = createClient(url, { log: { info: () => undefined, warn: () => undefined, error: () => undefined } });
  await db.$executeRaw`DROP TABLE "JobEvent_early"`;
  for (const weeksAgo of [13, 8, 3]) await makeEventWeeks(db, new Date(Date.now() - weeksAgo * WEEK_MS));
  await db.$disconnect();
}

/** Makes a database with the measured project, and others beside it where sizes are given; opens the services on it. */
export async function openDatabase(
  url: string,
  options: { dataDir: string; others: ScaleSizes | null; onLine(line: string): void },
): Promise<ScaleDatabase> {
  await prepareDatabase(url);
  await makePastWeeks(url);
  if (options.others) await fillOthers(url, options.others, options.onLine);
  await fillOwn(url);
  await onServer(url, "VACUUM (ANALYZE)");
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const db = createClient(url, { log: silent, poolSize: 10, isPatient: false });
  const env = parseEnv({
    DATABASE_URL: url,
    DATA_DIR: options.dataDir,
    MODEL_PROVIDER: "offline",
    EMBEDDING_PROVIDER: "none",
    EVENT_RETENTION_DAYS: "365",
    LIMIT_AGENT_PER_HOUR: "1000000",
  });
  const services = await composeServices({
    ...{ env, url, db, isWorker: false, log: silent, actor: { kind: "operator" } },
    keySecret: KEY_SECRET,
  });
  const enter = async (): Promise<ProjectContext> => inProject(services, await requireProject(services, OWN));
  let ctx = await enter();
  const { token } = await createKey(ctx, parseInput(CreateKey, { name: "bench", kind: "admin" }));
  const everySeconds = { local: 5, github: 600, git: 600 };
  return {
    url,
    verbs: {
      "check a key, not remembered": () => {
        services.memory.forget();
        return authenticate(services, { token, kind: "admin", scope: "read" });
      },
      "count a call against its limit": () => consumeLimits(ctx, ["agent-hour"]),
      "create a job": () => createJob(ctx, { prompt: "Fix the typo" }),
      "read a job": () => getJob(ctx, { id: "job_own7" }),
      "events of a job": () => listPastEvents(ctx, { id: "job_own7", limit: 300 }),
      "list jobs (API)": () => listJobs(ctx, { limit: 30 }),
      "list jobs (dashboard)": () => listJobDetails(ctx, { limit: 30, archived: false }),
      "find jobs by words": () => listJobDetails(ctx, { limit: 30, search: "quota region" }),
      "filters of the list of jobs": () => listJobFilters(ctx),
      overview: () => getOverview(ctx),
      "list projects, with activity": async () => {
        const projects = await listProjects(services, { org: OWN.org });
        return countActivity(services, { projectIds: projects.map(({ id }) => id) });
      },
      "list keys": () => listKeyDetails(ctx),
      usage: () => getUsage(ctx),
      "list gaps": () => listGaps(ctx),
      "list conversations": () => listThreads(ctx),
      "list deliveries of a webhook": () => listDeliveries(ctx, { id: "whe_own0" }),
      "worker: look for lost jobs": () => sweepJobs(services, { maxMinutes: 60 }),
      "worker: sites to look at": () => claimDueSites(services, { everySeconds }),
      "figures for /metrics": () => readMetrics(services),
    },
    async timeDeletion() {
      const startMs = performance.now();
      await deleteProject(ctx, { typed: OWN.domain });
      const tookMs = performance.now() - startMs;
      await clearOwn(url);
      await fillOwn(url);
      ctx = await enter();
      return tookMs;
    },
    purge: () => purgeExpired(services),
    purgeWeeks: async () => (await deleteOldEvents({ ...services, eventRetentionDays: 70 })).eventWeeks,
    async [Symbol.asyncDispose]() {
      await services.close();
      await db.$disconnect();
    },
  };
}

/** What a deleted project leaves: its organization with its keys and audit log. */
async function clearOwn(url: string): Promise<void> {
  await onServer(
    url,
    `DELETE FROM "ApiKey" WHERE "organizationId" = '${OWN.organizationId}';
     DELETE FROM "KeyUse" WHERE "keyId" LIKE 'key_own%';
     DELETE FROM "LimitCounter" WHERE key = 'agent-hour:${OWN.projectId}';
     DELETE FROM "CostCounter" WHERE scope = 'project:${OWN.projectId}';
     DELETE FROM "Organization" WHERE id = '${OWN.organizationId}'`,
  );
}
