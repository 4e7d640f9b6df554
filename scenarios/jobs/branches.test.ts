import { reply } from "@docsteward/model-script/script";
import { createJob } from "@docsteward/services/job/create";
import { PAGES, startTestWorker } from "@docsteward/worker/testing/worker";
import { expect, test } from "vitest";

const FIX = [
  reply.tool("read", { path: "index.mdx" }),
  reply.tool("edit", { path: "index.mdx", old: "recieve", new: "receive" }),
  reply.tool("finish", { title: "Fix a typo", summary: "Fixed." }),
];

test("a branch that a caller names and that exists is continued", async () => {
  await using worker = await startTestWorker(FIX);
  const before = await worker.repository.commit({ "guides/new.mdx": "# New\n" }, "docs/ongoing");

  const { job, branch } = await createJob(worker.ctx, { prompt: "Fix the typo", branch: "docs/ongoing" });
  const ended = await worker.end(job.id);

  expect(branch).toBe("docs/ongoing");
  expect(ended).toMatchObject({ status: "completed", branch: "docs/ongoing" });
  expect(await worker.repository.git("rev-parse", "docs/ongoing^")).toBe(before);
  expect(await worker.repository.read("index.mdx", "docs/ongoing")).toContain("receive");
  expect(await worker.repository.read("guides/new.mdx", "docs/ongoing")).toBe("# New\n");
});

test("one that does not exist is made from the base", async () => {
  await using worker = await startTestWorker(FIX);

  const { job } = await createJob(worker.ctx, { prompt: "Fix the typo", branch: "docs/wanted", asDraft: true });
  await worker.end(job.id);

  expect(await worker.repository.git("rev-parse", "docs/wanted^")).toBe(await worker.repository.head());
  expect(await worker.pullRequests()).toMatchObject([{ branch: "docs/wanted", isDraft: true }]);
  expect(await worker.repository.read("index.mdx")).toBe(PAGES["index.mdx"]);
});

test("a branch that was named when the job was made is the one that is pushed", async () => {
  await using worker = await startTestWorker(FIX);
  const prompt = [
    { role: "system", content: "Write in British English." },
    { role: "user", content: "Fix the typo" },
  ] as const;

  const { job, branch } = await createJob(worker.ctx, { prompt, isBranchNamedNow: true });
  const ended = await worker.end(job.id);

  expect(ended).toMatchObject({ status: "completed", branch });
  expect(await worker.pullRequests()).toMatchObject([{ branch }]);
  expect(JSON.stringify(worker.model.requests[0])).toContain("Write in British English.");
});
