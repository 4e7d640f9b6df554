import { reply } from "@docsteward/model-script/script";
import { listWorkers } from "@docsteward/services/worker-process";
import { startTestWorker, type TestWorker } from "@docsteward/worker/testing/worker";
import { startWorkerProcess } from "@docsteward/worker/testing/worker-process";
import { expect, test } from "vitest";
import { openGate } from "../api/gate.ts";

const SCRIPT = [
  reply.tool("read", { path: "index.mdx" }),
  reply.tool("edit", { path: "index.mdx", old: "recieve", new: "receive" }),
  reply.tool("read", { path: "guides/install.mdx" }),
  reply.tool("edit", { path: "guides/install.mdx", old: "Glimmer", new: "Lanternfish" }),
  reply.tool("finish", { title: "Fix two pages", summary: "Fixed." }),
];

/** A worker process that reaches the database through a gate of its own. */
async function startBehindGate({ services, model }: TestWorker) {
  const url = new URL(services.databaseUrl);
  const gate = await openGate({ host: url.hostname, port: Number(url.port) });
  url.host = `127.0.0.1:${gate.port}`;
  const worker = await startWorkerProcess({ services: { ...services, databaseUrl: url.href }, model });
  return {
    ...gate,
    ...worker,
    async [Symbol.asyncDispose]() {
      await worker[Symbol.asyncDispose]();
      await gate.shut();
    },
  };
}

/** Everything that a job has written. */
async function readAll({ services, repository }: TestWorker, jobId: string) {
  const { db } = services;
  return {
    job: await db.job.findUniqueOrThrow({ where: { id: jobId } }),
    journal: await db.journalEntry.findMany({ where: { jobId }, orderBy: { seq: "asc" } }),
    events: await db.jobEvent.findMany({ where: { jobId }, orderBy: { seq: "asc" } }),
    pullRequests: await db.pullRequest.findMany(),
    branches: await repository.git("for-each-ref", "--format=%(refname) %(objectname)"),
  };
}

test.each([
  ["between its calls of the database", null],
  ["while it holds the row of its job in a transaction", 'SELECT 1 FROM "Job" WHERE'],
] as const)(
  "a worker whose network is cut %s loses its job to another one, and writes nothing when it is back",
  async (_, cutBehind) => {
    const cut = Promise.withResolvers<void>();
    let isBegun = false;
    await using world = await startTestWorker(
      async ({ turn }) => {
        // The last call is behind the end of the job.
        if (turn === (cutBehind === null ? 2 : SCRIPT.length - 1) && !isBegun) {
          isBegun = true;
          if (cutBehind === null) first.hold();
          cut.resolve(cutBehind === null ? undefined : first.holdBehind(cutBehind));
        }
        return SCRIPT[turn];
      },
      { takesJobs: false },
    );
    await using first = await startBehindGate(world);
    const { services } = world;
    const jobId = await world.start("Fix two pages");
    await cut.promise;

    await using _second = await startWorkerProcess(world);
    const ended = await world.end(jobId);
    const before = await readAll(world, jobId);
    const back = services.clock.now();
    first.release();
    // It reports again, and holds nothing.
    await expect
      .poll(() => services.db.workerProcess.findFirst({ where: { pid: first.pid, heartbeatAt: { gt: back } } }))
      .toMatchObject({ running: 0 });

    expect(ended).toMatchObject({ status: "completed", attempt: 2, pullRequestNumber: 1, modelCalls: SCRIPT.length });
    expect(before.pullRequests).toHaveLength(1);
    expect(before.events.filter(({ type }) => type === "model.replied")).toHaveLength(SCRIPT.length);
    expect(await readAll(world, jobId)).toEqual(before);
    // At most the call whose answer was not stored was made again.
    expect(world.model.requests.length).toBeLessThanOrEqual(SCRIPT.length + 1);
    const changed = await world.repository.git(
      "log",
      "--format=",
      "--name-only",
      `main..${before.pullRequests[0]?.branch}`,
    );
    expect(changed.split("\n").toSorted()).toEqual(["guides/install.mdx", "index.mdx"]);
    // Both take jobs again.
    expect((await listWorkers(services)).map(({ pause }) => pause)).toEqual([null, null]);
    const next = await world.start("Fix two pages again");
    expect(await world.end(next)).toMatchObject({ attempt: 1 });
  },
);
