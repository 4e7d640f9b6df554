import { reply } from "@docsteward/model-script/script";
import { startTestWorker } from "@docsteward/worker/testing/worker";
import { expect, test } from "vitest";

const finish = reply.tool("finish", { title: "Done", summary: "Nothing.", noChange: true });
const toolErrors = (events: { type: string; data: object }[]) =>
  events.flatMap(({ type, data }) => (type === "tool.finished" && "isError" in data && data.isError ? [data] : []));

test("a malformed tool call goes back to the model as an error, and the job goes on", async () => {
  await using worker = await startTestWorker([
    reply.tool("read", { path: "index.mdx" }, { malformedToolJson: true }),
    reply.tool("read", { file: "index.mdx" }),
    finish,
  ]);

  const job = await worker.run("Look around");

  expect(job.status).toBe("completed");
  const errors = toolErrors(await worker.events(job.id));
  expect(errors).toHaveLength(2);
  expect(errors).toEqual([
    expect.objectContaining({ name: "read", summary: expect.stringContaining("Invalid arguments") }),
    expect.objectContaining({ name: "read", summary: expect.stringContaining("path") }),
  ]);
});

test("an unknown tool is answered with the tools there are", async () => {
  await using worker = await startTestWorker([reply.tool("bash", { command: "ls" }), finish]);

  const job = await worker.run("Look around");

  expect(job.status).toBe("completed");
  expect(toolErrors(await worker.events(job.id))).toEqual([
    expect.objectContaining({ name: "bash", summary: expect.stringMatching(/Tool bash not found.*read.*finish/) }),
  ]);
});

test("an edit that does not match changes nothing and shows the nearest lines", async () => {
  await using worker = await startTestWorker([
    reply.tool("read", { path: "guides/install.mdx" }),
    reply.tool("edit", { path: "guides/install.mdx", old: "Install Glimmer using npm.", new: "x" }),
    finish,
  ]);

  const job = await worker.run("Change it");

  expect(job).toMatchObject({ status: "completed", prLink: null });
  expect(toolErrors(await worker.events(job.id))).toEqual([
    expect.objectContaining({ summary: expect.stringContaining("Install Glimmer with npm.") }),
  ]);
});

test("an edit of a page that was not read is refused", async () => {
  await using worker = await startTestWorker([
    reply.tool("edit", { path: "index.mdx", old: "recieve", new: "receive" }),
    finish,
  ]);

  const job = await worker.run("Change it");

  expect(toolErrors(await worker.events(job.id))).toEqual([
    expect.objectContaining({ summary: "Read index.mdx before you change it." }),
  ]);
});

test("a model that repeats itself endlessly gets one warning and is then stopped", async () => {
  await using worker = await startTestWorker(() => reply.tool("read", { path: "index.mdx" }));

  const job = await worker.run("Loop");

  expect(job).toMatchObject({ status: "failed", failureCode: "stuck" });
  expect(worker.model.requests.length).toBe(8);
  expect(worker.model.requests[4]?.lastUserText).toContain("Try another approach");
});

test("a model that never finishes reaches the step limit, and was warned before", async () => {
  await using worker = await startTestWorker((_, index) => reply.tool("grep", { pattern: `word${index}` }), {
    variables: { JOB_MAX_STEPS: "10" },
  });

  const job = await worker.run("Wander");

  expect(job).toMatchObject({ status: "failed", failureCode: "limit_reached" });
  expect(job.failureReason).toContain("10 steps");
  expect(worker.model.requests).toHaveLength(10);
  expect(worker.model.requests[8]?.lastUserText).toContain("80 %");
});

test("a message lets a job that reached its limit go on where it stood", async () => {
  const { sendMessage } = await import("@docsteward/services/job/send-message");
  await using worker = await startTestWorker(
    (request) => {
      if (request.text.includes("Go on")) return reply.tool("finish", { title: "Fix", summary: "Fixed." });
      if (request.turn === 0) return reply.tool("read", { path: "index.mdx" });
      if (request.turn === 1) return reply.tool("edit", { path: "index.mdx", old: "recieve", new: "receive" });
      return reply.tool("grep", { pattern: `word${request.turn}` });
    },
    { variables: { JOB_MAX_STEPS: "5" } },
  );
  const limited = await worker.run("Wander");

  await sendMessage(worker.ctx, { id: limited.id, prompt: "Go on" });
  const job = await worker.end(limited.id);

  expect(limited).toMatchObject({ status: "failed", failureCode: "limit_reached" });
  expect(job).toMatchObject({ status: "completed", pullRequestNumber: 1 });
  const [pullRequest] = await worker.pullRequests();
  expect(await worker.repository.read("index.mdx", pullRequest?.branch)).toContain("receive");
});

test("an empty answer is asked about, and too many of them end the job", async () => {
  await using worker = await startTestWorker(() => reply.text(""));

  const job = await worker.run("Say something");

  expect(job).toMatchObject({ status: "failed", failureCode: "model_error" });
  expect(worker.model.requests).toHaveLength(3);
});
