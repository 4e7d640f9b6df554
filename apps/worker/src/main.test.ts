import { once } from "node:events";
import { reply } from "@docsteward/model-script/script";
import { listWorkers } from "@docsteward/services/worker-process";
import { expect, test } from "vitest";
import { findDescendants, findRunning } from "./testing/processes.ts";
import { startTestWorker } from "./testing/worker.ts";
import { startWorkerProcess } from "./testing/worker-process.ts";

const SCRIPT = [
  reply.tool("read", { path: "index.mdx" }),
  reply.tool("edit", { path: "index.mdx", old: "recieve", new: "receive" }),
  reply.tool("finish", { title: "Fix a typo", summary: "Fixed." }),
];

/** The first worker's second model call never ends; a later repeat of it gets an answer. */
const hangOnce = () => {
  let isHung = false;
  return ({ turn }: { turn: number }) => {
    if (turn !== 1 || isHung) return SCRIPT[turn];
    isHung = true;
    return reply.hang();
  };
};

const HOUR_MS = 3_600_000;

test("SIGTERM hands the job back and ends in order, and another process goes on where it was, although its clock is two hours ahead", async () => {
  await using world = await startTestWorker(hangOnce(), { takesJobs: false });
  await using first = await startWorkerProcess(world, {}, { clockAheadMs: -HOUR_MS });
  const jobId = await world.start("Fix the typo");
  await expect.poll(() => world.model.requests.length).toBe(2);

  first.kill("SIGTERM");

  // The process ends itself with 1 when it is not done after 10 seconds. What it says tells why it ended in another way.
  const exited = await first.exited;
  expect(exited, first.said()).toEqual([0, null]);
  // Nothing is traced here.
  expect(first.said()).not.toContain("OpenTelemetry is loaded");
  expect(await world.services.db.job.findUnique({ where: { id: jobId } })).toMatchObject({ status: "active" });
  await using _second = await startWorkerProcess(world, {}, { clockAheadMs: HOUR_MS });
  await expect.poll(() => listWorkers(world.services)).toHaveLength(1);
  expect(await world.end(jobId)).toMatchObject({ status: "completed", attempt: 2, pullRequestNumber: 1 });
  expect(world.model.requests.map(({ turn }) => turn)).toEqual([0, 1, 1, 2]);
});

/** Stops the event loop of a process by what runs in it: the debugger, which Node opens on SIGUSR1. */
async function block(worker: Awaited<ReturnType<typeof startWorkerProcess>>): Promise<void> {
  worker.kill("SIGUSR1");
  await expect.poll(worker.said).toMatch(/ws:\S+/);
  const socket = new WebSocket(worker.said().match(/ws:\S+/)?.[0] ?? "");
  await once(socket, "open");
  socket.send(JSON.stringify({ id: 1, method: "Runtime.evaluate", params: { expression: "for (;;);" } }));
}

test("a process with a blocked event loop exits, and another one continues its job", async () => {
  await using world = await startTestWorker(hangOnce(), { takesJobs: false });
  await using first = await startWorkerProcess(world, { SILENCE_SECONDS: "10" });
  const jobId = await world.start("Fix the typo");
  await expect.poll(() => world.model.requests.length).toBe(2);

  await block(first);

  expect(await first.exited).toEqual([null, "SIGKILL"]);
  expect(first.said()).toContain("docsteward-worker is stopped: its event loop was blocked for 10 s\n");
  await using _second = await startWorkerProcess(world);
  expect(await world.end(jobId)).toMatchObject({ status: "completed", consecutiveLosses: 0 });
});

test("a process that is killed loses its job to another one, which repeats only the call that had no answer", async () => {
  await using world = await startTestWorker(hangOnce(), { takesJobs: false });
  await using first = await startWorkerProcess(world);
  const jobId = await world.start("Fix the typo");
  await expect.poll(() => world.model.requests.length).toBe(2);

  first.kill("SIGKILL");
  await first.exited;
  await using _second = await startWorkerProcess(world);

  expect(await world.end(jobId)).toMatchObject({ status: "completed", pullRequestNumber: 1 });
  expect(world.model.requests.map(({ turn }) => turn)).toEqual([0, 1, 1, 2]);
  expect(await world.pullRequests()).toHaveLength(1);
});

test.each(["SIGTERM", "SIGKILL"] as const)(
  "a process that gets %s in a job leaves no process behind",
  async (signal) => {
    await using world = await startTestWorker(hangOnce(), { takesJobs: false });
    await using worker = await startWorkerProcess(world);
    await world.start("Fix the typo");
    await expect.poll(() => world.model.requests.length).toBe(2);
    const started = await findDescendants(worker.pid);
    // The one that starts git, and a git that the job keeps.
    expect(started.length).toBeGreaterThanOrEqual(2);

    worker.kill(signal);
    await worker.exited;

    await expect.poll(() => findRunning(started)).toEqual([]);
  },
);
