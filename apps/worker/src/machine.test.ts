import { mkdir, mkdtemp, mkdtempDisposable, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openQueue } from "@docsteward/db/queue";
import { reply } from "@docsteward/model-script/script";
import { createRecordingLog, silentLogger } from "@docsteward/platform/log";
import { findMachineFault } from "@docsteward/platform/machine-error";
import { mountDisk, NO_DISK } from "@docsteward/platform/testing-disk";
import { requestIndex } from "@docsteward/services/site/index-request";
import { expect, test } from "vitest";
import { startAgentQueue } from "./agent-queue.ts";
import { startIndexQueue } from "./index/work-on-index.ts";
import { watchMachine } from "./machine.ts";
import { startTestIndexer } from "./testing/indexer.ts";
import { PAGES, startTestWorker, type TestWorker } from "./testing/worker.ts";

const SCRIPT = [
  reply.tool("read", { path: "index.mdx" }),
  reply.tool("edit", { path: "index.mdx", old: "recieve", new: "receive" }),
  reply.tool("finish", { title: "Fix a typo", summary: "Fixed." }),
];

/** Not even root may write here. */
const UNWRITABLE = "/sys/kernel";

/** A second worker beside that of the test, whose data folder can't be written until it is repaired. */
async function startSickWorker({ services, parts }: TestWorker) {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "docsteward-sick-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, "data");
  await symlink(UNWRITABLE, dataDir);
  const queue = await openQueue({ url: services.databaseUrl, log: silentLogger, isWorker: true });
  stack.defer(() => queue.close());
  const lines: string[] = [];
  const log = createRecordingLog((line) => lines.push(line));
  const own = { ...services, queue, dataDir };
  const machine = watchMachine({ services: own, log }, { firstWaitMs: 20 });
  const agent = await startAgentQueue({ ...parts, services: own, log, machine });
  stack.defer(() => agent.stop());
  stack.defer(() => machine.stop());
  const running = stack.move();
  return {
    machine,
    said: () => lines.join(""),
    async repair() {
      await rm(dataDir);
      // The worker goes on as soon as the link is gone, and may make the folder first.
      await mkdir(dataDir, { recursive: true });
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

test("a worker on a machine that fails takes no jobs away from a healthy one, and none of them fails", async () => {
  await using world = await startTestWorker(({ turn }) => SCRIPT[turn], { takesJobs: false });
  await using sick = await startSickWorker(world);
  const first = await world.start("Fix the typo");
  await expect.poll(sick.machine.pause).not.toBeNull();
  const others = await Promise.all(Array.from({ length: 4 }, () => world.start("Fix the typo")));

  const healthy = await startAgentQueue(world.parts);
  const jobs = await Promise.all([first, ...others].map((id) => world.end(id)));
  healthy.stop();

  expect(jobs.map(({ status, consecutiveLosses }) => [status, consecutiveLosses])).toEqual(
    jobs.map(() => ["completed", 0]),
  );
  // The sick one has taken what it had places for, once.
  expect(jobs.filter(({ attempt }) => attempt > 2)).toEqual([]);
  expect(sick.said()).toContain("this machine can't do the work, the worker is paused");
  expect(sick.machine.pause()?.reason).toBe("the data folder can't be written");
});

test("a paused worker goes on by itself when its machine is repaired, and the job has lost no attempt", async () => {
  await using world = await startTestWorker(({ turn }) => SCRIPT[turn], { takesJobs: false });
  await using sick = await startSickWorker(world);
  const jobId = await world.start("Fix the typo");
  await expect.poll(sick.machine.pause).not.toBeNull();

  await sick.repair();

  expect(await world.end(jobId)).toMatchObject({ status: "completed", consecutiveLosses: 0, pullRequestNumber: 1 });
  expect(sick.machine.pause()).toBeNull();
  const entries = await world.services.db.$queryRaw<{ retries: number }[]>`
    SELECT retry_count AS retries FROM pgboss.job WHERE name = 'agent'`;
  expect(entries.every(({ retries }) => retries === 0)).toBe(true);
});

test("an index run on a machine that fails goes back to the queue, uncounted, and ends well on the repaired one", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "docsteward-sick-"));
  const dataDir = join(folder.path, "data");
  await symlink(UNWRITABLE, dataDir);
  await using indexer = await startTestIndexer(PAGES, { takesRuns: false, services: { dataDir } });
  const { parts, services, ctx } = indexer;
  const machine = watchMachine(parts, { firstWaitMs: 20 });
  await startIndexQueue({ ...parts, machine });
  const entries = () => services.db.$queryRaw<object[]>`
    SELECT state::text, retry_count AS retries, data FROM pgboss.job WHERE name = 'index' AND state <> 'completed'`;

  await requestIndex(ctx);
  await expect.poll(machine.pause).toMatchObject({ reason: "the data folder can't be written" });
  // The one entry waits again as it was sent, without a count of what happened to it.
  await expect.poll(entries).toEqual([{ state: "created", retries: 0, data: { projectId: ctx.project.id } }]);
  await rm(dataDir);
  await mkdir(dataDir, { recursive: true });

  await expect
    .poll(() => services.db.siteIndex.findUnique({ where: { projectId: ctx.project.id } }))
    .toMatchObject({ status: "ready", failure: null, consecutiveLosses: 0, recentLosses: 0, pageCount: 2 });
  expect(machine.pause()).toBeNull();
  machine.stop();
});

