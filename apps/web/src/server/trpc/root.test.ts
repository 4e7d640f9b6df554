import type { JobEventMessage } from "@docsteward/contract/job-event";
import { sendMessage } from "@docsteward/services/job/send-message";
import { cancelJob } from "@docsteward/services/job/stop";
import { seedJob, seedMember, seedProject, seedSession } from "@docsteward/services/testing";
import { isTrackedEnvelope } from "@trpc/server";
import { describe, expect } from "vitest";
import { GET, POST } from "../../app/api/trpc/[trpc]/route.ts";
import { appProjectTest, projectPath, signedInCaller } from "../../testing/test-app.ts";
import { MAX_MUTATIONS } from "./max-batch.ts";

const test = appProjectTest()
  .extend("site", { scope: "file" }, ({ ctx }) => projectPath(ctx))
  .extend("caller", { scope: "file" }, ({ services }) => (signal?: AbortSignal) => {
    return signedInCaller(services, { signal });
  })
  .extend("signIn", { scope: "file" }, ({ services }) => async () => {
    return seedSession(services, { userId: (await seedMember(services)).id });
  });

test("lists projects with what their rows show", async ({ ctx, site, caller }) => {
  expect(await caller().project.list()).toContainEqual(
    expect.objectContaining({ id: ctx.project.id, ...site, repository: ctx.project.repository, ref: "main" }),
  );
});

test("a project is found only under its own organization", async ({ services, site, caller }) => {
  const other = await seedProject(services);
  const mixed = { org: other.organization.slug, domain: site.domain };

  await expect(caller().project.get(mixed)).rejects.toMatchObject({ cause: { code: "not_found" } });
});

test("every job procedure hides another project's job", async ({ services, site, caller }) => {
  const { id } = await seedJob(await seedProject(services));
  const input = { ...site, id };
  const { job } = caller();

  const calls = {
    get: () => job.get(input),
    neighbours: () => job.neighbours(input),
    retry: () => job.retry(input),
    pastEvents: () => job.pastEvents(input),
    sendMessage: () => job.sendMessage({ ...input, prompt: "x" }),
    cancel: () => job.cancel(input),
    archive: () => job.archive(input),
    unarchive: () => job.unarchive(input),
  };

  for (const [name, call] of Object.entries(calls)) {
    await expect(call(), name).rejects.toMatchObject({ cause: { code: "not_found" } });
  }
  const events = await job.events({ ...input, lastEventId: "0" });
  await expect(events[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: "not_found" });
});

test("the list filters by status and archive", async ({ ctx, site, caller }) => {
  const { id } = await seedJob(ctx, { status: "completed" });
  const archived = await seedJob(ctx, { archivedAt: new Date() });
  const ids = async (filter: { status?: "completed"; archived: boolean }) =>
    (await caller().job.list({ ...site, ...filter })).jobs.map((job) => job.id);

  expect(await ids({ status: "completed", archived: false })).toEqual([id]);
  expect(await ids({ archived: true })).toEqual([archived.id]);
});

describe("live events", () => {
  test("go on over the end of a round, numbered for resuming", async ({ ctx, site, caller }) => {
    const { id } = await seedJob(ctx);
    const page = new AbortController();
    const events = await caller(page.signal).job.events({ ...site, id, lastEventId: "1" });
    const types: string[] = [];

    await cancelJob(ctx, { id });
    for await (const envelope of events) {
      if (!isTrackedEnvelope<JobEventMessage>(envelope)) throw new Error("An event has no id to resume from");
      const [eventId, { type }] = envelope;
      types.push(`${eventId} ${type}`);
      if (type === "job.failed") await sendMessage(ctx, { id, prompt: "Again" });
      else page.abort();
    }

    expect(types).toEqual(["2 job.failed", "3 message.received"]);
  });
});

