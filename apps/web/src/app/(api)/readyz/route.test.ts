import { seedJob, seedProject } from "@docsteward/services/testing";
import { reportWorker, WorkerFigures } from "@docsteward/services/worker-process";
import { describe, expect } from "vitest";
import { expectProblem } from "#testing/expect-problem.ts";
import { appTest, send } from "#testing/test-app.ts";
import * as health from "../healthz/route.ts";
import * as readiness from "./route.ts";

const test = appTest();

describe.each([
  ["healthz", health],
  ["readyz", readiness],
] as const)("/%s", (_, route) => {
  test("answers, to HEAD without a body", async () => {
    const response = await send(route.HEAD, { method: "HEAD", params: {} });

    expect((await send(route.GET, { params: {} })).status).toBe(200);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("");
  });

  test.each(["POST", "PUT", "DELETE"] as const)("%s is refused with what there is", async (method) => {
    const response = await send(route[method], { method, params: {} });

    await expectProblem(response, "method_not_allowed");
    expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  });
});

test("/readyz says how migrations, queue and indexes are, and is ready whatever they are", async ({ services }) => {
  const ask = async () => {
    services.memory.forget();
    const response = await send(readiness.GET, { params: {} });
    return { code: response.status, ...((await response.json()) as object) };
  };
  const ready = { code: 200, status: "ready", database: "ok", migration: expect.stringMatching(/^\d{14}_/) };
  expect(await ask()).toEqual({ ...ready, queue: "no_worker", index: "ok" });

  const worker = { id: "w", host: "h", pid: 1, startedAt: new Date(), concurrency: 1, running: 0, jobs: [] };
  const figures = WorkerFigures.parse({});
  const pause = { reason: "The disk is full.", since: new Date() };
  await reportWorker(services, { ...worker, figures, pause });
  const ctx = await seedProject(services);
  const { id: projectId } = ctx.project;
  await services.db.siteIndex.create({ data: { projectId, status: "failed", requestedAt: new Date() } });
  expect(await ask()).toEqual({ ...ready, queue: "paused", index: "failing" });

  await reportWorker(services, { ...worker, figures, pause: null });
  expect(await ask()).toMatchObject({ queue: "ok" });
  await seedJob(ctx);
  await services.db.$executeRaw`UPDATE pgboss.job SET start_after = now() - interval '2 minutes'`;
  expect(await ask()).toMatchObject({ queue: "late" });
});
