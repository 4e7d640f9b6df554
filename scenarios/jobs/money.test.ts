import { reply } from "@docsteward/model-script/script";
import { createJob } from "@docsteward/services/job/create";
import { getJobDetails } from "@docsteward/services/job/details";
import { startTestWorker } from "@docsteward/worker/testing/worker";
import { expect, test } from "vitest";

/** With the price of `sonnet`: 10,000 × $3, 100,000 × $0.30, 20,000 × $3.75 and 1,000 × $15 a million are $0.15. */
const usage = { inputTokens: 10_000, cacheReadTokens: 100_000, cacheWriteTokens: 20_000, outputTokens: 1_000 };
const look = (index: number) => reply.tool("grep", { pattern: `word${index}` }, { usage });
const finish = reply.tool("finish", { title: "Done", summary: "Nothing to do.", noChange: true }, { usage });

test("a job knows its tokens and its cost, cached and uncached tokens at their own price", async () => {
  await using worker = await startTestWorker([look(1), finish]);

  const { id } = await worker.run("Look around");

  expect(await getJobDetails(worker.ctx, { id })).toMatchObject({
    costUsd: 0.3,
    modelCalls: 2,
    tokens: { input: 260_000, cachedInput: 200_000, output: 2_000 },
  });
});

test("a job ends at the money it may cost", async () => {
  await using worker = await startTestWorker((_, index) => look(index), { variables: { JOB_MAX_COST_USD: "0.40" } });

  const job = await worker.run("Wander");

  expect(job).toMatchObject({ status: "failed", failureCode: "limit_reached", costMicroUsd: 450_000n });
  expect(job.failureReason).toContain("$0.4");
});

test("a project's budget ends the job that uses it up, and refuses the next one", async () => {
  const budgets = { projectMicroUsd: 400_000, organizationMicroUsd: null };
  await using worker = await startTestWorker((_, index) => look(index), { services: { budgets } });

  const job = await worker.run("Wander");

  expect(job).toMatchObject({ status: "failed", failureCode: "limit_reached", costMicroUsd: 450_000n });
  expect(job.failureReason).toContain("$0.40 per month for this project");
  expect(job.failureReason).toContain("PROJECT_MAX_COST_USD_PER_MONTH");
  await expect(createJob({ ...worker.ctx, budgets }, { prompt: "More" })).rejects.toMatchObject({
    code: "budget_exceeded",
  });
});

test("a model without a price costs nothing that is known", async () => {
  await using worker = await startTestWorker([look(1), finish], { protocol: "openai-compatible" });

  const { id } = await worker.run("Look around");

  expect(await getJobDetails(worker.ctx, { id })).toMatchObject({ costUsd: null, modelCalls: 2 });
});
