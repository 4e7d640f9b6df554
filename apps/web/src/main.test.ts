import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { Problem } from "@docsteward/contract/problem";
import type { ProjectContext } from "@docsteward/services/context";
import {
  createTestServices,
  seedJob,
  seedKey,
  seedMember,
  seedProject,
  seedSession,
  type TestServices,
} from "@docsteward/services/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pageAddresses } from "./testing/routes.ts";
import { type Ask, ask as askPort, ensureBuilt, startWeb } from "./testing/web-process.ts";

let services: TestServices;
let ctx: ProjectContext;
let key: string;
let cookie: string;
let settings: Record<string, string>;
let web: ReturnType<typeof startWeb> | undefined;
let port: number;
beforeAll(async () => {
  await ensureBuilt();
  services = await createTestServices();
  ctx = await seedProject(services);
  key = (await seedKey(ctx)).token;
  cookie = await seedSession(services, { userId: (await seedMember(services)).id });
  settings = { DATABASE_URL: services.databaseUrl, DATA_DIR: services.dataDir, KEY_SECRET: services.keySecret };
  web = startWeb(settings);
  ({ port } = await web.ready);
}, 600_000);
afterAll(async () => {
  web?.child.kill("SIGKILL");
  await web?.exited;
  await services.close();
});

const ask = (what: Ask) => askPort(port, what);
const auth = () => ({ authorization: `Bearer ${key}` });
const problemOf = ({ text }: { text: string }) => Problem.parse(JSON.parse(text));

describe("the API", () => {
  test("takes a job and gives it back", async () => {
    const headers = { ...auth(), "content-type": "application/json" };
    const path = `/v2/agent/${ctx.project.id}/job`;

    const created = await ask({ method: "POST", path, headers, body: '{"prompt":"Fix the typo"}' });
    const { id } = JSON.parse(created.text);

    expect(created.status).toBe(200);
    expect(created.headers["x-request-id"]).toMatch(/^req_/);
    expect(JSON.parse((await ask({ path: `${path}/${id}`, headers })).text)).toEqual(JSON.parse(created.text));
  });

  test("does not believe a caller about its own address or request id", async () => {
    const bound = await seedKey(ctx, { allowedIps: ["10.0.0.0/8"] });
    const headers = {
      authorization: `Bearer ${bound.token}`,
      "x-docsteward-remote-address": "10.0.0.1",
      "x-request-id": "req_00000000000000000000000000",
    };

    const answer = await ask({ path: `/v2/agent/${ctx.project.id}/jobs`, headers });

    expect(problemOf(answer).code).toBe("ip_not_allowed");
    expect(answer.headers["x-request-id"]).not.toBe(headers["x-request-id"]);
  });

  test("answers a wrong method with 405 and Allow", async () => {
    const answer = await ask({ method: "DELETE", path: `/v2/agent/${ctx.project.id}/job` });

    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe("POST, OPTIONS");
    expect(problemOf(answer).code).toBe("method_not_allowed");
  });

  test("answers HEAD like GET without a body", async () => {
    const answer = await ask({ method: "HEAD", path: `/v2/agent/${ctx.project.id}/jobs`, headers: auth() });

    expect(answer).toMatchObject({ status: 200, text: "" });
    expect(answer.headers["content-type"]).toContain("application/json");
  });

  test.each(["/v1/nothing", "/v2", "/v2/agent", "/v2/agent/x/jobs/y/z", "/discovery/v9/x"])(
    "says in its own words that nothing is at %s",
    async (path) => {
      for (const method of ["GET", "POST"]) {
        const answer = await ask({ method, path });

        expect(answer.status).toBe(404);
        expect(problemOf(answer)).toMatchObject({ code: "not_found" });
      }
    },
  );

  test("stops reading a body that is too large", async () => {
    const headers = { ...auth(), "content-type": "application/json" };
    const body = `{"prompt":"${"x".repeat(1_100_000)}"}`;

    const answer = await ask({ method: "POST", path: `/v2/agent/${ctx.project.id}/job`, headers, body });

    expect(answer.status).toBe(413);
  });

  test("is open to other names and to proxies: it has keys", async () => {
    const headers = { ...auth(), host: "docs.example.com", "x-forwarded-for": "203.0.113.1" };

    expect((await ask({ path: `/v2/agent/${ctx.project.id}/jobs`, headers })).status).toBe(200);
  });

  test.each(["/healthz", "/readyz"])("%s is well", async (path) => {
    expect((await ask({ path })).status).toBe(200);
  });
});

