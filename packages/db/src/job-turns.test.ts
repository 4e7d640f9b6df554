import { setTimeout as sleep } from "node:timers/promises";
import { silentLogger } from "@docsteward/platform/log";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findPlaces, forgetOldTurns, NO_ACTIVE_LIMITS, takeTurn, takeTurnSql } from "./job-turns.ts";
import { openQueue, type Queue } from "./queue.ts";
import { createTestDatabase, type TestDatabase } from "./testing.ts";
import { withTransaction } from "./with-transaction.ts";

let database: TestDatabase;
let sender: Queue;
const open: Queue[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  sender = await openQueue({ url: database.url, log: silentLogger, isWorker: false });
});
afterEach(async () => {
  await Promise.all([sender, ...open.splice(0)].map((queue) => queue.close()));
  await database.drop();
});

type TenantOptions = { projects?: number; weight?: number; maxActiveJobs?: number };

/** An organization with projects. @returns the ids of the projects */
async function seedTenant(name: string, { projects = 1, weight = 1, maxActiveJobs }: TenantOptions = {}) {
  const { db } = database;
  const organizationId = `org_${name}`;
  await db.organization.create({ data: { id: organizationId, slug: name, name, queueWeight: weight, maxActiveJobs } });
  const ids = Array.from({ length: projects }, (_, index) => `prj_${name}_${index}`);
  const where = { host: "local", repository: "file:///docs.git", baseRef: "main" };
  await db.project.createMany({ data: ids.map((id) => ({ id, organizationId, domain: id, name: id, ...where })) });
  return ids;
}

/** Queues jobs one after another. @returns their ids */
async function send(projectId: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const id = `job_${projectId}_${String(index).padStart(3, "0")}`;
    await database.db.job.create({
      data: { id, projectId, model: "offline", repository: "file:///docs.git", baseRef: "main" },
    });
    await database.db.$transaction((tx) => sender.job.enqueue(tx, id));
    ids.push(id);
  }
  return ids;
}

/** Lets a worker take jobs until so many are done. @returns them in the order in which they began */
async function work(count: number, { concurrency = 1, limits = NO_ACTIVE_LIMITS, holdFor = 0 } = {}) {
  const queue = await openQueue({ url: database.url, log: silentLogger, isWorker: true, limits });
  open.push(queue);
  const order: string[] = [];
  const running = new Set<string>();
  const together: string[][] = [];
  await queue.job.work({
    db: database.db,
    concurrency,
    onDead: async () => undefined,
    async onTask({ id }) {
      order.push(id);
      running.add(id);
      together.push([...running]);
      // Jobs wait for each other until so many have run together.
      while (!together.some((ids) => ids.length >= holdFor)) await sleep(5);
      running.delete(id);
    },
  });
  while (order.length < count) await sleep(10);
  return { order, together };
}

/** Takes turns without a worker, whose pace would decide which jobs still run. @returns the jobs in the order of their turns */
async function takeTurns(count: number, { doJobsEnd }: { doJobsEnd: boolean }): Promise<string[]> {
  const order: string[] = [];
  while (order.length < count) {
    await withTransaction(database.db, async (tx) => {
      const id = await takeTurn(tx, { queue: "agent", limits: NO_ACTIVE_LIMITS, room: 1_000, isPatient: true });
      if (id === null) throw new Error(`The line ended after ${order.length} turns.`);
      if (!doJobsEnd) await sender.job.enqueueNext(tx, id);
      order.push(id);
    });
  }
  return order;
}

const tenantOf = (id: string) => id.split("_")[2];

test("a tenant with three jobs does not wait behind one that sent thirty before", async () => {
  const [a = ""] = await seedTenant("a");
  const [b = ""] = await seedTenant("b");
  await send(a, 30);
  await send(b, 3);

  const { order } = await work(8);

  const places = order.flatMap((id, index) => (tenantOf(id) === "b" ? [index] : []));
  // Each waits for one job of the other at most, behind the one that had its turn before b came.
  expect(places).toHaveLength(3);
  expect(places[0]).toBeLessThanOrEqual(2);
  expect(places[2]).toBeLessThanOrEqual(6);
});

test("projects of one organization take turns, and together they have the share of one", async () => {
  const [before = ""] = await seedTenant("before");
  const [first = "", second = ""] = await seedTenant("a", { projects: 2 });
  const [b = ""] = await seedTenant("b");
  // The first job of all is never in the line.
  await send(before, 1);
  await send(first, 8);
  await send(second, 4);
  await send(b, 4);

  const order = await takeTurns(8, { doJobsEnd: true });

  const projects = order.map((id) => id.slice(4, -4));
  expect(projects.filter((project) => project === b)).toHaveLength(4);
  expect(projects.filter((project) => project === second)).toHaveLength(2);
});

