import { AgentJob } from "@docsteward/contract/job";
import { DEFAULT_LIMITS } from "@docsteward/contract/limits";
import { fixedClock } from "@docsteward/platform/clock";
import { seedKey, seedProject, type TestServicesOptions } from "@docsteward/services/testing";
import { describe, expect } from "vitest";
import { REMOTE_ADDRESS_HEADER } from "#server/http/request-headers.ts";
import { expectProblem } from "#testing/expect-problem.ts";
import { appTest, type Sent, send } from "#testing/test-app.ts";
import { POST } from "./route.ts";

const clock = fixedClock("2026-11-20T10:15:00.000Z");
const test = appTest()
  .extend("options", { scope: "file" }, (): TestServicesOptions => {
    const limits = { ...DEFAULT_LIMITS, agentPerHour: 3, promptCharacters: 50, bodyBytes: 2_000 };
    return { clock, limits };
  })
  .extend("ctx", ({ services }) => seedProject(services))
  .extend("key", async ({ ctx }) => (await seedKey(ctx)).token)
  .extend("create", ({ ctx, key }) => (sent: Partial<Sent> = {}) => {
    return send(POST, { params: { projectId: ctx.project.id }, key, body: { prompt: "Fix the typo" }, ...sent });
  })
  .extend("jobCount", ({ services, ctx }) => () => {
    return services.db.job.count({ where: { projectId: ctx.project.id } });
  })
  .extend("again", ({ create }) => (body: unknown = { prompt: "Fix the typo" }) => {
    return create({ body, headers: { "idempotency-key": "retry-1" } });
  });

describe("a good request", () => {
  test("makes an active job and says so", async ({ ctx, create, jobCount }) => {
    const response = await create();

    expect(response.status).toBe(200);
    const job = AgentJob.parse(await response.json());
    expect(job).toMatchObject({ status: "active", prLink: null, archivedAt: null, model: "offline" });
    expect(job.source).toEqual({ repository: ctx.project.repository, ref: "main" });
    expect(await jobCount()).toBe(1);
  });

  test("carries a request id, no-store and where the caller stands", async ({ create }) => {
    const { headers } = await create();

    expect(headers.get("x-request-id")).toMatch(/^req_[0-9A-Z]{26}$/);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("ratelimit-policy")).toBe('"agent-hour";q=3;w=3600');
    expect(headers.get("ratelimit")).toBe('"agent-hour";r=2;t=2700');
    expect(headers.get("access-control-allow-origin")).toBeNull();
  });

  test("may carry unknown fields", async ({ create }) => {
    const response = await create({ body: { prompt: "Fix it", id: "x", trigger: "submit" } });

    expect(response.status).toBe(200);
  });
});

describe("the key", () => {
  test.for([
    ["no header", undefined, "missing_key"],
    ["another scheme", { authorization: "Basic c3ZjXzE6" }, "missing_key"],
    ["no token", { authorization: "Bearer " }, "missing_key"],
    ["a wrong checksum", { authorization: `Bearer svc_${"a".repeat(38)}` }, "invalid_key"],
    ["not a key", { authorization: "Bearer hello" }, "invalid_key"],
  ] as const)("%s", async ([_, headers, code], { create }) => {
    const response = await create({ key: undefined, ...(headers && { headers }) });

    await expectProblem(response, code);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(response.headers.get("ratelimit")).toBeNull();
  });

  test("the scheme may be written in small letters", async ({ key, create }) => {
    const response = await create({ key: undefined, headers: { authorization: `bearer ${key}` } });

    expect(response.status).toBe(200);
  });

  test("of an assistant is the wrong kind", async ({ ctx, create }) => {
    const assistant = await seedKey(ctx, { kind: "assistant" });

    await expectProblem(await create({ key: assistant.token }), "wrong_key_type");
  });

  test("that may only read cannot create", async ({ ctx, create }) => {
    const reader = await seedKey(ctx, { scopes: ["read"] });

    await expectProblem(await create({ key: reader.token }), "insufficient_scope");
  });

  test("that was revoked or has expired", async ({ services, ctx, create }) => {
    const revoked = await seedKey(ctx);
    const expired = await seedKey(ctx);
    await services.db.apiKey.update({ where: { id: revoked.id }, data: { revokedAt: new Date(0) } });
    await services.db.apiKey.update({ where: { id: expired.id }, data: { expiresAt: new Date(0) } });

    await expectProblem(await create({ key: revoked.token }), "revoked_key");
    await expectProblem(await create({ key: expired.token }), "expired_key");
  });

  test("that is bound to addresses opens nothing from others", async ({ ctx, create }) => {
    const bound = await seedKey(ctx, { allowedIps: ["10.0.0.0/8"] });
    const from = (address: string) => create({ key: bound.token, headers: { [REMOTE_ADDRESS_HEADER]: address } });

    expect((await from("10.1.2.3")).status).toBe(200);
    await expectProblem(await from("192.168.1.1"), "ip_not_allowed");
  });
});