describe("the dashboard", () => {
  test("shows the project to its members, under a policy that runs the page's own scripts alone", async () => {
    const path = `/${ctx.organization.slug}/${ctx.project.domain}/jobs`;
    const pages = [await ask({ path, headers: { cookie } }), await ask({ path, headers: { cookie } })];
    const nonces = pages.map(
      ({ headers }) => /script-src 'self' 'nonce-([^']+)';/.exec(String(headers["content-security-policy"]))?.[1],
    );

    for (const [index, { status, headers, text }] of pages.entries()) {
      expect(status).toBe(200);
      expect(text).toContain(ctx.project.id);
      expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
      const inline = text.match(/<script(?![^>]* src=)[^>]*>/g) ?? [];
      expect(inline).not.toEqual([]);
      for (const tag of inline) expect(tag).toContain(`nonce="${nonces[index]}"`);
    }
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  test("redirects a person without a session to the sign-in page, and back to their destination", async () => {
    const { organization, project } = ctx;

    const answer = await ask({ path: `/${organization.slug}/${project.domain}/jobs?status=failed` });

    expect(answer.status).toBe(307);
    expect(answer.headers.location).toBe(
      `/sign-in?next=${encodeURIComponent(`/${organization.slug}/${project.domain}/jobs?status=failed`)}`,
    );
    expect(answer.text).not.toContain(ctx.project.id);
  });

  const SITE = "/[org]/[domain]";
  const addresses = pageAddresses();
  const nowhere = [
    ...addresses
      .filter((address) => address.startsWith(SITE))
      .map((address) => address.replace(SITE, "/nobody/nothing")),
    ...addresses.filter((address) => address.replace(SITE, "").includes("[")),
    `${SITE}/pulls/7`,
    `${SITE}/nothing`,
  ];

  test.each(nowhere)("says that nothing is at %s, with the request's id", async (pattern) => {
    const { organization, project } = ctx;
    const path = pattern.replace(SITE, `/${organization.slug}/${project.domain}`).replace(/\[\w+\]/, "unknown");

    const answer = await ask({ path, headers: { cookie } });

    expect(answer.status).toBe(404);
    expect(answer.text).toMatch(/Page not found|This invitation is no longer valid/);
    expect(answer.text).toContain(answer.headers["x-request-id"]);
  });

  test("a job of thousands of events is sent as its newest ones, and the rest comes when it is asked for", async () => {
    const { id } = await seedJob(ctx);
    const { organization, project } = ctx;
    const many = Array.from({ length: 5_000 }, (_, at) => ({
      jobId: id,
      seq: at + 10,
      type: "model.replied",
      data: {
        text: `Reply ${at}.`,
        toolCalls: 0,
        inputTokens: 1,
        cachedInputTokens: 0,
        outputTokens: 1,
        durationMs: 1,
      },
    }));
    await services.db.jobEvent.createMany({ data: many });

    const page = await ask({ path: `/${organization.slug}/${project.domain}/jobs/${id}?tab=raw`, headers: { cookie } });
    const input = encodeURIComponent(
      JSON.stringify({ org: organization.slug, domain: project.domain, id, beforeId: 4_710 }),
    );
    const earlier = await ask({ path: `/api/trpc/job.pastEvents?input=${input}`, headers: { cookie } });

    expect(page.text).toContain("Reply 4999.");
    expect(page.text).not.toContain("Reply 4000.");
    expect(page.text.length).toBeLessThan(500_000);
    expect(earlier.text).toContain("Reply 4699.");
    expect(earlier.text).toContain("Reply 4400.");
  });

  test("a page that fails names its request, under which the log says more", async () => {
    const path = `/${ctx.organization.slug}/${ctx.project.domain}/settings/webhooks`;

    await services.db.$executeRaw`ALTER TABLE "WebhookEndpoint" RENAME TO "WebhookAway"`;
    const answer = await ask({ path, headers: { cookie } });
    await services.db.$executeRaw`ALTER TABLE "WebhookAway" RENAME TO "WebhookEndpoint"`;

    expect(answer.text).toContain(`digest\\":\\"${answer.headers["x-request-id"]}`);
    expect(answer.text).not.toContain("WebhookEndpoint");
  });

  test.each(["/api/trpc/project.list", "/v2/../api/trpc/project.list"])(
    "reveals nothing at %s without a session, whatever headers are sent",
    async (path) => {
      const headers = { "x-docsteward-nonce": "mine", "content-security-policy": "script-src 'nonce-mine'" };

      const answer = await ask({ path, headers });

      expect(answer.text).not.toContain(ctx.project.id);
      expect(String(answer.headers["content-security-policy"])).not.toContain("mine");
    },
  );

  test("does not answer to a name that was pointed here", async () => {
    expect((await ask({ path: "/", headers: { host: "evil.example" } })).status).toBe(400);
  });

  test("changes nothing for another site", async () => {
    const { id } = await seedJob(ctx);
    const { organization, project } = ctx;
    const body = JSON.stringify({ org: organization.slug, domain: project.domain, id });
    const send = (origin: string) =>
      ask({
        method: "POST",
        path: "/api/trpc/job.archive",
        headers: { origin, cookie, "content-type": "application/json" },
        body,
      });

    expect((await send("https://evil.example")).status).toBe(403);
    expect(await services.db.job.findUnique({ where: { id } })).toMatchObject({ archivedAt: null });
    expect((await send(`http://localhost:${port}`)).status).toBe(200);
    expect(await services.db.job.findUnique({ where: { id } })).toMatchObject({ archivedAt: expect.any(Date) });
  });
});