test("an organization with twice the weight has twice the turns", async () => {
  const [first = ""] = await seedTenant("first");
  const [a = ""] = await seedTenant("a", { weight: 2 });
  const [b = ""] = await seedTenant("b");
  // The first job of all is never in the line.
  await send(first, 1);
  await send(a, 12);
  await send(b, 12);

  const order = await takeTurns(9, { doJobsEnd: true });

  expect(order.filter((id) => tenantOf(id) === "a")).toHaveLength(6);
});

test("a tenant never has more jobs with workers than its limit, and others use the places", async () => {
  const [a = ""] = await seedTenant("a", { maxActiveJobs: 2 });
  const [b = ""] = await seedTenant("b");
  await send(a, 8);
  await send(b, 3);

  const { together } = await work(11, {
    concurrency: 4,
    limits: { perProject: 3, perOrganization: 50 },
    holdFor: 3,
  });

  const most = (tenant: string) =>
    Math.max(...together.map((ids) => ids.filter((id) => tenantOf(id) === tenant).length));
  expect(most("a")).toBe(2);
  expect(most("b")).toBeGreaterThan(0);
});

test("a project never has more jobs with workers than its limit or the installation's, and its organization's others use the places", async () => {
  const [own = "", other = "", free = ""] = await seedTenant("a", { projects: 3 });
  await database.db.project.update({ where: { id: own }, data: { maxActiveJobs: 1 } });
  await database.db.project.update({ where: { id: free }, data: { maxActiveJobs: 3 } });
  for (const project of [own, other, free]) await send(project, 6);

  const { together } = await work(18, {
    concurrency: 8,
    limits: { perProject: 2, perOrganization: 50 },
    holdFor: 6,
  });

  const most = (project: string) =>
    Math.max(...together.map((ids) => ids.filter((id) => id.startsWith(`job_${project}_`)).length));
  expect([most(own), most(other), most(free)]).toEqual([1, 2, 3]);
});

test("the places that are shown are the order in which the jobs get their turns while none ends", async () => {
  const [a = ""] = await seedTenant("a");
  const [b = ""] = await seedTenant("b", { weight: 2 });
  const ids = [...(await send(a, 6)), ...(await send(b, 6))];
  const places = await findPlaces(database.db, { queue: "agent", jobIds: ids });

  const order = await takeTurns(11, { doJobsEnd: false });

  // The first job of all is never in the line.
  expect(places).toEqual(new Map(order.map((id, index) => [id, index + 1])));
  expect(places.has(ids[0] ?? "")).toBe(false);
});

test("a job that is withdrawn has no place, and turns that no longer count are forgotten", async () => {
  const [a = ""] = await seedTenant("a");
  const [, second = "", third = ""] = await send(a, 3);
  await database.db.$transaction((tx) => sender.job.withdraw(tx, second));

  expect(await sender.job.findPlaces(database.db, [second, third])).toEqual(new Map([[third, 1]]));
  await work(2);
  await database.db.queueTurn.create({ data: { ownerId: "org_old", turn: -1 } });
  await forgetOldTurns(database.db);
  expect(await database.db.queueTurn.findUnique({ where: { ownerId: "org_old" } })).toBeNull();
});

type Plan = { "Node Type": string; "Actual Rows": number; "Actual Loops": number; Plans?: Plan[] };

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

test("the next turn is found by index steps, also with 200,000 waiting jobs of 200 projects", async () => {
  const { db } = database;
  for (let index = 0; index < 20; index += 1) await seedTenant(`t${index}`, { projects: 10 });
  await db.$executeRaw`
    INSERT INTO "WaitingJob" ("jobId", "projectId", "organizationId")
    SELECT 'job_' || n, 'prj_t' || n % 20 || '_' || n / 20 % 10, 'org_t' || n % 20 FROM generate_series(1, 200000) n`;
  await db.$executeRaw`ANALYZE "WaitingJob"`;

  const { text, values } = takeTurnSql({ queue: "agent", limits: NO_ACTIVE_LIMITS, room: 4 });
  const rows = await db.$queryRawUnsafe<{ "QUERY PLAN": [{ Plan: Plan }] }[]>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    ...values,
  );

  const nodes = nodesOf(
    rows[0]?.["QUERY PLAN"][0].Plan ?? { "Node Type": "none", "Actual Rows": 1e9, "Actual Loops": 1 },
  );
  const read = nodes.reduce((sum, node) => sum + node["Actual Rows"] * node["Actual Loops"], 0);
  expect(read).toBeLessThan(10_000);
});
