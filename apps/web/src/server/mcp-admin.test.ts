import { findCreatorNames } from "@docsteward/services/job/details";
import { seedSite } from "@docsteward/services/site/testing-site";
import { seedJob, seedKey, seedProject } from "@docsteward/services/testing";
import { answerQuestion } from "@docsteward/services/thread/answer";
import { expect, onTestFinished } from "vitest";
import { POST } from "#app/(api)/mcp/admin/[projectId]/route.ts";
import { connectMcp } from "#testing/connect-mcp.ts";
import { expectProblem } from "#testing/expect-problem.ts";
import { appProjectTest, send } from "#testing/test-app.ts";

const test = appProjectTest().extend(
  "use",
  { scope: "file" },
  ({ ctx }) =>
    async (scopes: ("read" | "write")[], revision?: "2026-07-28") => {
      const { token: key, id: keyId } = await seedKey(ctx, { scopes });
      const client = await connectMcp({ to: { projectId: ctx.project.id }, key, revision });
      onTestFinished(() => client.close());
      const call = async (name: string, args: Record<string, unknown> = {}) => {
        const { structuredContent, content, isError } = await client.callTool({ name, arguments: args });
        return { data: structuredContent as Record<string, unknown>, text: JSON.stringify(content), isError };
      };
      return { client, call, keyId };
    },
);

const READS = ["get_gap", "get_index", "get_job", "get_pull_request", "list_gaps", "list_jobs", "list_pull_requests"];
const WRITES = ["answer_gap", "cancel_job", "create_job", "request_index", "send_message", "set_gap_state"];

test.for([undefined, "2026-07-28"] as const)(
  "an agent starts a job, follows it, writes to it and cancels it in revision %s (2025-11-25 if undefined)",
  async (revision, { ctx, use }) => {
    const { client, call, keyId } = await use(["read", "write"], revision);
    const { tools } = await client.listTools();

    const made = await call("create_job", { prompt: "Fix the typo", idempotencyKey: `once-${revision}` });
    const again = await call("create_job", { prompt: "Fix the typo", idempotencyKey: `once-${revision}` });
    const id = String(made.data.id);
    const written = await call("send_message", { id, prompt: "And the other one." });
    const cancelled = await call("cancel_job", { id });
    const read = await call("get_job", { id });
    const listed = await call("list_jobs", { status: "failed", limit: 1 });

    expect(tools.map(({ name }) => name).sort()).toEqual([...READS, ...WRITES].sort());
    expect(made.data).toMatchObject({ status: "active" });
    expect(again.data.id).toBe(id);
    expect(written.data).toMatchObject({ id, status: "active" });
    expect(cancelled.data).toMatchObject({ id, status: "failed" });
    expect(read.data).toMatchObject({ id, prompt: "Fix the typo", failure: { code: "cancelled" } });
    expect(listed.data).toMatchObject({ jobs: [{ id }] });
    expect((await findCreatorNames(ctx, [id])).get(id)).toMatchObject({ kind: "key", id: keyId });
  },
);

test("a key that only reads sees and calls only tools that read", async ({ ctx, use }) => {
  const { client, call } = await use(["read"]);
  const job = await seedJob(ctx);

  const { tools } = await client.listTools();
  const denied = await client.callTool({ name: "cancel_job", arguments: { id: job.id } }).catch((error) => error);

  expect(tools.map(({ name }) => name).sort()).toEqual(READS);
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
  expect(JSON.stringify(denied.content ?? denied.message)).toContain("cancel_job");
  expect((await call("get_job", { id: job.id })).data).toMatchObject({ status: "active" });
});

test("gaps, pull requests and the index are read and changed", async ({ ctx, use }) => {
  await seedSite(ctx, [{ path: "/flags", text: "A flag turns a feature off." }]);
  const messages = [{ role: "user" as const, content: "Is there a Helm chart for Kubernetes?" }];
  const { chunks } = await answerQuestion(ctx, { fp: "ada", messages, signal: new AbortController().signal });
  for await (const chunk of chunks) expect(chunk.type).not.toBe("error");
  const { call } = await use(["read", "write"]);

  const { data: listed } = await call("list_gaps");
  const id = (listed.gaps as { id: string }[])[0]?.id;
  const { data: answered } = await call("answer_gap", { id, prompt: "Describe Helm." });
  const { data: gap } = await call("get_gap", { id });
  const { data: closed } = await call("set_gap_state", { id, state: "dismissed", note: "Not planned." });
  const pulls = await call("list_pull_requests", { state: "open" });
  const nowhere = await call("get_pull_request", { number: 404 });
  const { data: index } = await call("get_index");
  const { data: asked } = await call("request_index");

  expect(listed).toMatchObject({
    gaps: [{ question: "Is there a Helm chart for Kubernetes?", stage: "open", jobId: null }],
    total: 1,
  });
  expect(gap).toMatchObject({ stage: "working", jobId: answered.id });
  expect(closed).toMatchObject({ state: "dismissed", note: "Not planned." });
  expect(pulls.data).toEqual({ pullRequests: [] });
  expect(nowhere).toMatchObject({ isError: true, text: expect.stringContaining("not found") });
  expect(index).toMatchObject({ status: "ready", answers: { pages: 1 }, skipped: 0 });
  expect(asked).toMatchObject({ status: "waiting" });
});

test("starting work counts against the project's limit, and what is refused does not", async ({ ctx, use }) => {
  const { call } = await use(["read", "write"]);
  const used = async () => {
    const counters = await ctx.db.limitCounter.findMany({ where: { key: { contains: ctx.project.id } } });
    return counters.reduce((sum, { count }) => sum + count, 0);
  };
  const before = await used();

  const made = await call("create_job", { prompt: "Fix the typo" });
  const refused = await call("send_message", { id: "job_nowhere", prompt: "And this." });

  expect(made.isError).toBeUndefined();
  expect(refused.isError).toBe(true);
  expect(await used()).toBe(before + 1);
});

test("an assistant key, no key and a key of another organization open nothing", async ({ services, ctx }) => {
  const params = { projectId: ctx.project.id };
  const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const other = await seedProject(services);
  const foreign = (await seedKey(other)).token;
  const assistant = (await seedKey(ctx, { kind: "assistant" })).token;

  await expectProblem(await send(POST, { params, body }), "missing_key");
  await expectProblem(await send(POST, { params, body, key: assistant }), "wrong_key_type");
  await expectProblem(await send(POST, { params, body, key: foreign }), "not_found");
});

test("jobs and gaps of another project are not there", async ({ services, use }) => {
  const other = await seedProject(services);
  const job = await seedJob(other);
  const { call } = await use(["read", "write"]);

  for (const tool of ["get_job", "cancel_job"])
    expect(await call(tool, { id: job.id })).toMatchObject({
      isError: true,
      text: expect.stringContaining("not found"),
    });
});
