import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { Problem } from "@docsteward/contract/problem";
import type { ProjectContext } from "@docsteward/services/context";
import { sendMessage } from "@docsteward/services/job/send-message";
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
beforeAll(async () => {
  await ensureBuilt();
  services = await createTestServices();
  ctx = await seedProject(services);
  key = (await seedKey(ctx)).token;
  // The connection of the web process alone: when it is cut, the database is unavailable for this process only.
  const url = new URL(services.databaseUrl);
  gate = await openGate({ host: url.hostname, port: Number(url.port) });
  url.host = `127.0.0.1:${gate.port}`;
  web = startWeb({ DATABASE_URL: url.href, DATA_DIR: services.dataDir, KEY_SECRET: services.keySecret });
  ({ port } = await web.ready);
}, 600_000);
afterAll(async () => {
  web?.child.kill("SIGKILL");
  await web?.exited;
  await gate.shut();
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

  await gate.reopen();

  await expect.poll(async () => (await ask({ path: `${agent()}/jobs` })).status).toBe(200);
  const again = await follow(events, { "last-event-id": "1" });
  await sendMessage(ctx, { id, prompt: "And the title" });
  await expect.poll(again.text).toContain('"type":"message.received"');
  expect(again.text()).not.toContain('"type":"job.created"');
  again.leave();
  again.ended.catch(() => undefined);
});
