import { mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openNotifier } from "@docsteward/db/notify";
import { openQueue } from "@docsteward/db/queue";
import { reply, type ScriptTurn } from "@docsteward/model-script/script";
import { silentLogger } from "@docsteward/platform/log";
import { cancelJob } from "@docsteward/services/job/stop";
import { startAgentQueue } from "@docsteward/worker/agent-queue";
import { findProcesses, signalAll } from "@docsteward/worker/testing/processes";
import { startTestWorker, type TestWorker } from "@docsteward/worker/testing/worker";
import { expect, test } from "vitest";

const FIX: ScriptTurn[] = [
  reply.tool("read", { path: "index.mdx" }),
  reply.tool("edit", { path: "index.mdx", old: "recieve", new: "receive" }),
  // As its prompt: another title would give the branch another name, after a test has got hold of it.
  reply.tool("finish", { title: "First: fix the typo", summary: "Fixed." }),
];
const ONE_AT_A_TIME = { WORKER_CONCURRENCY: "1" };
const rowOf = (worker: TestWorker, id: string) => worker.services.db.job.findUniqueOrThrow({ where: { id } });
const branches = (worker: TestWorker) => worker.repository.git("for-each-ref", "--format=%(refname)");

/** A cancelled job ends immediately, leaves nothing behind, and its worker takes the next one. */
async function expectCancelled(worker: TestWorker, id: string): Promise<void> {
  expect(await rowOf(worker, id)).toMatchObject({ status: "failed", failureCode: "cancelled", prLink: null });
  await expect.poll(() => branches(worker)).toBe("refs/heads/main");
  expect(await worker.run("Next: fix the typo")).toMatchObject({ status: "completed", pullRequestNumber: 1 });
  expect(await worker.pullRequests()).toMatchObject([{ state: "open" }]);
  expect((await worker.events(id)).at(-1)).toMatchObject({ type: "job.failed" });
}

/** Plays `FIX` to the next job, and `first` to the one that gets cancelled. */
const forFirst =
  (first: (turn: number) => ScriptTurn | undefined | Promise<ScriptTurn | undefined>) =>
  ({ text, turn }: { text: string; turn: number }) =>
    text.includes("Next:") ? FIX[turn] : first(turn);

/** Holds the branch that the job is about to push, so that the push waits for it. */
async function holdBranch(worker: TestWorker, id: string): Promise<() => Promise<void>> {
  const { branch } = await rowOf(worker, id);
  const lock = join(worker.repository.path, `refs/heads/${branch}.lock`);
  await worker.repository.git("config", "core.filesRefLockTimeout", "60000");
  await mkdir(dirname(lock), { recursive: true });
  await writeFile(lock, "");
  return () => rm(lock, { force: true });
}

/** The programs that receive a push. git opens a repository of this machine by a folder of the process that asks. */
const pushes = () => findProcesses(`receive-pack ${join(tmpdir(), `docsteward-git-dirs-${process.pid}-`)}`);

test("a cancel while the job is queued and no worker runs", async () => {
  await using worker = await startTestWorker(
    forFirst(() => reply.error(500)),
    { takesJobs: false },
  );
  const id = await worker.start("First: fix the typo");

  await cancelJob(worker.ctx, { id });
  const queue = await startAgentQueue(worker.parts);

  await expectCancelled(worker, id);
  expect(worker.model.requests).toHaveLength(FIX.length);
  queue.stop();
});

test("a cancel after the job was handed back, while no worker takes any", async () => {
  await using worker = await startTestWorker(
    forFirst((turn) => FIX.slice(0, 2)[turn] ?? reply.hang()),
    { variables: ONE_AT_A_TIME },
  );
  const id = await worker.start("First: fix the typo");
  await expect.poll(() => worker.model.requests.length).toBe(3);
  await worker.services.queue.close();

  await cancelJob(worker.ctx, { id });
  const { databaseUrl: url } = worker.services;
  const queue = await openQueue({ url, log: silentLogger, isWorker: true });
  const next = await startAgentQueue({ ...worker.parts, services: { ...worker.services, queue } });

  await expectCancelled(worker, id);
  next.stop();
  await queue.close();
});

test("a cancel whose notice is lost, in the middle of a model call", async () => {
  await using worker = await startTestWorker(
    forFirst(() => reply.hang()),
    { takesJobs: false, variables: ONE_AT_A_TIME },
  );
  const deaf = await openNotifier({ url: worker.services.databaseUrl, log: silentLogger });
  await deaf.close();
  const queue = await startAgentQueue({ ...worker.parts, services: { ...worker.services, notifier: deaf } });
  const id = await worker.start("First: fix the typo");
  await expect.poll(() => worker.model.requests.length).toBe(1);

  await cancelJob(worker.ctx, { id });

  await expectCancelled(worker, id);
  queue.stop();
});

test("a cancel in the middle of a tool", async () => {
  const readers: number[] = [];
  await using worker = await startTestWorker(
    forFirst(async (turn) => {
      if (turn === 0) return FIX[0];
      readers.push(...(await findProcesses("cat-file", worker.services.dataDir)));
      signalAll(readers, "SIGSTOP");
      return reply.tool("read", { path: "guides/install.mdx" });
    }),
    { variables: ONE_AT_A_TIME },
  );
  const id = await worker.start("First: fix the typo");
  const calls = async () => (await worker.events(id)).filter(({ type }) => type === "tool.called").length;
  await expect.poll(calls).toBe(2);

  await cancelJob(worker.ctx, { id });

  expect(readers).not.toEqual([]);
  await expectCancelled(worker, id);
  // They got the signal to end and react when they resume: this process may be gone before it would kill them.
  signalAll(await findProcesses("cat-file", worker.services.dataDir), "SIGCONT");
});

test("a cancel in the middle of a push", async () => {
  let id = "";
  let release: (() => Promise<void>) | undefined;
  await using worker = await startTestWorker(
    forFirst(async (turn) => {
      if (turn === 2) release = await holdBranch(worker, id);
      return FIX[turn];
    }),
    { variables: ONE_AT_A_TIME },
  );
  id = await worker.start("First: fix the typo");
  await expect.poll(async () => (await pushes()).length).toBeGreaterThan(0);

  await cancelJob(worker.ctx, { id });
  await expect.poll(() => pushes()).toEqual([]);
  await release?.();

  await expectCancelled(worker, id);
});

test("a cancel between a push and the record of it takes the branch away again", async () => {
  let id = "";
  let release: (() => Promise<void>) | undefined;
  await using worker = await startTestWorker(
    forFirst(async (turn) => {
      if (turn === 2) release = await holdBranch(worker, id);
      return FIX[turn];
    }),
    { variables: ONE_AT_A_TIME },
  );
  const { db } = worker.services;
  id = await worker.start("First: fix the typo");
  await expect.poll(async () => (await pushes()).length).toBeGreaterThan(0);

  // Writes to the job now queue up: the cancel first, then the worker with its push.
  const waiting = async () => {
    const [row] = await db.$queryRaw<{ count: number }[]>`
      SELECT count(DISTINCT pid)::int AS count FROM pg_locks
      WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`;
    return row?.count;
  };
  let cancelling: Promise<unknown> | undefined;
  await db.$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM "Job" WHERE id = ${id} FOR UPDATE`;
      cancelling = cancelJob(worker.ctx, { id });
      await expect.poll(waiting).toBe(1);
      await release?.();
      await expect.poll(() => branches(worker)).not.toBe("refs/heads/main");
      await expect.poll(waiting).toBe(2);
    },
    { timeout: 150_000 },
  );
  await cancelling;

  await expectCancelled(worker, id);
});
