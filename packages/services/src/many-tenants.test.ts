import { expect } from "vitest";
import { inTransaction, type ProjectContext } from "./context.ts";
import { listGaps } from "./gap/gap.ts";
import { listPastEvents } from "./job/events.ts";
import { getJob } from "./job/job.ts";
import { listJobDetails, listJobFilters, listJobs } from "./job/list.ts";
import { sweepJobs } from "./job/sweep.ts";
import { authenticate } from "./key/authenticate.ts";
import { listKeyDetails } from "./key/list.ts";
import { consumeLimits } from "./limit/consume.ts";
import { readMetrics } from "./metrics.ts";
import { getOverview } from "./overview.ts";
import { deleteCounters } from "./project/delete.ts";
import { countActivity } from "./project/find.ts";
import { projectTest } from "./testing-fixtures.ts";
import { listThreads } from "./thread/list.ts";
import { getUsage } from "./usage/get.ts";

const PROJECTS = 100;
const JOBS = 8_000;
/** Tables of this many rows PostgreSQL may read whole: organizations and projects. All others have thousands. */
const SMALL_TABLES = 5 * PROJECTS;

/** What an installation does most, as `bench scale` finds it. */
const VERBS: Record<string, (ctx: ProjectContext, more: { token: string }) => Promise<unknown>> = {
  "check a key": (ctx, { token }) => {
    ctx.memory.forget();
    return authenticate(ctx, { token, kind: "admin", scope: "read" });
  },
  "count a call": (ctx) => consumeLimits(ctx, ["agent-hour"]),
  "read a job": (ctx) => getJob(ctx, { id: "job_own1" }),
  "events of a job": (ctx) => listPastEvents(ctx, { id: "job_own1", limit: 300 }),
  "list jobs": (ctx) => listJobs(ctx, { limit: 30 }),
  "list jobs with their details": (ctx) => listJobDetails(ctx, { limit: 30, archived: false }),
  "filters of the list": listJobFilters,
  overview: getOverview,
  activity: (ctx) => countActivity(ctx, { projectIds: [ctx.project.id] }),
  "list keys": (ctx) => listKeyDetails(ctx),
  usage: getUsage,
  "list gaps": (ctx) => listGaps(ctx),
  "list conversations": (ctx) => listThreads(ctx),
  "look for lost jobs": (ctx) => sweepJobs(ctx, { maxMinutes: 60 }),
  "forget counters": (ctx) => deleteCounters(ctx, ["prj_unknown"]),
};

const test = projectTest().extend(
  "rowsRead",
  { scope: "file" },
  ({ ctx, key }) =>
    (verb: string): Promise<number> =>
      inTransaction(
        ctx,
        async (tx) => {
          const count = async () => {
            const [read] = await tx.db.$queryRaw<{ rows: number }[]>`
                SELECT COALESCE(sum(seq_tup_read + COALESCE(idx_tup_fetch, 0)), 0)::int AS rows
                FROM pg_stat_xact_user_tables WHERE schemaname = 'public'`;
            return read?.rows ?? 0;
          };
          const before = await count();
          await VERBS[verb]?.(tx, { token: key });
          return (await count()) - before;
        },
        { timeoutMs: 60_000 },
      ),
);

/** What each verb reads in a database that holds this project alone, and beside many others. */
const rows: { alone: Record<string, number>; beside: Record<string, number> } = { alone: {}, beside: {} };
test.beforeAll(async ({ services, ctx, rowsRead }) => {
  const { db } = services;
  const read = async (into: Record<string, number>) => {
    for (const verb of Object.keys(VERBS)) {
      // Once to write what the first reading writes, e.g. groups of questions.
      await rowsRead(verb);
      into[verb] = await rowsRead(verb);
    }
  };
  await fill(services, { projects: [ctx.project.id], organizations: [ctx.organization.id], jobs: 100, prefix: "own" });
  await read(rows.alone);
  const numbers = Array.from({ length: PROJECTS }, (_, number) => number);
  const others = { projects: numbers.map((n) => `prj_o${n}`), organizations: numbers.map((n) => `org_o${n}`) };
  await db.organization.createMany({ data: others.organizations.map((id) => ({ id, slug: id, name: id })) });
  await db.project.createMany({
    data: numbers.map((n) => ({
      ...{ id: `prj_o${n}`, organizationId: `org_o${n}`, domain: `other-${n}`, name: "Other" },
      ...{ host: "github", repository: `https://github.com/acme/${n}`, baseRef: "main" },
    })),
  });
  await fill(services, { ...others, jobs: JOBS, prefix: "o" });
  await read(rows.beside);
}, 300_000);

