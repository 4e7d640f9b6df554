import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openQueue, type Queue } from "./queue.ts";
import { silentReporter } from "./reporter.ts";
import { createTestDatabase, type TestDatabase } from "./testing.ts";

let database: TestDatabase;
let sender: Queue;
const open: Queue[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  sender = await openQueue({ url: database.url, log: silentReporter, isWorker: false });
});
// A worker of one test would take the entries of the next.
afterEach(async () => {
  await Promise.all(open.splice(0).map((queue) => queue.close()));
});
afterAll(async () => {
  await sender.close();
  await database.drop();
});

const enqueue = (projectId: string) => database.db.$transaction((tx) => sender.index.enqueue(tx, projectId));

async function openWorker(): Promise<Queue> {
  const queue = await openQueue({ url: database.url, log: silentReporter, isWorker: true });
  open.push(queue);
  return queue;
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(20);
}

test("an entry is made with its transaction, and runs of one site never overlap, over two workers", async () => {
  const rolledBack = database.db.$transaction(async (tx) => {
    await sender.index.enqueue(tx, "prj_none");
    throw new Error("changed my mind");
  });
  await expect(rolledBack).rejects.toThrow("changed my mind");
  const running = new Set<string>();
  const done: string[] = [];
  const onTask = async ({ projectId }: { projectId: string }) => {
    expect(running.has(projectId)).toBe(false);
    running.add(projectId);
    await sleep(50);
    running.delete(projectId);
    done.push(projectId);
  };
  for (const projectId of ["prj_a", "prj_b", "prj_a"]) await enqueue(projectId);

  for (const queue of [await openWorker(), await openWorker()]) await queue.index.work(onTask);
  await until(() => done.length === 3);

  expect(done.toSorted()).toEqual(["prj_a", "prj_a", "prj_b"]);
});

test("an entry that fails comes again, and one that failed for good does not stand in the way of the next", async () => {
  let tries = 0;
  let isMended = false;
  const worker = await openWorker();
  await worker.index.work(async ({ projectId }) => {
    expect(projectId).toBe("prj_broken");
    tries += 1;
    if (!isMended) throw new Error("broken");
  });
  await enqueue("prj_broken");
  await until(() => tries === 6);
  isMended = true;

  await enqueue("prj_broken");
  await until(() => tries === 7);
});
