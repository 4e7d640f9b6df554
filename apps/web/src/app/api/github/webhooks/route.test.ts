import { createHmac } from "node:crypto";
import { startTestGitHub, type TestGitHub } from "@docsteward/git/testing-github";
import { createGitHubApps } from "@docsteward/services/github-app/apps";
import { listenToEvents } from "@docsteward/services/github-event/testing-events";
import type { TestServicesOptions } from "@docsteward/services/testing";
import { untilEnd } from "@docsteward/services/testing-fixtures";
import { expect } from "vitest";
import { provideServices } from "#server/services.ts";
import { appTest } from "#testing/test-app.ts";
import { GET, POST } from "./route.ts";

const params = { params: Promise.resolve({}) };
const PUSH = JSON.stringify({ ref: "refs/heads/main", repository: { id: 1, full_name: "acme/docs" } });

const test = appTest()
  .extend("at", { scope: "file" }, untilEnd(startTestGitHub))
  .extend("options", { scope: "file" }, ({ at }): TestServicesOptions => ({ gitHubApp: at.config }))
  .extend(
    "deliver",
    { scope: "file" },
    ({ at }) =>
      ({ body = PUSH, id = crypto.randomUUID(), event = "push", signature }: Sent = {}) => {
        const signed = `sha256=${createHmac("sha256", at.app.webhookSecret).update(body).digest("hex")}`;
        const headers = {
          "x-github-delivery": id,
          "x-github-event": event,
          "x-hub-signature-256": signature ?? signed,
        };
        return POST(new Request("http://localhost/api/github/webhooks", { method: "POST", headers, body }), params);
      },
  )
  .extend("stored", { scope: "file" }, ({ services }) => () => {
    return services.db.gitHubDelivery.count();
  });

type Sent = { body?: string; id?: string; event?: string; signature?: string };

const read = async (answering: Promise<Response>) => {
  const response = await answering;
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

test("accepts an event once, whatever id it comes under", async ({ deliver, stored }) => {
  const before = await stored();

  expect(await read(deliver({ id: "one" }))).toEqual({ status: 202, body: { status: "accepted" } });
  expect(await read(deliver({ id: "one" }))).toEqual({ status: 202, body: { status: "repeated" } });
  expect(await read(deliver({ id: "two" }))).toEqual({ status: 202, body: { status: "repeated" } });

  expect(await stored()).toBe(before + 1);
});

test("accepts what the forge itself signs and sends, over HTTP", async ({ at, services }) => {
  await using listener = await listenToEvents((request) => POST(request, params));
  at.app.webhookUrl = listener.url;

  await at.repository.commit({ "docs.md": "# Größe 日本語\n" }, { message: "Größe 日本語", by: "ada" });
  await at.forge.delivered();
  at.app.webhookUrl = null;

  expect(listener.statuses).toEqual([202]);
  expect(await services.db.gitHubDelivery.findFirst({ where: { id: at.forge.deliveries.at(-1)?.guid } })).toMatchObject(
    {
      event: "push",
      facts: { kind: "push", branch: "main", repository: { id: String(at.repository.id), fullName: "acme/docs" } },
    },
  );
});

test.for([
  ["none", ""],
  ["another secret's", `sha256=${"0".repeat(64)}`],
  ["SHA-1", "sha1=0000000000000000000000000000000000000000"],
  ["half a", "sha256=abc"],
] as const)("refuses an event with %s signature", async ([_name, signature], { deliver, stored }) => {
  const before = await stored();

  const refused = await read(deliver({ signature, body: '{"a":1}' }));

  expect(refused).toMatchObject({ status: 401, body: { code: "invalid_signature" } });
  expect(await stored()).toBe(before);
});

test("refuses a body that was changed after it was signed", async ({ at, deliver }) => {
  const signature = `sha256=${createHmac("sha256", at.app.webhookSecret).update(PUSH).digest("hex")}`;

  expect((await deliver({ body: `${PUSH} `, signature })).status).toBe(401);
});

test.for([
  ["ping", "{}"],
  ["star", '{"action":"created"}'],
  ["push", '{"ref":"refs/tags/v1","repository":{"id":1,"full_name":"acme/docs"}}'],
  ["push", '{"unexpected":true}'],
  ["issue_comment", '{"action":"deleted"}'],
] as const)("lets the event %s %s be", async ([event, body], { deliver, stored }) => {
  const before = await stored();

  expect(await read(deliver({ event, body }))).toEqual({ status: 202, body: { status: "ignored" } });
  expect(await stored()).toBe(before);
});

test("refuses what is no event, and what is too large", async ({ deliver }) => {
  expect(await read(deliver({ body: "not json" }))).toMatchObject({ status: 400, body: { code: "invalid_json" } });
  expect(await read(deliver({ id: "an id\twith a tab" }))).toMatchObject({ status: 400 });
  expect(await read(deliver({ body: " ".repeat(5_000_001) }))).toMatchObject({ status: 413 });
  expect((await GET(new Request("http://localhost/api/github/webhooks"), params)).status).toBe(405);
});

test("says what is missing without an App, and without its secret", async ({ at, services, deliver }) => {
  const { db, clock, memory } = services;
  const apps = (configured: TestGitHub["config"] | null) =>
    createGitHubApps({ db, clock, memory, secrets: services, configured, apiUrl: at.forge.apiUrl });
  try {
    provideServices({ ...services, github: apps(null) });
    expect(await read(deliver())).toMatchObject({
      status: 404,
      body: { error: expect.stringContaining("Connect a GitHub App") },
    });
    provideServices({ ...services, github: apps({ ...at.config, webhookSecret: null }) });
    expect(await read(deliver())).toMatchObject({
      status: 503,
      body: { error: expect.stringContaining("GITHUB_WEBHOOK_SECRET") },
    });
  } finally {
    provideServices(services);
  }
});