describe("over HTTP", () => {
  test("an error has the words and code of the API, and nothing of the inside", async ({ site, signIn }) => {
    const input = encodeURIComponent(JSON.stringify({ ...site, id: "job_unknown" }));
    const headers = { cookie: await signIn() };

    const response = await GET(new Request(`http://localhost/api/trpc/job.get?input=${input}`, { headers }));
    const { error } = await response.json();

    expect(response.status).toBe(404);
    expect(error.message).toBe("Job not found.");
    expect(error.data.problem).toMatchObject({ code: "not_found", requestId: expect.stringMatching(/^req_/) });
    expect(JSON.stringify(error)).not.toContain("/src/");
  });

  describe("what is no call is refused as the caller's fault:", () => {
    const at = (path: string, init?: RequestInit) => new Request(`http://localhost/api/trpc/${path}`, init);
    const sent = (body: string, type = "application/json") =>
      at("session.signIn", { method: "POST", headers: { "content-type": type }, body });
    const changes = (count: number) => {
      const names = Array<string>(count).fill("session.signOut").join(",");
      const headers = { "content-type": "application/json" };
      return at(`${names}?batch=1`, { method: "POST", headers, body: "{}" });
    };
    const many = Array<string>(1_000).fill("setup.isNeeded").join(",");

    test.each<[string, number, string, () => Request]>([
      ["an unknown procedure", 404, "not_found", () => at("nope")],
      ["a change that is asked for by GET", 405, "method_not_allowed", () => at("session.signOut")],
      ["a question that is no JSON", 400, "invalid_json", () => at("setup.look?input=%7B")],
      ["a thousand queries in one request", 400, "invalid_request", () => at(`${many}?batch=1&input=%7B%7D`)],
      ["too many mutations in one request", 400, "invalid_request", () => changes(MAX_MUTATIONS + 1)],
      ["a body that is no JSON", 400, "invalid_json", () => sent("{")],
      ["a form", 415, "unsupported_media_type", () => sent("email=a", "application/x-www-form-urlencoded")],
      ["text, which other sites may send", 415, "unsupported_media_type", () => sent("{}", "text/plain")],
      [
        "lists in lists, 100,000 deep",
        400,
        "invalid_request",
        () => sent(`${"[".repeat(100_000)}${"]".repeat(100_000)}`),
      ],
      ["objects 100,000 deep", 400, "invalid_request", () => sent(`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`)],
      ["400,000 numbers", 400, "invalid_request", () => sent(`[${"1,".repeat(400_000)}1]`)],
      ["more than a body may hold", 413, "payload_too_large", () => sent(JSON.stringify("x".repeat(1_000_001)))],
    ])("%s", async (_, status, code, make) => {
      const request = make();

      const response = await (request.method === "GET" ? GET : POST)(request);

      expect(response.status).toBe(status);
      const answered = await response.json();
      const { data, message } = (Array.isArray(answered) ? answered[0] : answered).error;
      expect(data.problem).toMatchObject({ code, status, error: message });
      expect(response.headers.get("cache-control")).toMatch(/no-store/);
    });
  });

  test("as many changes as one batch may hold are made", async () => {
    const names = Array<string>(MAX_MUTATIONS).fill("session.signOut").join(",");
    const headers = { "content-type": "application/json" };

    const response = await POST(
      new Request(`http://localhost/api/trpc/${names}?batch=1`, { method: "POST", body: "{}", headers }),
    );

    expect(await response.json()).toHaveLength(MAX_MUTATIONS);
  });

  test("a person who gives up a role in a batch does not act with it in the rest of the batch", async ({
    services,
    ctx,
    site,
  }) => {
    const { id: userId } = await seedMember(services, { organizationId: ctx.organization.id, role: "admin" });
    const headers = { "content-type": "application/json", cookie: await seedSession(services, { userId }) };
    const invite = { ...site, role: "member" };
    const body = JSON.stringify({ 0: { ...site, userId, role: "viewer" }, 1: invite, 2: invite });
    const names = "member.setRole,member.invite,member.invite";

    const response = await POST(
      new Request(`http://localhost/api/trpc/${names}?batch=1`, { method: "POST", body, headers }),
    );

    const [first, ...rest] = await response.json();
    expect(first).toHaveProperty("result");
    for (const { error } of rest) expect(error.data.problem).toMatchObject({ code: "role_too_low", status: 403 });
  });

  test("a person who signs out in a batch changes nothing in the rest of it", async ({ services, ctx, site }) => {
    const { id: userId } = await seedMember(services, { organizationId: ctx.organization.id, role: "admin" });
    const headers = { "content-type": "application/json", cookie: await seedSession(services, { userId }) };
    const body = JSON.stringify({ 0: null, 1: { ...site, role: "member" } });

    const response = await POST(
      new Request("http://localhost/api/trpc/session.signOut,member.invite?batch=1", { method: "POST", body, headers }),
    );

    const [, second] = await response.json();
    expect(second.error.data.problem).toMatchObject({ code: "not_signed_in" });
  });

  test("an input that does not fit is named by field", async ({ site, signIn }) => {
    const body = JSON.stringify({ ...site, id: "job_x", prompt: "" });
    const headers = { "content-type": "application/json", cookie: await signIn() };

    const response = await POST(
      new Request("http://localhost/api/trpc/job.sendMessage", { method: "POST", body, headers }),
    );

    expect(response.status).toBe(400);
    expect((await response.json()).error.data.problem).toMatchObject({
      code: "invalid_request",
      error: "Prompt must not be empty.",
    });
  });
});