/** Rows by SQL, without triggers: what a verb reads does not depend on how they came. */
async function fill(
  { db }: Pick<ProjectContext, "db">,
  given: { projects: string[]; organizations: string[]; jobs: number; prefix: string },
): Promise<void> {
  const { projects, organizations, jobs, prefix } = given;
  const project = `('{${projects}}'::text[])[1 + n % ${projects.length}]`;
  const organization = `('{${organizations}}'::text[])[1 + n % ${organizations.length}]`;
  const rows = `generate_series(1, ${jobs}) n, LATERAL (SELECT now() - interval '80 days' * n / ${jobs} AS at) time`;
  for (const table of ["Job", "ApiKey"]) await db.$executeRawUnsafe(`ALTER TABLE "${table}" DISABLE TRIGGER USER`);
  const statements = [
    `"Job" (id, "projectId", status, model, repository, "baseRef", "lastEventSeq", "createdAt", "endedAt")
      SELECT 'job_${prefix}' || n, ${project}, 'completed', 'opus', 'https://github.com/acme/docs', 'main', 3, at, at FROM ${rows}`,
    `"JobMessage" (id, "jobId", seq, role, content)
      SELECT 'msg_${prefix}' || n, 'job_${prefix}' || n, 1, 'assistant', 'Fix the typo' FROM ${rows}`,
    `"JobEvent" ("jobId", seq, type, data, "createdAt")
      SELECT 'job_${prefix}' || n, seq, 'job.titled', '{"title":"A typo"}', at FROM ${rows}, generate_series(1, 3) seq`,
    `"ApiKey" (id, "organizationId", "projectId", kind, name, prefix, last4, hash, "createdAt")
      SELECT 'key_${prefix}' || n, ${organization}, ${project}, 'assistant', 'Key', 'svc_', '1234', '${prefix} hash ' || n, at
      FROM ${rows} WHERE n % 2 = 0`,
    `"KeyUse" ("keyId", hour, count)
      SELECT 'key_${prefix}' || n, date_trunc('hour', now()) - interval '1 hour' * hour, 1 FROM ${rows}, generate_series(1, 5) hour
      WHERE n % 2 = 0`,
    `"LimitCounter" (key, "windowStart", count) SELECT 'org-hour:${prefix}' || n, at, 1 FROM ${rows}`,
    `"Gap" (id, "projectId", question, "askedCount", "lastAskedAt")
      SELECT 'gap_${prefix}' || n, ${project}, 'How is it raised?', 2, at FROM ${rows} WHERE n % 2 = 0`,
    `"Thread" (id, "projectId", fp, "publicId", "isIssued", "createdAt", "updatedAt")
      SELECT 'thr_${prefix}' || n, ${project}, 'reader', 'thr_${prefix}' || n, true, at, at FROM ${rows}`,
    `"ThreadTurn" (id, "threadId", "projectId", status, question, category, commit, model, "gapId", "createdAt")
      SELECT 'trn_${prefix}' || n, 'thr_${prefix}' || n, ${project}, 'done', 'How is it raised?',
        (CASE WHEN n % 2 = 0 THEN 'unanswered' ELSE 'answered' END)::"AnswerCategory", 'c', 'opus',
        CASE WHEN n % 2 = 0 THEN 'gap_${prefix}' || n END, at FROM ${rows}`,
  ];
  for (const statement of statements) await db.$executeRawUnsafe(`INSERT INTO ${statement}`);
  for (const table of ["Job", "ApiKey"]) await db.$executeRawUnsafe(`ALTER TABLE "${table}" ENABLE TRIGGER USER`);
  const tables = statements.map((statement) => statement.split(" ", 1)[0]);
  await db.$executeRawUnsafe(`VACUUM (ANALYZE) ${tables}, "Project", "Organization"`);
}

test.for(Object.keys(VERBS))("%s reads as many rows as if there were no other tenant", (verb) => {
  expect(rows.beside[verb]).toBeLessThanOrEqual(2 * (rows.alone[verb] ?? 0) + SMALL_TABLES);
});

test("the figures for monitoring read no job of the past", async ({ ctx }) => {
  const { jobs } = await readMetrics(ctx);

  expect(jobs.find(({ state }) => state === "active")).toMatchObject({ count: 0 });
  // Of 80 days, the last one.
  expect(jobs.find(({ state }) => state === "completed")?.count).toBeLessThan((JOBS / 80) * 2);
});
