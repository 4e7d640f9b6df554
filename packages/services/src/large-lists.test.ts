import { expect } from "vitest";
import { inTransaction, type ProjectContext } from "./context.ts";
import { findJobNeighbours, listJobDetails, listJobFilters } from "./job/list.ts";
import { listKeyDetails } from "./key/list.ts";
import { getOverview } from "./overview.ts";
import { listProjects } from "./project/find.ts";
import { addMissingIndexes, claimDueSites } from "./site/index-request.ts";
import { projectTest } from "./testing-fixtures.ts";
import { countDays, findCostliestJobs, sumCosts } from "./usage/days.ts";
import { getUsage, lastDays } from "./usage/get.ts";

const JOBS = 30_000;
const KEYS = 20_000;
const SITES = 3_000;

/** Rows by SQL, without triggers: what a list reads does not depend on how they came. */
const test = projectTest()
  /** How many rows of its tables a verb reads, whatever the time it takes. */
  .extend(
    "rowsRead",
    { scope: "file" },
    ({ ctx }) =>
      async (work: (ctx: ProjectContext) => Promise<unknown>): Promise<number> => {
        return inTransaction(
          ctx,
          async (tx) => {
            const count = async () => {
              // Also counts what the connection has read lately, so that only the difference says something.
              const [read] = await tx.db.$queryRaw<{ rows: number }[]>`
          SELECT COALESCE(sum(seq_tup_read + COALESCE(idx_tup_fetch, 0)), 0)::int AS rows FROM pg_stat_xact_user_tables
          WHERE schemaname = 'public'`;
              return read?.rows ?? 0;
            };
            const before = await count();
            await work(tx);
            return (await count()) - before;
          },
          { timeoutMs: 60_000 },
        );
      },
  );
test.beforeAll(async ({ services, ctx }) => {
  const { db } = services;
  const { id: projectId, organizationId } = ctx.project;
  for (const table of ["Job", "ApiKey", "Project"])
    await db.$executeRawUnsafe(`ALTER TABLE "${table}" DISABLE TRIGGER USER`);
  await db.$executeRaw`
    INSERT INTO "Job" (id, "projectId", status, model, repository, "baseRef", "createdByKeyId", "createdAt", "endedAt")
    SELECT 'job_' || n, ${projectId}, 'completed', 'model-' || n % 3, 'file:///docs.git', 'main', 'key_' || n % 40,
      now() - interval '1 year' * n / ${JOBS}::int, now() FROM generate_series(1, ${JOBS}::int) n`;
  await db.$executeRaw`
    INSERT INTO "ApiKey" (id, "organizationId", "projectId", kind, name, prefix, last4, hash, "createdAt")
    SELECT 'key_' || n, ${organizationId}, ${projectId}, 'assistant', 'Key ' || n, 'dsp_', '1234', 'hash ' || n,
      now() - interval '1 second' * n FROM generate_series(1, ${KEYS}::int) n`;
  await db.$executeRaw`
    INSERT INTO "Project" (id, "organizationId", domain, name, host, repository, "baseRef")
    SELECT 'prj_' || n, ${organizationId}, 'site-' || n, 'Site', 'github', 'https://github.com/acme/' || n, 'main'
    FROM generate_series(1, ${SITES}::int) n`;
  await addMissingIndexes(services);
  await db.$executeRawUnsafe(`ANALYZE`);
});

test("the list of projects reads no job", async ({ ctx, rowsRead }) => {
  expect(await rowsRead((tx) => listProjects(tx, { org: ctx.organization.slug }))).toBeLessThan(SITES * 3);
});

test("the choices of the list of jobs come from the newest of them", async ({ ctx, rowsRead }) => {
  expect(await rowsRead(listJobFilters)).toBeLessThan(7_000);
  const { models, refs } = await listJobFilters(ctx);
  expect([models.toSorted(), refs]).toEqual([["model-0", "model-1", "model-2"], ["main"]]);
});

test("a page of jobs, its neighbours and the overview read as few rows as if there were no others", async ({
  rowsRead,
}) => {
  expect(await rowsRead((tx) => listJobDetails(tx, { limit: 30 }))).toBeLessThan(300);
  expect(await rowsRead((tx) => findJobNeighbours(tx, { id: "job_15000" }))).toBeLessThan(500);
  expect(await rowsRead(getOverview)).toBeLessThan(2_000);
});

test("the page of keys reads the newest hundred of twenty thousand", async ({ ctx, rowsRead }) => {
  expect(await rowsRead((tx) => listKeyDetails(tx))).toBeLessThan(2_000);
  expect(await listKeyDetails(ctx)).toHaveLength(100);
  expect(await listKeyDetails(ctx, { limit: 250 })).toHaveLength(250);
});

test("the usage page shows the most used of twenty thousand keys", async ({ services, ctx }) => {
  await services.db.keyUse.create({ data: { keyId: "key_12345", hour: services.clock.now(), count: 7 } });

  const { keys, limits } = await getUsage(ctx);

  expect(keys).toMatchObject([{ keyId: "key_12345" }]);
  expect(limits.filter(({ of }) => of.kind === "key")).toHaveLength(20);
  expect(limits.some(({ of }) => of.kind === "project")).toBe(true);
});

test("usage and its costs read no job of the days that are over, once these were counted", async ({
  ctx,
  rowsRead,
}) => {
  const first = await getUsage(ctx);

  // Of 30,000 jobs in a year, some 2,500 in these days.
  const from = lastDays(ctx.clock.now()).first;
  expect(first.costs.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(2_000);
  expect(await rowsRead((tx) => countDays(tx, { from }).then((days) => sumCosts(tx, days)))).toBeLessThan(1_000);
  expect(await rowsRead((tx) => countDays(tx, { from }).then((days) => findCostliestJobs(tx, days)))).toBeLessThan(
    2_500,
  );
  expect((await getUsage(ctx)).costs).toEqual(first.costs);
});

test("each round of polls reads the sites that are due, and none of the others", async ({ services, rowsRead }) => {
  // Longer than these rounds take: a site that is due again would come twice.
  const everySeconds = { local: 3_600, github: 3_600, git: 3_600 };
  const first = new Set<string>();
  for (;;) {
    const due = await claimDueSites(services, { everySeconds });
    for (const { projectId } of due) expect(first.has(projectId)).toBe(false);
    for (const { projectId } of due) first.add(projectId);
    if (due.length === 0) break;
  }

  expect(first.size).toBe(SITES + 1);
  await services.db.$executeRawUnsafe(`VACUUM "SiteIndex"`);
  expect(await rowsRead((tx) => claimDueSites(tx, { everySeconds }))).toBeLessThan(10);
});
