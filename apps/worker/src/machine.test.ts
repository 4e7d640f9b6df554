import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openQueue } from "@docsteward/db/queue";
import { reply } from "@docsteward/model-script/script";
import { createRecordingLog, silentLogger } from "@docsteward/platform/log";
import { findMachineFault } from "@docsteward/platform/machine-error";
import { expect, test } from "vitest";
import { startAgentQueue } from "./agent-queue.ts";
import { watchMachine } from "./machine.ts";
import { startTestWorker, type TestWorker } from "./testing/worker.ts";

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
      await mkdir(dataDir);
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

test("work that meets such faults on a machine that passes its check is attempted like any other in the end", async () => {
  await using world = await startTestWorker(() => undefined, { takesJobs: false });
  const machine = watchMachine(world.parts, { firstWaitMs: 10_000 });
  const full = () => Promise.reject(Object.assign(new Error("write"), { code: "ENOSPC" }));

  await expect(machine.guard({ id: "job_1", returns: 0 }, full)).rejects.toMatchObject({ isCounted: true });
  await expect(machine.guard({ id: "job_1", returns: 5 }, full)).rejects.toMatchObject({ code: "ENOSPC" });
  machine.stop();
});

/** Mounts a file system of 1 MB; null where this user may not. */
function mountSmallDisk(path: string): (() => void) | null {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", path], { stdio: "ignore" });
    return () => void execFileSync("umount", ["-l", path], { stdio: "ignore" });
  } catch {
    return null;
  }
}

test("a full disk is a fault of the machine", async ({ skip }) => {
  const folder = await mkdtemp(join(tmpdir(), "docsteward-full-"));
  const unmount = mountSmallDisk(folder);
  if (unmount === null) {
    await rm(folder, { recursive: true });
    return skip("this user can't mount a small file system");
  }
  try {
    await using world = await startTestWorker(({ turn }) => SCRIPT[turn], {
      takesJobs: false,
      services: { dataDir: folder },
    });
    await writeFile(join(folder, "filler"), Buffer.alloc(2_000_000)).catch(() => undefined);
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

    expect(seen[0]).toBe("the disk is full");
    expect(parts.machine.pause()?.reason).toBe("the disk is full");
  } finally {
    unmount();
    await rm(folder, { recursive: true, force: true });
  }
});