describe("starting and stopping", () => {
  test("a port in use is one clear sentence", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const taken = (other.address() as AddressInfo).port;

    const { code, stderr } = await startWeb({ ...settings, PORT: String(taken) }).exited;
    other.close();

    expect(code).toBe(1);
    expect(stderr).toBe(
      `Port ${taken} on 127.0.0.1 is in use by another program. Stop that program, or set PORT to a free port.\n`,
    );
  });

  test("every wrong variable is named", async () => {
    const { code, stderr } = await startWeb({ ...settings, PORT: "many", LOG_LEVEL: "loud" }).exited;

    expect(code).toBe(1);
    expect(stderr).toContain("PORT");
    expect(stderr).toContain("LOG_LEVEL");
  });

  test("SIGTERM ends open event streams in order and the process with 0", async () => {
    const { id } = await seedJob(ctx);
    const own = startWeb(settings);
    const { port: ownPort } = await own.ready;
    const path = `/v2/agent/${ctx.project.id}/job/${id}/events`;
    const sent = request({ host: "127.0.0.1", port: ownPort, path, headers: auth() }).end();
    const [response] = await once(sent, "response");
    await once(response, "data");

    own.child.kill("SIGTERM");
    response.resume();
    await once(response, "end");

    expect(response.complete).toBe(true);
    expect((await own.exited).code).toBe(0);
  });

  test("it ends itself when its event loop stands still", async () => {
    const own = startWeb({ ...settings, SILENCE_SECONDS: "10" });
    await own.ready;

    // Its code is read through the debugger, which Node opens on SIGUSR1.
    own.child.kill("SIGUSR1");
    await expect.poll(own.said).toMatch(/ws:\S+/);
    const socket = new WebSocket(own.said().match(/ws:\S+/)?.[0] ?? "");
    await once(socket, "open");
    socket.send(JSON.stringify({ id: 1, method: "Runtime.evaluate", params: { expression: "for (;;);" } }));

    const { code, signal, stderr } = await own.exited;
    expect([code, signal]).toEqual([null, "SIGKILL"]);
    expect(stderr).toContain("docsteward-web is stopped: its event loop was blocked for 10 s\n");
  });

  test("it ends when its supervisor is gone", async () => {
    const own = startWeb(settings);
    await own.ready;

    own.child.disconnect();

    expect((await own.exited).code).toBe(0);
  });
});
