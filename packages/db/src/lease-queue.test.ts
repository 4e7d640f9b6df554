import { setTimeout as sleep } from "node:timers/promises";
import { silentLogger } from "@docsteward/platform/log";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openQueue, type Queue } from "./queue.ts";
import { createTestDatabase, type TestDatabase } from "./testing.ts";

let database: TestDatabase;
let sender: Queue;
const open: Queue[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  sender = await openQueue({ url: database.url, log: silentLogger, isWorker: false });
});
// A worker of one test would take the entries of the next.
afterEach(async () => {
  await Promise.all(open.splice(0).map((queue) => queue.close()));
});
afterAll(async () => {
  await sender.close();
  await database.drop();
});

const enqueue = (projectId: string) => database.db.$transaction((tx) => sender.index.requeue(tx, projectId));

async function openWorker(): Promise<Queue> {
  const queue = await openQueue({ url: database.url, log: silentLogger, isWorker: true });
  open.push(queue);
  return queue;
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(20);
}

async function untilFailed(projectId: string): Promise<void> {
  const failed = () => database.db.$queryRaw<unknown[]>`
    SELECT 1 FROM pgboss.job WHERE name = 'index' AND singleton_key = ${projectId} AND state = 'failed'`;
  while ((await failed()).length === 0) await sleep(20);
}

async function seedWaitingSite(projectId: string): Promise<void> {
  const { db } = database;
  await db.organization.create({ data: { id: "org_blocked", slug: "blocked", name: "Blocked" } });
  const where = { domain: "blocked", host: "local", repository: "file:///docs.git", baseRef: "main" };
  await db.project.create({ data: { id: projectId, organizationId: "org_blocked", name: "Blocked", ...where } });
  await db.siteIndex.create({ data: { projectId, requestedAt: new Date() } });
}

test("an entry is made with its transaction, and runs of one site never overlap, over two workers", async () => {
  const rolledBack = database.db.$transaction(async (tx) => {
    await sender.index.enqueue(tx, "prj_none");
    throw new Error("changed my mind");
  });
  await expect(rolledBack).rejects.toThrow("changed my mind");
  const running = new Set<string>();
  const overlapping: string[] = [];
  const done: string[] = [];
  const onTask = async ({ id: projectId }: { id: string }) => {
    // The queue tries a task again that throws, so that an expectation in here could not fail the test.
    if (running.has(projectId)) overlapping.push(projectId);
    running.add(projectId);
    await sleep(50);
    running.delete(projectId);
    done.push(projectId);
  };
  for (const projectId of ["prj_a", "prj_b", "prj_a"]) await enqueue(projectId);

  for (const queue of [await openWorker(), await openWorker()]) await queue.index.work(onTask);
  await until(() => done.length === 3);

  expect(done.toSorted()).toEqual(["prj_a", "prj_a", "prj_b"]);
  expect(overlapping).toEqual([]);
});

test("an entry that fails comes again, and one that failed for good does not stand in the way of the next", async () => {
  let tries = 0;
  let isMended = false;
  const worker = await openWorker();
  await worker.index.work(async ({ id: projectId }) => {
    expect(projectId).toBe("prj_broken");
    tries += 1;
    if (!isMended) throw new Error("broken");
  });
  await enqueue("prj_broken");
  await untilFailed("prj_broken");
  expect(tries).toBe(6);
  isMended = true;

  await enqueue("prj_broken");
  await until(() => tries === 7);
});

test("an entry that was added while the one before it failed for good counts as lost, until it is added again", async () => {
  const gate = Promise.withResolvers<void>();
  // An entry that is done by the time of the look would be none either.
  const last = Promise.withResolvers<void>();
  const { db } = database;
  await seedWaitingSite("prj_blocked");
  const lost = () => sender.index.findLost(db, 10);
  const worker = await openWorker();
  let tries = 0;
  await worker.index.work(async () => {
    tries += 1;
    if (tries === 6) await gate.promise;
    if (tries <= 6) throw new Error("broken");
    await last.promise;
  });
  await enqueue("prj_blocked");
  await until(() => tries === 6);

  await enqueue("prj_blocked");
  expect(await lost()).toEqual([]);
  gate.resolve();
  await untilFailed("prj_blocked");
  expect(await lost()).toEqual(["prj_blocked"]);
  await enqueue("prj_blocked");

  expect(await lost()).toEqual([]);
  await until(() => tries >= 7);
  last.resolve();
});
