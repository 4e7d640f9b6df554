import { AgentJob } from "@docsteward/contract/job";
import { seedJob, seedKey, seedProject } from "@docsteward/services/testing";
import { describe, expect } from "vitest";
import { expectProblem } from "#testing/expect-problem.ts";
import { appTest, send } from "#testing/test-app.ts";
import { POST as archive } from "./archive/route.ts";
import { POST as cancel } from "./cancel/route.ts";
import { POST as message } from "./message/route.ts";
import { GET, HEAD } from "./route.ts";
import { POST as unarchive } from "./unarchive/route.ts";

const test = appTest()
  .extend("ctx", ({ services }) => seedProject(services))
  .extend("key", async ({ ctx }) => (await seedKey(ctx)).token)
  .extend("params", ({ ctx }) => (id: string) => {
    return { projectId: ctx.project.id, id };
  })
  .extend("get", ({ key, params }) => (id: string) => {
    return send(GET, { params: params(id), key });
  })
  .extend("post", ({ key, params }) => (route: typeof archive, id: string) => {
    return send(route, { method: "POST", params: params(id), key });
  })
  .extend("say", ({ key, params }) => (id: string, prompt = "And the title", headers = {}) => {
    return send(message, { params: params(id), key, body: { prompt }, headers });
  });

const read = async (response: Response) => {
  expect(response.status).toBe(200);
  return AgentJob.parse(await response.json());
};

describe("reading", () => {
  test("gives the job as it stands", async ({ ctx, get }) => {
    const { id } = await seedJob(ctx, { status: "completed", prLink: "http://localhost/acme/docs/pulls/1" });

    expect(await read(await get(id))).toMatchObject({
      status: "completed",
      prLink: "http://localhost/acme/docs/pulls/1",
    });
  });

  test("keeps the link of its pull request while a follow-up works", async ({ ctx, get }) => {
    const { id } = await seedJob(ctx, { status: "active", prLink: "http://localhost/acme/docs/pulls/1" });

    expect(await read(await get(id))).toMatchObject({ status: "active", prLink: "http://localhost/acme/docs/pulls/1" });
  });

  test("needs only the scope to read, and counts against no limit", async ({ ctx, params }) => {
    const { id } = await seedJob(ctx);
    const reader = await seedKey(ctx, { scopes: ["read"] });

    const response = await send(GET, { params: params(id), key: reader.token });

    expect(response.status).toBe(200);
    expect(response.headers.get("ratelimit")).toBeNull();
  });

  test("HEAD tells the same without the body", async ({ ctx, key, params }) => {
    const { id } = await seedJob(ctx);

    const response = await send(HEAD, { method: "HEAD", params: params(id), key });

    expect(response.status).toBe(200);
    expect(await response.text()).toBe("");
  });
});

describe("a job that is not there", () => {
  test("another project's, another organization's and an unknown one look the same", async ({ services, ctx, get }) => {
    const sibling = await seedProject(services, { organizationId: ctx.project.organizationId });
    const stranger = await seedProject(services);
    const ids = [(await seedJob(sibling)).id, (await seedJob(stranger)).id, "job_unknown"];

    const problems = await Promise.all(ids.map(async (id) => expectProblem(await get(id), "not_found")));

    const [first, ...others] = problems.map((problem) => ({ ...problem, requestId: "" }));
    for (const other of others) expect(other).toEqual(first);
  });

  test.for([archive, unarchive, cancel])("cannot be changed", async (route, { services, post }) => {
    const { id } = await seedJob(await seedProject(services));

    await expectProblem(await post(route, id), "not_found");
  });

  test("takes no message", async ({ services, say }) => {
    const { id } = await seedJob(await seedProject(services));

    await expectProblem(await say(id), "not_found");
    expect(await services.db.jobMessage.count({ where: { jobId: id } })).toBe(1);
  });
});

describe("a follow-up", () => {
  test.for(["active", "completed", "failed"] as const)(
    "to a job that is %s makes it active",
    async (status, { services, ctx, say }) => {
      const { id } = await seedJob(ctx, { status });

      expect(await read(await say(id))).toMatchObject({ id, status: "active", prLink: null });
      expect(await services.db.jobMessage.count({ where: { jobId: id } })).toBe(2);
    },
  );

  test("to an archived job is refused and does not count", async ({ ctx, say }) => {
    const { id } = await seedJob(ctx, { status: "completed", archivedAt: new Date() });

    const response = await say(id);

    await expectProblem(response, "job_archived");
    expect(response.headers.get("ratelimit")).toContain("r=100;");
  });

  test("shares its limit with creating jobs", async ({ ctx, say }) => {
    const { id } = await seedJob(ctx);

    expect((await say(id)).headers.get("ratelimit")).toContain('"agent-hour";r=99;');
  });

  test("repeated under one Idempotency-Key is stored once", async ({ services, ctx, say }) => {
    const { id } = await seedJob(ctx);
    await say(id, "Once", { "idempotency-key": "k1" });

    const response = await say(id, "Once", { "idempotency-key": "k1" });

    expect(response.headers.get("idempotency-replayed")).toBe("true");
    expect(await services.db.jobMessage.count({ where: { jobId: id } })).toBe(2);
  });

  test.for([
    ["an empty prompt", { prompt: "" }, "invalid_request"],
    ["broken JSON", "{", "invalid_json"],
  ] as const)("with %s is refused", async ([_, body, code], { ctx, key, params }) => {
    const { id } = await seedJob(ctx);

    await expectProblem(await send(message, { params: params(id), key, body }), code);
  });

  test("needs the scope to write", async ({ ctx, params }) => {
    const { id } = await seedJob(ctx);
    const reader = await seedKey(ctx, { scopes: ["read"] });
    const response = await send(message, { params: params(id), key: reader.token, body: { prompt: "x" } });

    await expectProblem(response, "insufficient_scope");
  });
});

describe("archive, unarchive and cancel", () => {
  test("archiving keeps the status and may be repeated", async ({ ctx, post }) => {
    const { id } = await seedJob(ctx, { status: "completed" });

    const first = await read(await post(archive, id));
    const second = await read(await post(archive, id));

    expect(first).toMatchObject({ status: "completed", archivedAt: expect.any(String) });
    expect(second.archivedAt).toBe(first.archivedAt);
    expect(await read(await post(unarchive, id))).toMatchObject({ archivedAt: null });
  });

  test("a body is not needed, and one that comes is not read", async ({ ctx, key, params }) => {
    const { id } = await seedJob(ctx);

    const response = await send(archive, { params: params(id), key, body: "not json" });

    expect(response.status).toBe(200);
  });

  test("cancelling ends an active job; one that has ended is refused", async ({ ctx, post }) => {
    const { id } = await seedJob(ctx);

    expect(await read(await post(cancel, id))).toMatchObject({ status: "failed", prLink: null });
    await expectProblem(await post(cancel, id), "job_not_cancellable");
  });
});
