import { reply } from "@docsteward/model-script/script";
import { createRecordingLog } from "@docsteward/platform/log";
import { createJob } from "@docsteward/services/job/create";
import { createKey } from "@docsteward/services/key/create";
import { readMetrics } from "@docsteward/services/metrics";
import type { OpenedServices } from "@docsteward/services/open-services";
import { seedProject } from "@docsteward/services/testing";
import { listWorkers } from "@docsteward/services/worker-process";
import { expect, test } from "vitest";
import { processJob } from "./agent-queue.ts";
import { startTestWorker } from "./testing/worker.ts";
import { startWorkerReport } from "./worker-report.ts";

const SCRIPT = [
  reply.tool("read", { path: "index.mdx" }),
  reply.tool("edit", { path: "index.mdx", old: "recieve", new: "receive" }),
  reply.tool("finish", { title: "Fix a typo", summary: "Fixed." }),
];

test("a worker reports what it did and why it is paused, and is gone from the list when it stops", async () => {
  await using worker = await startTestWorker(({ turn }) => SCRIPT[turn], { takesJobs: false });
  const { parts, services } = worker;
  await processJob(parts, await worker.start("Fix the typo"), new AbortController().signal);
  const since = new Date("2026-11-22T10:00:00Z");
  const reporting = startWorkerReport({
    services: services as unknown as OpenedServices,
    log: parts.log,
    meter: parts.meter,
    concurrency: 4,
    pause: () => ({ reason: "the disk is full", since }),
  });

  await reporting.report();
  const [listed, ...others] = await listWorkers(services);
  const { workers } = await readMetrics(services);

  expect(others).toEqual([]);
  expect(workers).toEqual([listed]);
  expect(listed).toMatchObject({
    pid: process.pid,
    concurrency: 4,
    pause: { reason: "the disk is full", since },
    figures: { completed: 1, failed: 0, modelErrors: 0, modelCalls: 3 },
  });
  expect(listed?.figures.inputTokens).toBeGreaterThan(0);
  expect(listed?.figures.jobSeconds).toBeGreaterThan(0);
  expect(listed?.figures.poolTotal).toBeGreaterThan(0);
  await reporting.stop();
  expect(await listWorkers(services)).toEqual([]);
});

test("a round that the model failed is counted as one, and a failure of another kind is not", async () => {
  const isRefused = ({ text }: { text: string }) => text.includes("narwhal");
  await using worker = await startTestWorker(
    (request) => (isRefused(request) ? reply.error(401) : SCRIPT[request.turn]),
    {
      takesJobs: false,
    },
  );
  const { parts, services, repository } = worker;
  const process = async (id: string) => {
    await processJob(parts, id, new AbortController().signal);
    return services.db.job.findUniqueOrThrow({ where: { id }, select: { status: true, failureCode: true } });
  };
  const reporting = startWorkerReport({
    services: services as unknown as OpenedServices,
    log: parts.log,
    meter: parts.meter,
    concurrency: 4,
    pause: () => null,
  });

  const elsewhere = await seedProject(services, { repository: repository.url, baseRef: "gone" });
  const { job: lost } = await createJob(elsewhere, { prompt: "Fix the typo" });

  expect(await process(await worker.start("Fix the typo"))).toMatchObject({ status: "completed" });
  expect(await process(await worker.start("Fix the narwhal"))).toEqual({
    status: "failed",
    failureCode: "model_error",
  });
  expect(await process(lost.id)).toMatchObject({ status: "failed" });
  await reporting.report();

  const [reported] = (await readMetrics(services)).workers;
  expect(reported?.figures).toMatchObject({ completed: 1, failed: 2, modelErrors: 1 });
  await reporting.stop();
});

test("the lines about a job name the request that made it", async () => {
  await using worker = await startTestWorker(({ turn }) => SCRIPT[turn], { takesJobs: false });
  const { key } = await createKey(worker.ctx, { name: "CI", kind: "admin" } as Parameters<typeof createKey>[1]);
  const actor = { kind: "key", keyId: key.id, requestId: "req_from_the_caller" } as unknown as typeof worker.ctx.actor;
  const { job } = await createJob({ ...worker.ctx, actor }, { prompt: "Fix the typo" });
  const lines: { msg: string; requestId?: string }[] = [];
  const log = createRecordingLog((line) => lines.push(JSON.parse(line)));

  await processJob({ ...worker.parts, log }, job.id, new AbortController().signal);

  expect(lines.find(({ msg }) => msg === "job completed")).toMatchObject({ requestId: "req_from_the_caller" });
});

test("a worker reports which jobs it holds, and none once they have ended", async () => {
  const held: string[][] = [];
  const worker = await startTestWorker(({ turn }) => {
    held.push([...worker.parts.meter.held]);
    return SCRIPT[turn];
  });
  await using _ = worker;
  const reporting = startWorkerReport({
    services: worker.services as unknown as OpenedServices,
    log: worker.parts.log,
    meter: worker.parts.meter,
    concurrency: 4,
    pause: () => null,
  });
  const id = await worker.start("Fix the typo");
  await worker.end(id);

  expect(held.at(-1)).toEqual([id]);
  await expect.poll(() => worker.parts.meter.held.size).toBe(0);
  worker.parts.meter.held.add("job_other");
  await reporting.report();
  expect(await listWorkers(worker.services)).toMatchObject([{ running: 1, jobs: ["job_other"] }]);
  await reporting.stop();
});
