import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { reply } from "@docsteward/model-script/script";
import { expect, test } from "vitest";
import { findDescendants, findRunning } from "./testing/processes.ts";
import { startTestWorker, type TestWorker } from "./testing/worker.ts";

const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));
const SCRIPT = [
  reply.tool("read", { path: "index.mdx" }),
  reply.tool("edit", { path: "index.mdx", old: "recieve", new: "receive" }),
  reply.tool("finish", { title: "Fix a typo", summary: "Fixed." }),
];

/** A worker process over the test's own database and model, as the supervisor starts it. */
async function startProcess({ services, model }: TestWorker, variables: Record<string, string> = {}) {
  const child = fork(MAIN, {
    // The port of the debugger, which only the test of a blocked process opens.
    execArgv: ["--inspect-port=127.0.0.1:0"],
    env: {
      NODE_ENV: "production",
      LOG_LEVEL: "error",
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: services.databaseUrl,
      DATA_DIR: services.dataDir,
      KEY_SECRET: services.keySecret,
      MODEL_PROVIDER: "anthropic",
      ANTHROPIC_API_KEY: "test-key",
      ANTHROPIC_BASE_URL: model.url,
      ...variables,
    },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const said: string[] = [];
  child.stderr?.on("data", (chunk: Buffer) => said.push(chunk.toString("utf8")));
  const exited = once(child, "exit") as Promise<[code: number | null, signal: string | null]>;
  await once(child, "message");
  return {
    pid: child.pid ?? 0,
    exited,
    /** What it has written on stderr. */
    said: () => said.join(""),
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** The first worker's second model call never ends; a later repeat of it gets an answer. */
const hangOnce = () => {
  let isHung = false;
  return ({ turn }: { turn: number }) => {
    if (turn !== 1 || isHung) return SCRIPT[turn];
    isHung = true;
    return reply.hang();
  };
};

test("SIGTERM hands the job back and ends in order, and another process goes on where it was", async () => {
  await using world = await startTestWorker(hangOnce(), { takesJobs: false });
  await using first = await startProcess(world);
  const jobId = await world.start("Fix the typo");
  await expect.poll(() => world.model.requests.length).toBe(2);

  first.kill("SIGTERM");

  // The process ends itself with 1 when it is not done after 10 seconds.
  expect(await first.exited).toEqual([0, null]);
  expect(await world.services.db.job.findUnique({ where: { id: jobId } })).toMatchObject({ status: "active" });
  await using _second = await startProcess(world);
  expect(await world.end(jobId)).toMatchObject({ status: "completed", attempt: 2, pullRequestNumber: 1 });
  expect(world.model.requests.map(({ turn }) => turn)).toEqual([0, 1, 1, 2]);
}, 60_000);

/** Stops the event loop of a process by what runs in it: the debugger, which Node opens on SIGUSR1. */
async function block(worker: Awaited<ReturnType<typeof startProcess>>): Promise<void> {
  worker.kill("SIGUSR1");
  await expect.poll(worker.said).toMatch(/ws:\S+/);
  const socket = new WebSocket(worker.said().match(/ws:\S+/)?.[0] ?? "");
  await once(socket, "open");
  socket.send(JSON.stringify({ id: 1, method: "Runtime.evaluate", params: { expression: "for (;;);" } }));
}

test("a process with a blocked event loop exits, and another one continues its job", async () => {
  await using world = await startTestWorker(hangOnce(), { takesJobs: false });
  await using first = await startProcess(world, { SILENCE_SECONDS: "4" });
  const jobId = await world.start("Fix the typo");
  await expect.poll(() => world.model.requests.length).toBe(2);

  await block(first);

  expect(await first.exited).toEqual([null, "SIGKILL"]);
  expect(first.said()).toContain("docsteward-worker is stopped: its event loop was blocked for 4 s\n");
  await using _second = await startProcess(world);
  expect(await world.end(jobId)).toMatchObject({ status: "completed", consecutiveLosses: 0 });
}, 90_000);

test("a process that is killed loses its job to another one, which repeats only the call that had no answer", async () => {
  await using world = await startTestWorker(hangOnce(), { takesJobs: false });
  await using first = await startProcess(world);
  const jobId = await world.start("Fix the typo");
  await expect.poll(() => world.model.requests.length).toBe(2);

  first.kill("SIGKILL");
  await first.exited;
  await using _second = await startProcess(world);

  expect(await world.end(jobId)).toMatchObject({ status: "completed", pullRequestNumber: 1 });
  expect(world.model.requests.map(({ turn }) => turn)).toEqual([0, 1, 1, 2]);
  expect(await world.pullRequests()).toHaveLength(1);
}, 90_000);

test.each(["SIGTERM", "SIGKILL"] as const)(
  "a process that gets %s in a job leaves no process behind",
  async (signal) => {
    await using world = await startTestWorker(hangOnce(), { takesJobs: false });
    await using worker = await startProcess(world);
    await world.start("Fix the typo");
    await expect.poll(() => world.model.requests.length).toBe(2);
    const started = await findDescendants(worker.pid);
    // The one that starts git, and a git that the job keeps.
    expect(started.length).toBeGreaterThanOrEqual(2);

    worker.kill(signal);
    await worker.exited;

    await expect.poll(() => findRunning(started)).toEqual([]);
  },
  60_000,
);
