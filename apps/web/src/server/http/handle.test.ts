import { AppError } from "@docsteward/contract/error";
import { ASSISTANT_LIMITS } from "@docsteward/contract/limits";
import { defineOperation } from "@docsteward/contract/operation";
import { fixedClock } from "@docsteward/platform/clock";
import { listDeprecatedCalls } from "@docsteward/services/key/deprecated-calls";
import { revokeKey } from "@docsteward/services/key/key";
import { seedKey, seedProject } from "@docsteward/services/testing";
import { describe, expect } from "vitest";
import { z } from "zod";
import { expectProblem } from "../../testing/expect-problem.ts";
import { appTest, type Sent, send } from "../../testing/test-app.ts";
import { endpoint } from "./endpoint.ts";
import { handle } from "./handle.ts";
import { REMOTE_ADDRESS_HEADER } from "./request-headers.ts";

const operation = defineOperation({
  id: "ask",
  method: "POST",
  path: "/discovery/v1/ask/{domain}",
  summary: "Ask",
  description: "Says what was asked.",
  auth: "assistant",
  scope: "read",
  limits: ASSISTANT_LIMITS,
  idempotency: null,
  params: z.object({ domain: z.string() }),
  query: z.object({}),
  body: z.object({ question: z.enum(["ok", "refuse", "fail", "stream", "own stream", "away"]) }),
  response: z.object({ project: z.string() }),
  produces: "ui-message-stream",
  deprecated: { sinceSeconds: 1_773_014_400, successor: "/discovery/v2/ask/{domain}" },
});

const { POST, OPTIONS, PUT } = endpoint({
  POST: handle(operation, async ({ ctx, body }) => {
    if (body.question === "refuse") throw new AppError("conflict", "Not now.");
    if (body.question === "fail") throw new Error("a bug");
    if (body.question === "away") return new Response("away", { status: 502 });
    if (body.question === "stream") return new Response("data: 1\n\n", { headers: { "Cache-Control": "no-store" } });
    if (body.question === "own stream")
      return new Response("data: 1\n\n", { headers: { "Cache-Control": "no-cache, no-transform" } });
    return { project: ctx.project.id };
  }),
});

const ORIGIN = "https://docs.acme.test";
const clock = fixedClock("2026-11-20T10:15:00.000Z");
let addresses = 0;
const test = appTest({ clock, baseUrl: "https://docsteward.test", v1Sunset: new Date("2027-03-31") })
  .extend("ctx", ({ services }) => seedProject(services))
  .extend("key", { auto: true }, ({ ctx }) => seedKey(ctx, { kind: "assistant", allowedOrigins: [ORIGIN] }))
  .extend("ask", ({ ctx, key }) => (question: Question, { headers, ...sent }: Partial<Sent> = {}) => {
    return send(POST, {
      params: { domain: ctx.project.domain },
      key: key.token,
      body: { question },
      headers: { [REMOTE_ADDRESS_HEADER]: `198.51.100.${addresses}`, ...headers },
      ...sent,
    });
  });
test.beforeEach(() => {
  addresses += 1;
});

type Question = z.infer<typeof operation.body>["question"];
const from = (origin: string) => ({ headers: { origin } });
const preflight = (domain: string, origin = ORIGIN) =>
  send(OPTIONS, {
    method: "OPTIONS",
    params: { domain },
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,x-own",
    },
  });

describe("an operation of the assistant", () => {
  test("finds the project by its domain, and counts against the limits of key, organization and address", async ({
    ctx,
    ask,
  }) => {
    const response = await ask("ok");

    expect(await response.json()).toEqual({ project: ctx.project.id });
    expect(response.headers.get("ratelimit")).toBe(
      '"key-month";r=9999;t=913500, "org-hour";r=9999;t=2700, "ip-day";r=9999;t=49500',
    );
  });

  test("hides a domain of another project, of the same organization too, like one that does not exist", async ({
    services,
    ctx,
    ask,
  }) => {
    const sibling = await seedProject(services, { organizationId: ctx.project.organizationId });
    const stranger = await seedProject(services);
    const domains = [sibling.project.domain, stranger.project.domain, "nowhere", "no\0where"];

    const problems = await Promise.all(
      domains.map(async (domain) => expectProblem(await ask("ok", { params: { domain } }), "not_found")),
    );

    for (const problem of problems) expect({ ...problem, requestId: "" }).toEqual({ ...problems[0], requestId: "" });
  });

  test.for([
    ["refuse", 409],
    ["fail", 500],
    ["away", 502],
  ] as const)("that ends in %s is given back", async ([question, status], { ask }) => {
    const response = await ask(question);

    expect(response.status).toBe(status);
    expect(response.headers.get("ratelimit")).toContain('"key-month";r=10000;');
    expect((await ask("ok")).headers.get("ratelimit")).toContain('"key-month";r=9999;');
  });

  test("prevents the compression of its stream", async ({ ask }) => {
    expect((await ask("stream")).headers.get("cache-control")).toBe("no-store, no-transform");
  });

  test("leaves a stream the header that keeps others from it already", async ({ ask }) => {
    expect((await ask("own stream")).headers.get("cache-control")).toBe("no-cache, no-transform");
  });
});

