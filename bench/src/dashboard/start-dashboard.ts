import { join } from "node:path";
import type { Database } from "../../../packages/db/src/client.ts";
import { parseEnv } from "../../../packages/platform/src/env.ts";
import { inProject } from "../../../packages/services/src/context.ts";
import { sendMessage } from "../../../packages/services/src/job/send-message.ts";
import { openServices } from "../../../packages/services/src/open-services.ts";
import { requireProject } from "../../../packages/services/src/project/find.ts";
import { startSession } from "../../../packages/services/src/sign-in/session.ts";
import { generateRepository } from "../repository/generate-repository.ts";
import { SMALL_SITE } from "../repository/site-files.ts";
import { startLoggedService } from "../service/start-logged-service.ts";

export type BenchDashboard = AsyncDisposable & {
  /** The address of the project: `/{org}/{domain}` of the service. */
  projectUrl: string;
  url: string;
  site: { org: string; domain: string };
  /** What a browser sends that is signed in. */
  cookie: string;
  webPid: number;
  /** Jobs that rest, newest first. */
  jobIds: string[];
  /** Sends a job a follow-up, which writes an event. @returns when it was sent, `performance.now()` */
  writeEvent(jobId: string): Promise<number>;
};

/** Starts the service with a person who is signed in and a project of `jobCount` jobs. No worker runs. */
export async function startDashboard(options: {
  dataDir: string;
  folder: string;
  jobCount: number;
  onLine(line: string): void;
}): Promise<BenchDashboard> {
  const { dataDir, folder, jobCount, onLine } = options;
  await using starting = new AsyncDisposableStack();
  const repository = await generateRepository(dataDir, SMALL_SITE);
  const logFile = join(dataDir, "logs", "dashboard.log");
  const variables = { MODEL_PROVIDER: "offline", WORKERS: "0" };
  const service = starting.use(
    await startLoggedService({ dataDir: join(folder, "service"), logFile, variables, onLine }),
  );
  const { domain } = await service.createProject("bench-dashboard", repository);
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const env = parseEnv({ ...variables, DATABASE_URL: service.databaseUrl, DATA_DIR: join(folder, "service") });
  const services = await openServices({ env, actor: { kind: "operator" }, log: silent, baseUrl: service.url });
  starting.defer(() => services.close());
  const site = { org: "bench", domain };
  const project = await requireProject(services, site);
  const user = { id: "usr_bench", name: "Bench", email: "bench@docsteward.test" };
  await services.db.user.create({ data: user });
  const membership = { userId: user.id, organizationId: project.organizationId, role: "owner" } as const;
  await services.db.membership.create({ data: membership });
  const cookies = await startSession(services, { userId: user.id, headers: new Headers() });
  onLine(`Writing ${jobCount.toLocaleString("en")} jobs`);
  const jobIds = await seedJobs(services.db, { project, userId: user.id, count: jobCount });
  const ctx = inProject(services, project);
  const running = starting.move();
  return {
    url: service.url,
    projectUrl: `${service.url}/${site.org}/${domain}`,
    site,
    cookie: cookies.map((cookie) => cookie.split(";", 1)[0]).join("; "),
    webPid: service.pid("docsteward-web"),
    jobIds,
    async writeEvent(id) {
      const sentAt = performance.now();
      await sendMessage(ctx, { id, prompt: "And one thing more" });
      return sentAt;
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/**
 * Writes jobs as a busy project has them after a year: one every hour, of several models and ends, each with its prompt and the
 * events of a short run.
 *
 * @returns their ids, newest first
 */
async function seedJobs(
  db: Database,
  { project, userId, count }: { project: { id: string; repository: string }; userId: string; count: number },
): Promise<string[]> {
  await db.$executeRaw`
    INSERT INTO "Job" (id, "projectId", status, model, title, repository, "baseRef", branch, "pullRequestNumber",
      "createdByUserId", "createdAt", "startedAt", "endedAt", "lastMessageSeq", "takenMessageSeq", "lastEventSeq", "costMicroUsd",
      "failureCode", "failureReason")
    SELECT 'job_bench' || lpad(n::text, 6, '0'), ${project.id},
      (CASE WHEN n % 7 = 0 THEN 'failed' ELSE 'completed' END)::"JobStatus", (ARRAY['sonnet', 'opus'])[1 + n % 2],
      'Explain quota ' || n || ' of region ' || n % 40, ${project.repository}, 'main', 'docsteward/explain-quota-' || n,
      n, ${userId}, at, at, at + interval '3 minutes', 1, 1, 12, n * 37,
      CASE WHEN n % 7 = 0 THEN 'stuck' END, CASE WHEN n % 7 = 0 THEN 'The agent went in circles.' END
    FROM generate_series(1, ${count}::int) AS n, LATERAL (SELECT now() - (${count}::int - n + 1) * interval '1 hour' AS at) AS time`;
  await db.$executeRaw`
    INSERT INTO "JobMessage" (id, "jobId", seq, role, content, "createdAt")
    SELECT 'msg_' || substr(id, 5), id, 1, 'user', 'Explain in docs/guides/region-' || "pullRequestNumber" % 40 ||
      '.mdx how the quota ' || "pullRequestNumber" || ' is raised, and link it from the overview. ' || repeat('Keep the tone. ', 20),
      "createdAt"
    FROM "Job" WHERE "projectId" = ${project.id}`;
  await db.$executeRaw`
    INSERT INTO "JobEvent" ("jobId", seq, type, data, "createdAt")
    SELECT id, seq, 'job.titled', json_build_object('title', title), "createdAt"
    FROM "Job", generate_series(1, 12) AS seq WHERE "projectId" = ${project.id}`;
  await db.$executeRaw`ANALYZE`;
  const jobs = await db.job.findMany({
    where: { projectId: project.id },
    select: { id: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return jobs.map(({ id }) => id);
}
