import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { JobEvent } from "@docsteward/contract/job-event";
import { createClient } from "@docsteward/db/client";
import { isConnectionError } from "@docsteward/db/database-error";
import { startEmbedded } from "@docsteward/db/embedded/start";
import { makeRepository } from "@docsteward/git/testing";
import { reply } from "@docsteward/model-script/script";
import { startModelServer } from "@docsteward/model-script/start-model-server";
import { createModels } from "@docsteward/models/create-models";
import { parseEnv } from "@docsteward/platform/env";
import { createSilentLog, silentLogger } from "@docsteward/platform/log";
import type { ProjectContext } from "@docsteward/services/context";
import { createJob } from "@docsteward/services/job/create";
import { followEvents } from "@docsteward/services/job/follow";
import { openServices } from "@docsteward/services/open-services";
import { seedProject } from "@docsteward/services/testing";
import { startAgentQueue } from "@docsteward/worker/agent-queue";
import { watchMachine } from "@docsteward/worker/machine";
import { PAGES } from "@docsteward/worker/testing/worker";
import { createWorkerMeter } from "@docsteward/worker/worker-report";
import { expect, test } from "vitest";

const SCRIPT = [
  reply.tool("read", { path: "index.mdx" }),
  reply.tool("edit", { path: "index.mdx", old: "recieve", new: "receive" }),
  reply.tool("read", { path: "guides/install.mdx" }),
  reply.tool("edit", { path: "guides/install.mdx", old: "Glimmer", new: "Lanternfish" }),
  reply.tool("finish", { title: "Fix two pages", summary: "Fixed." }),
];

/** A PostgreSQL of one test's own, which can go away and come back at the same address. */
async function startServer() {
  const dataDir = await mkdtemp(join(tmpdir(), "docsteward-away-"));
  await chmod(dataDir, 0o755);
  const start = () => startEmbedded({ dataDir, log: silentLogger, isDurable: false });
  let server = await start();
  return {
    dataDir,
    url: server.url,
    async goAway(ms: number): Promise<void> {
      await server.stop();
      await sleep(ms);
      server = await start();
    },
    /** As a cluster does it: all are disconnected, and meet a standby that refuses to write until it is the new primary. */
    async failOver(ms: number): Promise<void> {
      const url = new URL(server.url);
      const name = url.pathname.slice(1);
      url.pathname = "/postgres";
      const db = createClient(url.href, { log: silentLogger, poolSize: 1 });
      const disconnect = () => db.$queryRaw`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${name}`;
      await db.$executeRawUnsafe(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`);
      await disconnect();
      await sleep(ms);
      await db.$executeRawUnsafe(`ALTER DATABASE "${name}" RESET default_transaction_read_only`);
      await disconnect();
      await db.$disconnect();
    },
    async [Symbol.asyncDispose]() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

type Outage = (server: Awaited<ReturnType<typeof startServer>>) => Promise<void>;

/** A worker over that server, on a job with an outage of its database during its third model call. */
async function runThroughOutage(begin: Outage) {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startServer());
  let outage: Promise<void> | undefined;
  const model = await startModelServer(({ turn }) => {
    if (turn === 2) outage ??= begin(server);
    return SCRIPT[turn];
  });
  stack.defer(() => model.close());
  const repository = stack.use(await makeRepository(PAGES));
  const settings = parseEnv({
    DATA_DIR: server.dataDir,
    DATABASE_URL: server.url,
    ANTHROPIC_API_KEY: "test-key",
    ANTHROPIC_BASE_URL: model.url,
  });
  const log = createSilentLog();
  const services = await openServices({ env: settings, log: silentLogger, actor: { kind: "service" }, isWorker: true });
  stack.defer(() => services.close());
  const machine = watchMachine({ services, log });
  const queue = await startAgentQueue({
    services,
    models: createModels(settings),
    settings,
    log,
    machine,
    meter: createWorkerMeter(),
  });
  stack.defer(() => queue.stop());
  const ctx = await seedProject(services, { repository: repository.url, baseRef: repository.branch });

  const { job } = await createJob(ctx, { prompt: "Fix two pages" });
  const { events, interruptions } = await followThrough(ctx, job.id);
  await outage;
  const row = await services.db.job.findUniqueOrThrow({ where: { id: job.id } });
  const pullRequests = await services.db.pullRequest.findMany();
  const branch = pullRequests[0]?.branch;
  const changed = await repository.git("log", "--format=", "--name-only", `main..${branch}`);
  return { row, events, pullRequests, changed, interruptions, requests: model.requests.length };
}

/** Follows a job as a caller does: when the stream breaks off, it comes back with the last id it has seen. */
async function followThrough(ctx: ProjectContext, id: string) {
  const { signal } = new AbortController();
  const events: JobEvent[] = [];
  const interruptions: unknown[] = [];
  for (;;) {
    try {
      for await (const event of await followEvents(ctx, { id, afterId: events.at(-1)?.id, signal })) events.push(event);
      return { events, interruptions };
    } catch (error) {
      interruptions.push(error);
      await sleep(100);
    }
  }
}

/** What a job does once, in this order. A worker that comes back may only start and open its workspace anew. */
const STEPS = [
  "job.created",
  "job.titled",
  "message.taken",
  ...SCRIPT.flatMap(() => ["model.replied", "tool.called", "tool.finished"]),
  "checks.finished",
  "branch.pushed",
  "pull_request.opened",
  "job.completed",
];
const stepsOf = (events: JobEvent[]) =>
  events.map(({ type }) => type).filter((type) => type !== "job.started" && type !== "workspace.opened");

test("a worker waits for a database that is briefly unavailable, and continues where it was", async () => {
  const { row, events, pullRequests, changed, requests } = await runThroughOutage((server) => server.goAway(1_500));

  expect(row).toMatchObject({ status: "completed", pullRequestNumber: 1, modelCalls: SCRIPT.length });
  expect(stepsOf(events)).toEqual(STEPS);
  expect(requests).toBe(SCRIPT.length);
  expect(pullRequests).toHaveLength(1);
  expect(changed.split("\n").toSorted()).toEqual(["guides/install.mdx", "index.mdx"]);
});

test("a worker whose database fails over waits for the new primary, and continues where it was", async () => {
  const { row, events, pullRequests, requests } = await runThroughOutage((server) => server.failOver(1_500));

  expect(row).toMatchObject({ status: "completed", pullRequestNumber: 1, modelCalls: SCRIPT.length });
  expect(stepsOf(events)).toEqual(STEPS);
  expect(requests).toBe(SCRIPT.length);
  expect(pullRequests).toHaveLength(1);
});

test("nothing is lost or doubled when it is away for longer than a heartbeat, and followers go on behind the last event", async () => {
  const { row, events, pullRequests, changed, interruptions } = await runThroughOutage((server) =>
    server.goAway(12_000),
  );

  expect(row).toMatchObject({ status: "completed", pullRequestNumber: 1, modelCalls: SCRIPT.length });
  expect(stepsOf(events)).toEqual(STEPS);
  expect(pullRequests).toHaveLength(1);
  expect(changed.split("\n").toSorted()).toEqual(["guides/install.mdx", "index.mdx"]);
  expect(events.map(({ id }) => id)).toEqual(Array.from({ length: row.lastEventSeq }, (_, index) => index + 1));
  expect(interruptions).not.toEqual([]);
  expect(interruptions.filter((error) => !isConnectionError(error))).toEqual([]);
});
