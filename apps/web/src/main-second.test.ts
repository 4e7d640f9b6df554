import { readFileSync } from "node:fs";
import { isAlive } from "@docsteward/platform/is-alive";
import type { ProjectContext } from "@docsteward/services/context";
import { createTestServices, seedJob, seedKey, seedProject, type TestServices } from "@docsteward/services/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask as askPort, ensureBuilt, startWeb } from "./testing/web-process.ts";

let services: TestServices;
let settings: Record<string, string>;
type Tenant = { ctx: ProjectContext; key: string };
let busy: Tenant;
let quiet: Tenant;
beforeAll(async () => {
  await ensureBuilt();
  services = await createTestServices();
  const seed = async (): Promise<Tenant> => {
    const ctx = await seedProject(services);
    return { ctx, key: (await seedKey(ctx)).token };
  };
  [busy, quiet] = [await seed(), await seed()];
  settings = {
    ...{ DATABASE_URL: services.databaseUrl, DATA_DIR: services.dataDir, KEY_SECRET: services.keySecret },
    ...{ LOG_LEVEL: "info", LIMIT_AGENT_PER_HOUR: "1000000" },
  };
}, 600_000);
afterAll(() => services.close());

const jobsPath = ({ ctx }: Tenant) => `/v2/agent/${ctx.project.id}/jobs`;

/** A web process, what its processes log, and requests of both tenants. */
async function openWeb(variables: Record<string, string> = {}) {
  const web = startWeb({ ...settings, ...variables });
  let logged = "";
  web.child.stdout?.on("data", (chunk) => {
    logged += chunk;
  });
  const { port } = await web.ready;
  const list = ({ key, ctx }: Tenant) => askPort(port, { path: jobsPath({ key, ctx }), headers: auth(key) });
  /** Sends for both until that is so, twenty times as much for one. @returns the statuses that came */
  const sendUntil = async (isDone: () => boolean): Promise<Set<number>> => {
    const statuses = new Set<number>();
    while (!isDone()) {
      const answers = [list(quiet), ...Array.from({ length: 20 }, () => list(busy))];
      for (const { status } of await Promise.all(answers)) statuses.add(status);
    }
    return statuses;
  };
  return { ...web, port, logged: () => logged, list, sendUntil };
}

const auth = (key: string) => ({ authorization: `Bearer ${key}` });
const hasSecond = (logged: string, times = 1) =>
  logged.split("a second web process answers callers that send a lot").length > times;

/** The processes that a process has started. */
function childrenOf(pid = 0): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return text.split(" ").filter(Boolean).map(Number);
}

const niceOf = (pid: number) => Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[16]);

test.skipIf(process.platform !== "linux")(
  "a caller that sends a lot is answered by a second process of a low priority, while another is there",
  async () => {
    const { child, exited, port, logged, list, sendUntil } = await openWeb();

    expect(await sendUntil(() => hasSecond(logged()))).toEqual(new Set([200]));
    const [second = 0] = childrenOf(child.pid);
    expect(niceOf(second)).toBe(niceOf(child.pid ?? 0) + 10);

    // What it answers is what the first would answer.
    const { id } = await seedJob(busy.ctx);
    const body = JSON.stringify({ prompt: "a".repeat(40_000) });
    const headers = { ...auth(busy.key), "content-type": "application/json" };
    const refused = await askPort(port, {
      method: "POST",
      path: `/v2/agent/${busy.ctx.project.id}/job`,
      headers,
      body,
    });
    expect(refused.status).toBe(400);
    expect(refused.headers["x-request-id"]).toMatch(/^req_[0-9A-Z]{26}$/);
    expect(refused.headers["x-docsteward-caller"]).toBeUndefined();
    expect(JSON.parse((await list(busy)).text).jobs[0].id).toBe(id);

    // It is lost, and what it had cost nobody but those that it answered.
    process.kill(second, "SIGKILL");
    await expect.poll(logged).toContain("The second web process ended (SIGKILL). The first answers all callers.");
    expect((await Promise.all([list(quiet), list(busy), list(busy)])).map(({ status }) => status)).toEqual([
      200, 200, 200,
    ]);

    child.kill("SIGTERM");
    expect((await exited).code).toBe(0);
  },
);

test.skipIf(process.platform !== "linux")("the second process ends with the first, also while it starts", async () => {
  const { child, exited, logged, sendUntil } = await openWeb();
  let second = 0;
  await sendUntil(() => {
    [second = 0] = childrenOf(child.pid);
    return second !== 0;
  });
  expect(hasSecond(logged())).toBe(false);

  child.kill("SIGKILL");
  await exited;

  await expect.poll(() => isAlive(second)).toBe(false);
});

test("there is none where the operator wants none", async () => {
  const { child, exited, logged, sendUntil } = await openWeb({ SECOND_WEB_PROCESS: "off" });
  let rounds = 0;
  await sendUntil(() => {
    rounds += 1;
    return rounds > 40;
  });

  expect(hasSecond(logged())).toBe(false);
  if (process.platform === "linux") expect(childrenOf(child.pid)).toEqual([]);
  child.kill("SIGTERM");
  await exited;
});
