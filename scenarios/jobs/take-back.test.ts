import { reply } from "@docsteward/model-script/script";
import { sendMessage } from "@docsteward/services/job/send-message";
import { cancelJob } from "@docsteward/services/job/stop";
import { readMetrics } from "@docsteward/services/metrics";
import { processJob } from "@docsteward/worker/agent-queue";
import { startTestWorker, type TestWorker } from "@docsteward/worker/testing/worker";
import { expect, test } from "vitest";

const change = (path: string, old: string, next: string) => [
  reply.tool("read", { path }),
  reply.tool("edit", { path, old, new: next }),
  reply.tool("finish", { title: `Change ${path}`, summary: "Changed." }),
];
const SCRIPT = [...change("index.mdx", "recieve", "receive"), ...change("guides/install.mdx", "with npm", "with pnpm")];
const FIRST_ROUND = { pullRequestNumber: null, prLink: null };

const startWorker = () => startTestWorker((request) => SCRIPT[request.turn]);
const branches = (worker: TestWorker) => worker.repository.git("for-each-ref", "--format=%(refname)");

/** Runs the job to its end, and lets the worker take nothing more. */
async function work(worker: TestWorker, jobId: string): Promise<void> {
  worker.services.queue.resume();
  await worker.end(jobId);
  await untilQueueIsEmpty(worker);
  worker.services.queue.pause();
}

/** Puts a finished job back to where its worker was killed: right behind the newest entry of that kind. */
async function loseBehind(worker: TestWorker, jobId: string, kind: string, result: object = {}): Promise<void> {
  const { db } = worker.services;
  const { seq } = await db.journalEntry.findFirstOrThrow({ where: { jobId, kind }, orderBy: { seq: "desc" } });
  await db.journalEntry.deleteMany({ where: { jobId, seq: { gt: seq } } });
  await db.job.update({
    where: { id: jobId },
    data: { status: "active", lastEntrySeq: seq, endedAt: null, ...result },
  });
}

/** Lets the worker take every queue entry again. */
async function serveQueue(worker: TestWorker): Promise<void> {
  worker.services.queue.resume();
  await untilQueueIsEmpty(worker);
}

async function untilQueueIsEmpty({ services }: TestWorker): Promise<void> {
  await expect.poll(async () => (await readMetrics(services)).entries).toEqual([]);
}

test.each(["publishing", "pushed"])(
  "a cancel after the worker was killed behind the entry %s removes the branch, whichever worker runs next",
  async (kind) => {
    await using worker = await startWorker();
    const id = await worker.start("Fix the typo");
    await work(worker, id);
    await loseBehind(worker, id, kind, FIRST_ROUND);
    expect(await branches(worker)).toContain("docsteward/");

    await cancelJob(worker.ctx, { id });
    await serveQueue(worker);

    expect(await branches(worker)).toBe("refs/heads/main");
    expect(await worker.pullRequests()).toMatchObject([{ state: "closed" }]);
  },
);

test("a cancel leaves a branch alone that another person has pushed to since", async () => {
  await using worker = await startWorker();
  const id = await worker.start("Fix the typo");
  await work(worker, id);
  const [pullRequest] = await worker.pullRequests();
  await loseBehind(worker, id, "pushed", FIRST_ROUND);
  await worker.repository.commit({ "people.mdx": "---\ntitle: People\n---\n" }, pullRequest?.branch);

  await cancelJob(worker.ctx, { id });
  await serveQueue(worker);

  expect(await worker.repository.read("people.mdx", pullRequest?.branch)).toContain("People");
});

test("a cancel in a later round puts branch and pull request back to where that round's push found them", async () => {
  let branch: string | undefined;
  await using worker = await startTestWorker(async (_, index) => {
    // Another person pushes while the second round runs.
    if (index === 5) await worker.repository.commit({ "people.mdx": "---\ntitle: People\n---\n" }, branch);
    return SCRIPT[index];
  });
  const id = await worker.start("Fix the typo");
  await work(worker, id);
  branch = (await worker.pullRequests())[0]?.branch;
  await sendMessage(worker.ctx, { id, prompt: "Use pnpm" });
  await work(worker, id);
  await loseBehind(worker, id, "pushed");

  await cancelJob(worker.ctx, { id });
  await serveQueue(worker);

  expect(await worker.repository.read("people.mdx", branch)).toContain("People");
  expect(await worker.repository.read("guides/install.mdx", branch)).toContain("with npm");
  expect(await worker.pullRequests()).toMatchObject([{ state: "open", headSha: await worker.repository.head(branch) }]);
});

test("a message after such a cancel continues the work, on a branch without the old push", async () => {
  await using worker = await startWorker();
  const id = await worker.start("Fix the typo");
  await work(worker, id);
  await loseBehind(worker, id, "publishing", FIRST_ROUND);
  await cancelJob(worker.ctx, { id });

  await sendMessage(worker.ctx, { id, prompt: "Use pnpm, too" });
  await work(worker, id);

  const pullRequest = (await worker.pullRequests()).find(({ state }) => state === "open");
  expect(await worker.end(id)).toMatchObject({ status: "completed", pullRequestNumber: pullRequest?.number });
  expect(await worker.repository.git("rev-list", "--count", `main..${pullRequest?.branch}`)).toBe("1");
  expect(await worker.repository.read("index.mdx", pullRequest?.branch)).toContain("receive");
  expect(await worker.repository.read("guides/install.mdx", pullRequest?.branch)).toContain("with pnpm");
});

test("a worker killed between its push and the record of it finds the push, also on top of another person's", async () => {
  let branch: string | undefined;
  await using worker = await startTestWorker(async (_, index) => {
    if (index === 5) await worker.repository.commit({ "people.mdx": "---\ntitle: People\n---\n" }, branch);
    return SCRIPT[index];
  });
  const id = await worker.start("Fix the typo");
  await work(worker, id);
  branch = (await worker.pullRequests())[0]?.branch;
  await sendMessage(worker.ctx, { id, prompt: "Use pnpm" });
  await work(worker, id);
  const head = await worker.repository.head(branch);
  await loseBehind(worker, id, "publishing");

  await processJob(worker.parts, id, new AbortController().signal);

  expect(await worker.end(id)).toMatchObject({ status: "completed" });
  expect(await worker.repository.head(branch)).toBe(head);
  expect(await worker.pullRequests()).toMatchObject([{ number: 1, state: "open", headSha: head }]);
});