describe("a page of another website", () => {
  test("that the key lists may read the answer and its headers, without cookies", async ({ ask }) => {
    const { headers } = await ask("ok", from(ORIGIN));

    expect(headers.get("access-control-allow-origin")).toBe(ORIGIN);
    expect(headers.get("access-control-expose-headers")).toContain("X-Thread-Id, X-Request-Id, RateLimit");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    expect(headers.get("vary")).toBe("Origin");
  });

  test("may read refusals, too", async ({ ctx, ask }) => {
    const missing = await ask("ok", { ...from(ORIGIN), key: undefined });
    const failed = await ask("fail", from(ORIGIN));
    const method = await send(PUT, {
      method: "PUT",
      params: { domain: ctx.project.domain },
      headers: { origin: ORIGIN },
    });

    for (const response of [missing, failed, method]) {
      expect(response.headers.get("access-control-allow-origin")).toBe(ORIGIN);
    }
  });

  test("that is not listed is refused and reads nothing", async ({ ask }) => {
    const response = await ask("ok", from("https://evil.test"));

    await expectProblem(response, "origin_not_allowed");
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
    expect(response.headers.get("vary")).toBe("Origin");
  });

  test("is refused by a key without websites, whose site lists it elsewhere, with words it can read", async ({
    ctx,
    ask,
  }) => {
    const server = await seedKey(ctx, { kind: "assistant" });

    const response = await ask("ok", { ...from(ORIGIN), key: server.token });

    expect(response.headers.get("access-control-allow-origin")).toBe(ORIGIN);
    await expectProblem(response, "origin_not_allowed");
    expect((await ask("ok", { key: server.token })).status).toBe(200);
  });

  test("on this machine counts as listed in development only", async ({ services, ask }) => {
    const local = from("http://localhost:5173");

    await expectProblem(await ask("ok", local), "origin_not_allowed");
    services.baseUrl = "http://localhost:3000";
    const response = await ask("ok", local);
    services.baseUrl = "https://docsteward.test";

    expect(response.headers.get("access-control-allow-origin")).toBe("http://localhost:5173");
  });
});

describe("a preflight", () => {
  test("lets listed websites send what they like", async ({ ctx }) => {
    const { status, headers } = await preflight(ctx.project.domain);

    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe(ORIGIN);
    expect(headers.get("access-control-allow-methods")).toBe("POST, OPTIONS");
    expect(headers.get("access-control-allow-headers")).toBe("authorization,x-own");
    expect(headers.get("access-control-max-age")).toBe("600");
  });

  test("of another website looks like one for a site that does not exist", async ({ ctx }) => {
    const seen = async (response: Promise<Response>) =>
      [...(await response).headers].filter(([name]) => name !== "x-request-id");

    const known = await seen(preflight(ctx.project.domain, "https://evil.test"));

    expect(known).toEqual(await seen(preflight("nowhere")));
    expect(known.map(([name]) => name)).not.toContain("access-control-allow-origin");
  });

  test("stops when the last key that lists the website ends", async ({ ctx, key }) => {
    await preflight(ctx.project.domain);

    await revokeKey(ctx, { id: key.id });

    expect((await preflight(ctx.project.domain)).headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("an operation that will go", () => {
  test("says so in every answer, with what replaces it", async ({ ctx, ask }) => {
    for (const response of [await ask("ok"), await ask("ok", { key: undefined })]) {
      expect(response.headers.get("deprecation")).toBe("@1773014400");
      expect(response.headers.get("sunset")).toBe("Wed, 31 Mar 2027 00:00:00 GMT");
      expect(response.headers.get("link")).toContain(
        `<https://docsteward.test/discovery/v2/ask/${ctx.project.domain}>; rel="successor-version"`,
      );
    }
  });

  test("is counted a key and day", async ({ ctx, key, ask }) => {
    await ask("ok");
    await ask("refuse");
    await ask("ok", { key: undefined });

    await expect
      .poll(() => listDeprecatedCalls(ctx, { keyIds: [key.id] }))
      .toEqual([{ keyId: key.id, operation: "ask", count: 2, lastDay: new Date("2026-11-20") }]);
  });
});
