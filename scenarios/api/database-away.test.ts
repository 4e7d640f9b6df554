import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { Problem } from "@docsteward/contract/problem";
import type { ProjectContext } from "@docsteward/services/context";
import { TOO_MANY_CONNECTIONS } from "@docsteward/services/database";
import { sendMessage } from "@docsteward/services/job/send-message";
import { listRecentErrors } from "@docsteward/services/recent-error";
import { createTestServices, seedJob, seedKey, seedProject, type TestServices } from "@docsteward/services/testing";
import { type Ask, ask as askPort, ensureBuilt, startWeb } from "@docsteward/web/testing/web-process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openGate } from "./gate.ts";

let services: TestServices;
let ctx: ProjectContext;
let key: string;
let gate: Awaited<ReturnType<typeof openGate>>;
let web: ReturnType<typeof startWeb> | undefined;
let port: number;
/** The user of the web process alone. */
const role = `web_${randomBytes(4).toString("hex")}`;
/** What the web process logs. */
let logged = "";
beforeAll(async () => {
  await ensureBuilt();
  services = await createTestServices();
  ctx = await seedProject(services);
  key = (await seedKey(ctx)).token;
  // The connection of the web process alone: when it is cut, the database is unavailable for this process only.
  const url = new URL(services.databaseUrl);
  await services.db.$executeRawUnsafe(`CREATE ROLE ${role} LOGIN PASSWORD 'x' IN ROLE "${url.username}"`);
  url.username = role;
  url.password = "x";
  gate = await openGate({ host: url.hostname, port: Number(url.port) });
  url.host = `127.0.0.1:${gate.port}`;
  const variables = { DATABASE_URL: url.href, DATA_DIR: services.dataDir, KEY_SECRET: services.keySecret };
  web = startWeb({ ...variables, LOG_LEVEL: "warn", LOG_FORMAT: "json" });
  web.child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    logged += text;
  });
  ({ port } = await web.ready);
}, 600_000);
afterAll(async () => {
  web?.child.kill("SIGKILL");
  await web?.exited;
  await gate.shut();
  await services.db.$executeRawUnsafe(`DROP ROLE ${role}`);
  await services.close();
});

const agent = () => `/v2/agent/${ctx.project.id}`;
const auth = () => ({ authorization: `Bearer ${key}` });
const ask = (what: Ask) => askPort(port, { ...what, headers: { ...auth(), ...what.headers } });

/** Follows a job's events. */
async function follow(path: string, headers: Record<string, string> = {}) {
  const sent = request({ host: "127.0.0.1", port, path, headers: { ...auth(), ...headers } }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  let text = "";
  response.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
  });
  const ended = once(response, "end");
  return { text: () => text, ended, leave: () => sent.destroy() };
}

test("while PostgreSQL is away calls are 503 with when to come back, streams say so, and both go on afterwards", async () => {
  const { id } = await seedJob(ctx);
  const events = `${agent()}/job/${id}/events`;
  const stream = await follow(events);
  await expect.poll(stream.text).toContain('"type":"job.created"');

  await gate.shut();

  await stream.ended;
  const [, said = ""] = /event: error\ndata: (.*)\n/.exec(stream.text()) ?? [];
  expect(Problem.parse(JSON.parse(said))).toMatchObject({ code: "unavailable", status: 503 });
  const body = '{"prompt":"Fix the typo"}';
  for (const what of [
    { path: `${agent()}/jobs` },
    { path: events },
    { path: `${agent()}/job`, method: "POST", headers: { "content-type": "application/json" }, body },
  ]) {
    const answer = await ask(what);
    expect(answer).toMatchObject({ status: 503, headers: { "retry-after": expect.stringMatching(/^[1-9]\d*$/) } });
    expect(Problem.parse(JSON.parse(answer.text)).code).toBe("unavailable");
  }

  const probe = await ask({ path: "/readyz" });
  expect(probe.status).toBe(503);
  expect(Problem.parse(JSON.parse(probe.text))).toMatchObject({
    code: "unavailable",
    error: "The database does not answer.",
  });
  // The process itself lives: only what it needs is away.
  expect(await ask({ path: "/healthz" })).toMatchObject({ status: 200 });

  await gate.reopen();

  await expect.poll(async () => (await ask({ path: "/readyz" })).status).toBe(200);
  await expect.poll(async () => (await ask({ path: `${agent()}/jobs` })).status).toBe(200);
  const again = await follow(events, { "last-event-id": "1" });
  await sendMessage(ctx, { id, prompt: "And the title" });
  await expect.poll(again.text).toContain('"type":"message.received"');
  expect(again.text()).not.toContain('"type":"job.created"');
  again.leave();
  again.ended.catch(() => undefined);
});

test("while PostgreSQL has no connection left a caller is told to come back, and the operator what to change, each in a sentence", async () => {
  logged = "";
  await services.db.$executeRawUnsafe(`ALTER ROLE ${role} CONNECTION LIMIT 0`);
  await services.db.$queryRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = ${role}`;

  const answers: Awaited<ReturnType<typeof ask>>[] = [];
  await expect
    .poll(async () => {
      answers.push(await ask({ path: `${agent()}/jobs` }));
      return logged;
    })
    .toContain(`"error":"${TOO_MANY_CONNECTIONS}"`);
  await expect.poll(() => logged).toContain('"notifications lost, reconnecting"');
  await services.db.$executeRawUnsafe(`ALTER ROLE ${role} CONNECTION LIMIT -1`);

  for (const { status, text } of answers)
    expect([status, Problem.parse(JSON.parse(text)).error]).toEqual([
      503,
      "The database is unavailable. Try again in a few seconds.",
    ]);
  const ofCall = JSON.parse(answers.at(-1)?.text ?? "{}").requestId;
  const lines = logged.trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ msg: "request failed", error: TOO_MANY_CONNECTIONS, requestId: ofCall }),
  );
  // Calls on the connections that this test ended fail in other words. No line has the server's or the client's for this.
  expect(lines.filter((line) => /53300|P2037|too many connections/i.test(line))).toEqual([]);
  await expect.poll(async () => (await ask({ path: `${agent()}/jobs` })).status).toBe(200);
});

test("an error that a caller meets is on the operator's page, under the request id that the caller has", async () => {
  await services.db.$executeRaw`ALTER TABLE "Job" RENAME TO "JobElsewhere"`;
  const { status, text } = await ask({ path: `${agent()}/jobs` });
  await services.db.$executeRaw`ALTER TABLE "JobElsewhere" RENAME TO "Job"`;

  const { code, requestId, error } = Problem.parse(JSON.parse(text));
  expect([status, code]).toEqual([500, "internal"]);
  expect(error).not.toContain("Job");
  await expect
    .poll(() => listRecentErrors(services))
    .toContainEqual(
      expect.objectContaining({
        requestId,
        process: expect.stringMatching(/^docsteward-web .+:\d+$/),
        message: expect.stringContaining("request failed"),
      }),
    );
});
