import { reply } from "@docsteward/model-script/script";
import { setJobLimits } from "@docsteward/services/job/limits";
import { startTestWorker } from "@docsteward/worker/testing/worker";
import { expect, test } from "vitest";

test("a job ends at its project's own limit, and says which", async () => {
  const pages = ["index.mdx", "guides/install.mdx", "docs.json"];
  await using worker = await startTestWorker((_, index) => reply.tool("read", { path: pages[index % 3] }));
  await setJobLimits(worker.ctx, { owner: "organization", changes: { maxSteps: 9 } });
  await setJobLimits(worker.ctx, { owner: "project", changes: { maxSteps: 2 } });

  const job = await worker.run("Read everything");

  expect(job).toMatchObject({ status: "failed", failureCode: "limit_reached" });
  expect(job.failureReason).toContain("limit of 2 steps");
  expect(worker.model.requests).toHaveLength(2);
});
