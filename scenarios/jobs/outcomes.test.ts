import { reply } from "@docsteward/model-script/script";
import { startTestWorker } from "@docsteward/worker/testing/worker";
import { expect, test } from "vitest";

const FIX = [
  reply.tool("grep", { pattern: "recieve" }),
  reply.tool("read", { path: "index.mdx" }),
  reply.tool("edit", { path: "index.mdx", old: "recieve", new: "receive" }),
  reply.tool("finish", { title: "Fix a typo on the welcome page", summary: "Corrected **recieve**." }),
];

test("a prompt becomes a branch with an open pull request", async () => {
  await using worker = await startTestWorker(FIX);

  const job = await worker.run("Fix the typo");

  const [pullRequest] = await worker.pullRequests();
  expect(job).toMatchObject({ status: "completed", pullRequestNumber: 1, title: "Fix a typo on the welcome page" });
  expect(job).toMatchObject({ changedFiles: 1, addedLines: 1, deletedLines: 1, openProblems: expect.any(Number) });
  expect(job.prLink).toBe(
    `http://docsteward.test/${worker.ctx.organization.slug}/${worker.ctx.project.domain}/pulls/1`,
  );
  expect(pullRequest).toMatchObject({
    state: "open",
    isDraft: false,
    title: "Fix a typo on the welcome page",
    baseRef: "main",
  });
  expect(pullRequest?.body).toContain("Corrected **recieve**.");
  expect(pullRequest?.branch).toMatch(/^docsteward\/fix-a-typo-on-the-welcome-page-/);
  expect(job.branch).toBe(pullRequest?.branch);
  expect(await worker.repository.head(pullRequest?.branch)).toBe(pullRequest?.headSha);
  expect(await worker.repository.read("index.mdx", pullRequest?.branch)).toContain("[receive](/guides/install)");
  expect(await worker.repository.read("index.mdx")).toContain("recieve");
});

test("a job that changes nothing completes without a pull request, and keeps its answer", async () => {
  await using worker = await startTestWorker([
    reply.tool("finish", { title: "Answer", summary: "The limit is 10.", noChange: true }),
  ]);

  const job = await worker.run("What is the limit?");

  expect(job).toMatchObject({ status: "completed", prLink: null, messageToUser: "The limit is 10." });
  expect(await worker.pullRequests()).toEqual([]);
  expect(await worker.repository.git("for-each-ref", "--format=%(refname)")).toBe("refs/heads/main");
});

test("an answer in words alone is the end of the job", async () => {
  await using worker = await startTestWorker([reply.text("Nothing to do here.")]);

  const job = await worker.run("Hello");

  expect(job).toMatchObject({ status: "completed", prLink: null, messageToUser: "Nothing to do here." });
});

test("a model that refuses the key fails the job with the setting to check", async () => {
  await using worker = await startTestWorker([reply.error(401, "invalid x-api-key")]);

  const job = await worker.run("Fix the typo");

  expect(job).toMatchObject({ status: "failed", failureCode: "model_error", prLink: null });
  expect(job.failureReason).toContain("ANTHROPIC_API_KEY");
});

test("a passing overload is tried again and does not show", async () => {
  await using worker = await startTestWorker([reply.error(529, "Overloaded", { retryAfterSeconds: 1 }), ...FIX]);

  const job = await worker.run("Fix the typo");

  expect(job).toMatchObject({ status: "completed", pullRequestNumber: 1 });
});

test("the same job runs over an OpenAI-compatible endpoint", async () => {
  await using worker = await startTestWorker(FIX, { protocol: "openai-compatible" });

  const job = await worker.run("Fix the typo");

  expect(job).toMatchObject({ status: "completed", pullRequestNumber: 1, model: "local-model" });
});

test("the steps are reported as events, numbered without gaps, in the order they happened", async () => {
  await using worker = await startTestWorker(FIX);

  const job = await worker.run("Fix the typo");

  const events = await worker.events(job.id);
  expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
  expect(events.map(({ type }) => type)).toEqual([
    "job.created",
    "job.started",
    "job.titled",
    "workspace.opened",
    "message.taken",
    ...FIX.flatMap(() => ["model.replied", "tool.called", "tool.finished"]),
    "job.titled",
    "checks.finished",
    "branch.pushed",
    "pull_request.opened",
    "job.completed",
  ]);
});
