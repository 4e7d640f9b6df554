import { createHmac } from "node:crypto";
import { startTestGitHub, type TestGitHub } from "@docsteward/git/testing-github";
import { createGitHubApps } from "@docsteward/services/github-app/apps";
import { listenToEvents } from "@docsteward/services/github-event/testing-events";
import type { TestServices } from "@docsteward/services/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { provideServices } from "#server/services.ts";
import { openTestApp } from "#testing/test-app.ts";
import { GET, POST } from "./route.ts";

const params = { params: Promise.resolve({}) };
const PUSH = JSON.stringify({ ref: "refs/heads/main", repository: { id: 1, full_name: "acme/docs" } });

let at: TestGitHub;
let services: TestServices;
beforeAll(async () => {
  at = await startTestGitHub();
  services = await openTestApp({ gitHubApp: at.config });
});
afterAll(async () => {
  await services.close();
  await at.close();
});

type Sent = { body?: string; id?: string; event?: string; signature?: string };

function deliver({ body = PUSH, id = crypto.randomUUID(), event = "push", signature }: Sent = {}) {
  const signed = `sha256=${createHmac("sha256", at.app.webhookSecret).update(body).digest("hex")}`;
  const headers = { "x-github-delivery": id, "x-github-event": event, "x-hub-signature-256": signature ?? signed };
  return POST(new Request("http://localhost/api/github/webhooks", { method: "POST", headers, body }), params);
}

const read = async (answering: Promise<Response>) => {
  const response = await answering;
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const stored = () => services.db.gitHubDelivery.count();

test("accepts an event once, whatever id it comes under", async () => {
  const before = await stored();

  expect(await read(deliver({ id: "one" }))).toEqual({ status: 202, body: { status: "accepted" } });
  expect(await read(deliver({ id: "one" }))).toEqual({ status: 202, body: { status: "repeated" } });
  expect(await read(deliver({ id: "two" }))).toEqual({ status: 202, body: { status: "repeated" } });

  expect(await stored()).toBe(before + 1);
});

test("accepts what the forge itself signs and sends, over HTTP", async () => {
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

test.each([
  ["none", ""],
  ["another secret's", `sha256=${"0".repeat(64)}`],
  ["SHA-1", "sha1=0000000000000000000000000000000000000000"],
  ["half a", "sha256=abc"],
])("refuses an event with %s signature", async (_name, signature) => {
  const before = await stored();

  const refused = await read(deliver({ signature, body: '{"a":1}' }));

  expect(refused).toMatchObject({ status: 401, body: { code: "invalid_signature" } });
  expect(await stored()).toBe(before);
});

test("refuses a body that was changed after it was signed", async () => {
  const signature = `sha256=${createHmac("sha256", at.app.webhookSecret).update(PUSH).digest("hex")}`;

  expect((await deliver({ body: `${PUSH} `, signature })).status).toBe(401);
});

test.each([
  ["ping", "{}"],
  ["star", '{"action":"created"}'],
  ["push", '{"ref":"refs/tags/v1","repository":{"id":1,"full_name":"acme/docs"}}'],
  ["push", '{"unexpected":true}'],
  ["issue_comment", '{"action":"deleted"}'],
])("lets the event %s %s be", async (event, body) => {
  const before = await stored();

  expect(await read(deliver({ event, body }))).toEqual({ status: 202, body: { status: "ignored" } });
  expect(await stored()).toBe(before);
});

test("refuses what is no event, and what is too large", async () => {
  expect(await read(deliver({ body: "not json" }))).toMatchObject({ status: 400, body: { code: "invalid_json" } });
  expect(await read(deliver({ id: "an id\twith a tab" }))).toMatchObject({ status: 400 });
  expect(await read(deliver({ body: " ".repeat(5_000_001) }))).toMatchObject({ status: 413 });
  expect((await GET(new Request("http://localhost/api/github/webhooks"), params)).status).toBe(405);
});

test("says what is missing without an App, and without its secret", async () => {
  const { db, clock, memory, keySecret } = services;
  const apps = (configured: TestGitHub["config"] | null) =>
    createGitHubApps({ db, clock, memory, keySecret, configured, apiUrl: at.forge.apiUrl });
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
