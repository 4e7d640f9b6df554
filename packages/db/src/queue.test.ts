import { setTimeout as sleep } from "node:timers/promises";
import { silentLogger } from "@docsteward/platform/log";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type JobTask, openQueue, type Queue } from "./queue.ts";
import { createTestDatabase, type TestDatabase } from "./testing.ts";

let database: TestDatabase;
let sender: Queue;
const open: Queue[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  sender = await openQueue({ url: database.url, log: silentLogger, isWorker: false });
});

afterAll(async () => {
  await Promise.all([sender, ...open].map((queue) => queue.close()));
  await database.drop();
});

const enqueue = (jobId: string) => database.db.$transaction((tx) => sender.job.enqueue(tx, jobId));

async function startWorker(work: {
  onTask(task: JobTask): Promise<void>;
  onDead?(jobId: string): Promise<void>;
}): Promise<Queue> {
  const queue = await openQueue({ url: database.url, log: silentLogger, isWorker: true });
  open.push(queue);
  await queue.job.work({ db: database.db, concurrency: 4, onDead: async () => undefined, ...work });
  return queue;
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(20);
}

async function entriesOf(jobId: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ name: string; state: string }>(
    "SELECT name, state FROM pgboss.job WHERE data->>'jobId' = $1 ORDER BY created_on",
    [jobId],
  );
  await client.end();
  return rows.map((row) => `${row.name} ${row.state}`);
}

test("an entry exists exactly if the transaction it was made in commits", async () => {
  const rolledBack = database.db.$transaction(async (tx) => {
    await sender.job.enqueue(tx, "job_rolled_back");
    throw new Error("changed my mind");
  });
  await expect(rolledBack).rejects.toThrow("changed my mind");
  await enqueue("job_committed");

  expect(await entriesOf("job_rolled_back")).toEqual([]);
  expect(await entriesOf("job_committed")).toEqual(["agent created"]);
});

test("entries of one job run one after another in order, entries of others beside them", async () => {
  const running = new Set<string>();
  const seen: string[] = [];
  let most = 0;
  const worker = await startWorker({
    async onTask({ id: jobId }) {
      if (!jobId.startsWith("job_order")) return;
      expect(running.has(jobId)).toBe(false);
      running.add(jobId);
      most = Math.max(most, running.size);
      await until(() => most === 2);
      running.delete(jobId);
      seen.push(jobId);
    },
  });

  for (const jobId of ["job_order_a", "job_order_b", "job_order_a", "job_order_b"]) await enqueue(jobId);
  await until(() => seen.length === 4);

  expect(seen.filter((jobId) => jobId === "job_order_a")).toHaveLength(2);
  expect(most).toBe(2);
  await worker.close();
});

test("an entry that fails for good ends its job and does not block the next message", async () => {
  const dead: string[] = [];
  let tries = 0;
  let isBroken = true;
  let served = false;
  const worker = await startWorker({
    async onTask({ id: jobId }) {
      if (jobId !== "job_dead") return;
      if (isBroken) {
        tries += 1;
        throw new Error("cannot");
      }
      served = true;
    },
    async onDead(jobId) {
      isBroken = false;
      dead.push(jobId);
    },
  });

  await enqueue("job_dead");
  await until(() => dead.length === 1);
  await enqueue("job_dead");
  await until(() => served);

  expect(tries).toBe(6);
  expect(dead).toEqual(["job_dead"]);
  await worker.close();
});

test("closing returns a running entry to the queue, and another worker continues it", async () => {
  const started: number[] = [];
  const first = await startWorker({
    async onTask({ id: jobId, retryCount, signal }) {
      if (jobId !== "job_handed_back") return;
      started.push(retryCount);
      await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    },
  });
  await enqueue("job_handed_back");
  await until(() => started.length === 1);

  await first.close();
  expect(started).toEqual([0]);
  const second = await startWorker({
    async onTask({ id: jobId, retryCount }) {
      if (jobId === "job_handed_back") started.push(retryCount);
    },
  });
  await until(() => started.length === 2);

  expect(started).toEqual([0, 0]);
  await second.close();
});
