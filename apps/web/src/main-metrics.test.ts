import { reportWorker, WorkerFigures } from "@docsteward/services/worker-process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET } from "./app/(api)/metrics/route.ts";
import { type ApiWorld, openApiWorld, type Tenant } from "./testing/api-world.ts";
import { expectProblem } from "./testing/expect-problem.ts";
import { send } from "./testing/test-app.ts";

const TOKEN = "collector-of-metrics";

let world: ApiWorld;
let tenant: Tenant;
beforeAll(async () => {
  world = await openApiWorld({ METRICS_TOKEN: TOKEN });
  tenant = await world.seedTenant();
}, 600_000);
afterAll(() => world.close());

const collect = (token?: string) =>
  fetch(`${world.url}/metrics`, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });

/** The value of the one line that begins so. */
const readValue = (text: string, line: string) =>
  Number(
    text
      .split("\n")
      .find((one) => one.startsWith(line))
      ?.split(" ")
      .at(-1),
  );

test("a collector reads what was called, what waits, and the process itself", async () => {
  const path = `/v2/agent/${tenant.ctx.project.id}/job`;
  const headers = { authorization: `Bearer ${tenant.adminKey}`, "content-type": "application/json" };
  await fetch(`${world.url}${path}`, { method: "POST", headers, body: JSON.stringify({ prompt: "Fix a typo" }) });
  await fetch(`${world.url}${path}/job_none`, { headers });

  const response = await collect(TOKEN);
  const text = await response.text();

  expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=/);
  expect(readValue(text, 'docsteward_http_call_duration_seconds_count{operation="createAgentJob",status="200"}')).toBe(
    1,
  );
  expect(readValue(text, 'docsteward_http_call_duration_seconds_count{operation="getAgentJob",status="404"}')).toBe(1);
  expect(readValue(text, 'docsteward_queue_entries{queue="agent",state="waiting"}')).toBe(1);
  expect(readValue(text, 'docsteward_queue_oldest_seconds{queue="agent",state="waiting"}')).toBeGreaterThanOrEqual(0);
  expect(readValue(text, 'docsteward_jobs{status="active"}')).toBe(1);
  expect(readValue(text, 'docsteward_site_indexes{status="ready"}')).toBe(1);
  expect(readValue(text, "docsteward_web_nodejs_heap_size_used_bytes")).toBeGreaterThan(0);
  expect(text).not.toContain(tenant.ctx.project.domain);
});

test("a collector reads which worker is paused, and what each worker says of itself", async () => {
  const worker = { startedAt: new Date(), concurrency: 4, figures: WorkerFigures.parse({ modelErrors: 3 }) };
  const pause = { reason: "the disk is full", since: new Date() };
  await reportWorker(world.services, { ...worker, id: "wrk_1", host: "a", pid: 7, running: 0, jobs: [], pause });
  await reportWorker(world.services, {
    ...worker,
    id: "wrk_2",
    host: "b",
    pid: 8,
    running: 2,
    jobs: ["job_1", "job_2"],
    pause: null,
  });

  const text = await (await collect(TOKEN)).text();

  expect(readValue(text, 'docsteward_worker_paused{worker="a:7"}')).toBe(1);
  expect(readValue(text, 'docsteward_worker_paused{worker="b:8"}')).toBe(0);
  expect(readValue(text, 'docsteward_worker_jobs{worker="b:8"}')).toBe(2);
  expect(readValue(text, 'docsteward_worker_model_errors_total{worker="a:7"}')).toBe(3);
});

test("no other caller may read them", async () => {
  await expectProblem(await collect(), "missing_key");
  await expectProblem(await collect(tenant.adminKey), "invalid_key");
  await expectProblem(await collect(`${TOKEN.slice(0, -1)}x`), "invalid_key");
});

test("without a token set, there are no metrics, and the answer says what to set", async () => {
  const problem = await expectProblem(await send(GET, { params: {}, key: TOKEN }), "not_found");

  expect(problem.error).toContain("METRICS_TOKEN");
});