describe("the project", () => {
  test("of another organization and one that does not exist look the same", async ({ services, create }) => {
    const theirs = await seedProject(services);
    const other = await expectProblem(await create({ params: { projectId: theirs.project.id } }), "not_found");
    const unknown = await expectProblem(await create({ params: { projectId: "prj_unknown" } }), "not_found");

    expect({ ...other, requestId: "" }).toEqual({ ...unknown, requestId: "" });
  });

  test("may be any of the key's organization", async ({ services, ctx, create }) => {
    const sibling = await seedProject(services, { organizationId: ctx.project.organizationId });

    expect((await create({ params: { projectId: sibling.project.id } })).status).toBe(200);
  });
});

describe("the body", () => {
  test.for([
    ["nothing", "", "invalid_json"],
    ["broken JSON", "{", "invalid_json"],
    ["no object", "[]", "invalid_request"],
    ["no prompt", {}, "invalid_request"],
    ["an empty prompt", { prompt: "" }, "invalid_request"],
    ["a blank prompt", { prompt: " \n " }, "invalid_request"],
    ["a prompt that is no text", { prompt: 5 }, "invalid_request"],
    ["a prompt with NUL", { prompt: "a\u0000b" }, "invalid_request"],
    ["half a surrogate pair", '{"prompt":"\\ud800"}', "invalid_request"],
    ["a prompt that is too long", { prompt: "x".repeat(51) }, "invalid_request"],
    ["a body that is too large", { prompt: "x".repeat(2_000) }, "payload_too_large"],
  ] as const)("%s", async ([_, body, code], { create, jobCount }) => {
    await expectProblem(await create({ body }), code);
    expect(await jobCount()).toBe(0);
  });

  test("faults are named by field, in one plain sentence", async ({ create }) => {
    const problem = await expectProblem(await create({ body: { prompt: "" } }), "invalid_request");

    expect(problem.error).toBe("Prompt must not be empty.");
    expect(problem.detail).toBe(problem.error);
    expect(problem.details?.[0]).toEqual({ path: "prompt", message: "Prompt must not be empty." });
  });

  test("must be called JSON", async ({ create }) => {
    await expectProblem(await create({ headers: { "content-type": "text/plain" } }), "unsupported_media_type");
  });

  test("is not looked at before the key and the project", async ({ create }) => {
    await expectProblem(await create({ body: "{", key: undefined }), "missing_key");
    await expectProblem(await create({ body: "{", params: { projectId: "prj_unknown" } }), "not_found");
  });

  test("that was refused does not count", async ({ create }) => {
    await create({ body: { prompt: "" } });
    await create({ body: { prompt: "x".repeat(51) } });

    expect((await create()).headers.get("ratelimit")).toContain("r=2;");
  });
});

describe("Idempotency-Key", () => {
  test("a repeated request gives the first one's job, marked, and does not count", async ({ jobCount, again }) => {
    const first = AgentJob.parse(await (await again()).json());
    const response = await again();

    expect(AgentJob.parse(await response.json()).id).toBe(first.id);
    expect(response.headers.get("idempotency-replayed")).toBe("true");
    expect(response.headers.get("ratelimit")).toContain("r=2;");
    expect(await jobCount()).toBe(1);
  });

  test("another body under the same key is refused", async ({ again }) => {
    await again();

    await expectProblem(await again({ prompt: "Something else" }), "idempotency_mismatch");
  });

  test("a repeated request is answered also when the limit is used up, and under a new key it is not", async ({
    create,
    jobCount,
    again,
  }) => {
    const first = AgentJob.parse(await (await again()).json());
    await create();
    await create();
    const response = await again();

    expect(AgentJob.parse(await response.json()).id).toBe(first.id);
    expect(response.headers.get("idempotency-replayed")).toBe("true");
    expect(response.headers.get("ratelimit")).toContain("r=0;");
    await expectProblem(await create({ headers: { "idempotency-key": "retry-2" } }), "rate_limited");
    await expectProblem(await again({ prompt: "Something else" }), "idempotency_mismatch");
    expect(await jobCount()).toBe(3);
  });

  test("two concurrent ones make one job", async ({ jobCount, again }) => {
    const responses = await Promise.all([again(), again()]);

    expect(await jobCount()).toBe(1);
    expect(responses.some(({ status }) => status === 200)).toBe(true);
    for (const { status } of responses) expect([200, 409]).toContain(status);
  });

  test.for(["", "x".repeat(256), "with space", "schlüssel"])("%j is not a key", async (text, { create }) => {
    await expectProblem(await create({ headers: { "idempotency-key": text } }), "invalid_request");
  });
});

describe("the limit", () => {
  test("refuses the request above it with when to come back", async ({ create, jobCount }) => {
    for (let count = 0; count < 3; count++) expect((await create()).status).toBe(200);
    const response = await create();

    const problem = await expectProblem(response, "rate_limited");
    expect(problem["violated-policies"]).toEqual(["agent-hour"]);
    expect(response.headers.get("retry-after")).toBe("2700");
    expect(response.headers.get("ratelimit")).toBe('"agent-hour";r=0;t=2700');
    expect(await jobCount()).toBe(3);
  });

  test("is one project's alone", async ({ services, ctx, create }) => {
    for (let count = 0; count < 4; count++) await create();
    const sibling = await seedProject(services, { organizationId: ctx.project.organizationId });

    expect((await create({ params: { projectId: sibling.project.id } })).status).toBe(200);
  });
});
