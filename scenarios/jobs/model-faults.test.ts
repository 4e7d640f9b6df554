import { reply, type ScriptTurn } from "@docsteward/model-script/script";
import { startTestWorker } from "@docsteward/worker/testing/worker";
import { expect, test } from "vitest";

const READ = reply.tool("read", { path: "index.mdx" });
const EDIT = reply.tool("edit", { path: "index.mdx", old: "recieve", new: "receive" });
const FINISH = reply.tool("finish", { title: "Fix a typo", summary: "Fixed." });

test.each<[string, ScriptTurn]>([
  ["429 without a time to wait", reply.error(429, "Slow down")],
  ["429 with a time to wait", reply.error(429, "Slow down", { retryAfterSeconds: 1 })],
  ["529 without a time to wait", reply.error(529, "Overloaded")],
  ["529 with a time to wait", reply.error(529, "Overloaded", { retryAfterSeconds: 1 })],
  ["a connection cut in the middle of an answer", { ...EDIT, cutAfterBytes: 700 }],
  ["an overload in the middle of an answer", { ...EDIT, text: "I will", overloadedMidStream: true }],
])("%s is tried again, and the job is done as if it had not been", async (_, fault) => {
  const script = [READ, fault, EDIT, FINISH];
  await using worker = await startTestWorker((_request, index) => script[index]);

  const job = await worker.run("Fix the typo");

  const [pullRequest, ...others] = await worker.pullRequests();
  expect(job).toMatchObject({ status: "completed", modelCalls: 3, attempt: 1 });
  expect(others).toEqual([]);
  expect(await worker.repository.read("index.mdx", pullRequest?.branch)).toContain("[receive]");
  expect(JSON.stringify(worker.model.requests[2]?.body)).toBe(JSON.stringify(worker.model.requests[1]?.body));
});

test.each<[string, ScriptTurn, string]>([
  ["a refusal", { text: "", stopReason: "refusal" }, "refused"],
  ["a key that is refused", reply.error(401, "invalid x-api-key"), "ANTHROPIC_API_KEY"],
  [
    "a wait longer than the job may take",
    reply.error(429, "Slow down", { retryAfterSeconds: 86_400 }),
    "asks to wait 86400 seconds",
  ],
])("%s ends the job with a sentence that says what to do, and is asked once", async (_, fault, words) => {
  await using worker = await startTestWorker(() => fault);

  const job = await worker.run("Fix the typo");

  expect(job).toMatchObject({ status: "failed", failureCode: "model_error" });
  expect(job.failureReason).toContain(words);
  expect(worker.model.requests).toHaveLength(1);
});

test("a model that never answers ends the job when its time is up", async () => {
  let aheadMs = 0;
  await using worker = await startTestWorker(
    ({ turn }) => {
      if (turn > 0) return reply.hang();
      aheadMs = 60_000 - 500;
      return READ;
    },
    {
      variables: { JOB_MAX_MINUTES: "1" },
      services: { clock: { now: () => new Date(Date.now() + aheadMs) } },
    },
  );

  const job = await worker.run("Fix the typo");

  expect(job).toMatchObject({ status: "failed", failureCode: "limit_reached" });
  expect(job.failureReason).toContain("its limit of 1 minute ");
});

test("a conversation that has grown too long continues without old readings, with the plan and the edits", async () => {
  const plan = { todos: [{ id: "1", content: "Fix the typo", status: "in_progress", priority: "high" }] };
  const look = (pattern: string) => reply.tool("grep", { pattern });
  const tooLong = reply.error(400, "prompt is too long: 210000 tokens > 200000 maximum");
  const script = [reply.tool("todo_write", plan), READ, EDIT, look("one"), look("two"), look("three"), tooLong, FINISH];
  await using worker = await startTestWorker((_, index) => script[index]);

  const job = await worker.run("Fix the typo");

  const [before = "", after = ""] = worker.model.requests.slice(-2).map(({ body }) => JSON.stringify(body.messages));
  expect(job).toMatchObject({ status: "completed", pullRequestNumber: 1 });
  expect(before).toContain("index.mdx (lines 1–");
  expect(after).not.toContain("index.mdx (lines 1–");
  expect(after).toContain("This result was removed to save context");
  expect(after).toContain("Fix the typo");
  expect(after).toMatch(/\\?"old\\?":\s*\\?"recieve/);
  expect(await worker.repository.read("index.mdx", (await worker.pullRequests())[0]?.branch)).toContain("[receive]");
});