const TASK = { id: "job_1", returns: 0 };
const full = () => Promise.reject(Object.assign(new Error("write"), { code: "ENOSPC" }));

test("work that meets such faults on a machine that passes its check is attempted like any other in the end", async () => {
  await using world = await startTestWorker(() => undefined, { takesJobs: false });
  const machine = watchMachine(world.parts, { firstWaitMs: 10_000 });

  await expect(machine.guard(TASK, full)).rejects.toMatchObject({ isCounted: true });
  await expect(machine.guard({ id: "job_1", returns: 5 }, full)).rejects.toMatchObject({ code: "ENOSPC" });
  machine.stop();
});

/** What a job's work meets on a worker whose data folder is that one. */
async function meetFault(folder: string): Promise<{ met: string | null; pause: string | undefined }> {
  await using world = await startTestWorker(({ turn }) => SCRIPT[turn], {
    takesJobs: false,
    services: { dataDir: folder },
  });
  const { parts } = world;
  const seen: (string | null)[] = [];
  const recording = {
    ...parts.machine,
    guard: (task: { id: string; returns: number }, work: () => Promise<void>) =>
      parts.machine.guard(task, () =>
        work().catch((error: unknown) => {
          seen.push(findMachineFault(error, { dataDir: folder }));
          throw error;
        }),
      ),
  };
  const agent = await startAgentQueue({ ...parts, machine: recording });
  await world.start("Fix the typo");
  await expect.poll(() => seen.length).toBeGreaterThan(0);
  agent.stop();
  return { met: seen[0] ?? null, pause: parts.machine.pause()?.reason };
}

test("a full disk is a fault of the machine", async ({ skip }) => {
  await using disk = (await mountDisk({ size: "1m" })) ?? skip(NO_DISK);
  await writeFile(join(disk.path, "filler"), Buffer.alloc(2_000_000)).catch(() => undefined);

  expect(await meetFault(disk.path)).toEqual({ met: "the disk is full", pause: "the disk is full" });
});

test("a read-only file system is a fault of the machine", async ({ skip }) => {
  await using disk = (await mountDisk({ size: "1m" })) ?? skip(NO_DISK);
  const used = join(disk.path, "used");
  await mkdir(join(used, "repositories"), { recursive: true });
  disk.makeReadOnly();

  const readOnly = "the file system is read-only";
  expect(await meetFault(used)).toEqual({ met: readOnly, pause: readOnly });
  // Node does not tell which fault kept a folder from being made.
  const unwritable = "the data folder can't be written";
  expect(await meetFault(join(disk.path, "unused"))).toEqual({ met: unwritable, pause: unwritable });
});

/** Watches the machine, and keeps how long each wait is that it logs. */
function watchWaits(services: Parameters<typeof watchMachine>[0]["services"], firstWaitMs: number) {
  const waits: number[] = [];
  const log = createRecordingLog((line) => {
    const { waitMs } = JSON.parse(line) as { waitMs?: number };
    if (waitMs !== undefined) waits.push(waitMs);
  });
  return { machine: watchMachine({ services, log }, { firstWaitMs }), waits };
}

test("each wait of a paused worker is twice the one before, until work has ended", async () => {
  await using world = await startTestWorker(() => undefined, { takesJobs: false });
  await using folder = await mkdtempDisposable(join(tmpdir(), "docsteward-sick-"));
  const dataDir = join(folder.path, "data");
  await symlink(UNWRITABLE, dataDir);
  const { machine, waits } = watchWaits({ ...world.services, dataDir }, 1);
  const failWork = () => expect(machine.guard(TASK, full)).rejects.toThrow("The machine failed: the disk is full.");

  await failWork();
  await expect.poll(() => waits.length).toBeGreaterThanOrEqual(4);
  await rm(dataDir);
  await expect.poll(machine.pause).toBeNull();
  const first = waits.splice(0);
  // The check alone passed: the next pause goes on from there.
  await failWork();
  await expect.poll(machine.pause).toBeNull();
  await machine.guard(TASK, async () => undefined);
  await failWork();
  machine.stop();

  expect(first).toEqual(first.map((_, index) => 2 ** index));
  expect(waits).toEqual([2 ** first.length, 1]);
});

test("no wait of a paused worker is longer than a minute", async () => {
  await using world = await startTestWorker(() => undefined, { takesJobs: false });
  const { machine, waits } = watchWaits(world.services, 40_000);

  for (const _ of [1, 2, 3]) {
    await expect(machine.guard(TASK, full)).rejects.toThrow("The machine failed");
    machine.stop();
  }

  expect(waits).toEqual([40_000, 60_000, 60_000]);
});
