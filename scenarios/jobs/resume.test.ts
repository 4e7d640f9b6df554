import { type ModelRequest, reply } from "@docsteward/model-script/script";
import { sendMessage } from "@docsteward/services/job/send-message";
import { processJob } from "@docsteward/worker/agent-queue";
import { startTestWorker } from "@docsteward/worker/testing/worker";
import { expect, test } from "vitest";

const SCRIPT = [
  reply.tool("todo_write", { todos: [{ id: "1", content: "Fix it", status: "in_progress", priority: "high" }] }),
  reply.tools({ name: "read", input: { path: "index.mdx" } }, { name: "read", input: { path: "guides/install.mdx" } }),
  reply.tool("edit", { path: "index.mdx", old: "recieve", new: "receive" }),
  reply.tool("edit", { path: "guides/install.mdx", old: "Glimmer", new: "Lanternfish" }),
  reply.tool("diff", {}),
  reply.tool("finish", { title: "Fix two pages", summary: "Fixed." }),
];

/** What a provider caches by: everything before the newest message, without the markers that move along. */
const prompt = ({ body }: ModelRequest) =>
  JSON.stringify([body.tools, body.system, body.messages], (key, value) =>
    key === "cache_control" ? undefined : value,
  ).slice(0, -2);

test.each([1, 2, 3, 4, 5, 6])(
  "a worker lost in model call %i leaves nothing to repeat but that call",
  async (lostAt) => {
    const lost = new AbortController();
    let calls = 0;
    await using worker = await startTestWorker(
      (request) => {
        calls += 1;
        if (calls !== lostAt) return SCRIPT[request.turn];
        lost.abort(new Error("The worker is gone."));
        return reply.hang();
      },
      { takesJobs: false },
    );
    const jobId = await worker.start("Fix two pages");

    await expect(processJob(worker.parts, jobId, lost.signal)).rejects.toThrow();
    await processJob(worker.parts, jobId, new AbortController().signal);

    const job = await worker.end(jobId);
    const [pullRequest, ...others] = await worker.pullRequests();
    expect(job).toMatchObject({ status: "completed", attempt: 2, pullRequestNumber: 1 });
    expect(others).toEqual([]);
    expect(worker.model.requests).toHaveLength(SCRIPT.length + 1);
    expect(await worker.repository.read("index.mdx", pullRequest?.branch)).toContain("[receive]");
    expect(await worker.repository.read("guides/install.mdx", pullRequest?.branch)).toContain("Lanternfish");
    expect(await worker.repository.git("rev-list", "--count", `main..${pullRequest?.branch}`)).toBe("1");
  },
);

test("every request begins with the bytes of the one before it, also across workers", async () => {
  const lost = new AbortController();
  await using worker = await startTestWorker(
    (request, index) => {
      if (index !== 3) return SCRIPT[request.turn];
      lost.abort(new Error("The worker is gone."));
      return reply.hang();
    },
    { takesJobs: false },
  );
  const jobId = await worker.start("Fix two pages");

  await expect(processJob(worker.parts, jobId, lost.signal)).rejects.toThrow();
  await processJob(worker.parts, jobId, new AbortController().signal);

  const prompts = worker.model.requests.map(prompt);
  for (const [index, text] of prompts.slice(1).entries()) expect(text.startsWith(prompts[index] ?? "none")).toBe(true);
});

test("an older worker that comes back writes nothing more", async () => {
  let calls = 0;
  let jobId = "";
  await using worker = await startTestWorker(
    async (request) => {
      calls += 1;
      if (calls === 2) await processJob(worker.parts, jobId, new AbortController().signal);
      return SCRIPT[request.turn];
    },
    { takesJobs: false },
  );
  jobId = await worker.start("Fix two pages");

  await expect(processJob(worker.parts, jobId, new AbortController().signal)).rejects.toThrow(/has lost the job/);

  const job = await worker.end(jobId);
  expect(job).toMatchObject({ status: "completed", attempt: 2 });
  expect(await worker.pullRequests()).toHaveLength(1);
  const events = await worker.events(jobId);
  expect(events.filter(({ type }) => type === "model.replied")).toHaveLength(SCRIPT.length);
});

test("a worker lost behind any entry of the journal ends with the same commit and the same pull request", async () => {
  await using worker = await startTestWorker((request) => SCRIPT[request.turn], { takesJobs: false });
  const { db } = worker.services;
  const go = (id: string) => processJob(worker.parts, id, new AbortController().signal);
  const jobId = await worker.start("Fix two pages");
  await go(jobId);
  const [undisturbed] = await worker.pullRequests();
  const { lastEntrySeq } = await db.job.findUniqueOrThrow({ where: { id: jobId } });
  const kinds = await db.journalEntry.findMany({ where: { jobId }, orderBy: { seq: "asc" } });

  for (let kept = 1; kept < lastEntrySeq; kept += 1) {
    const hasMessages = kinds.slice(0, kept).some(({ kind }) => kind === "messages");
    await db.journalEntry.deleteMany({ where: { jobId, seq: { gt: kept } } });
    const cut = {
      status: "active",
      lastEntrySeq: kept,
      takenMessageSeq: hasMessages ? 1 : 0,
      pullRequestNumber: null,
    } as const;
    await db.job.update({ where: { id: jobId }, data: cut });
    const callsBefore = worker.model.requests.length;

    await go(jobId);

    const answered = kinds.slice(0, kept).filter(({ kind }) => kind === "model").length;
    expect(worker.model.requests.length - callsBefore).toBe(SCRIPT.length - answered);
    expect(await worker.pullRequests()).toMatchObject([{ number: 1, headSha: undisturbed?.headSha, state: "open" }]);
    expect(await worker.repository.head(undisturbed?.branch)).toBe(undisturbed?.headSha);
    expect(await db.job.findUnique({ where: { id: jobId } })).toMatchObject({
      status: "completed",
      pullRequestNumber: 1,
    });
  }
});

test.each(["checks.finished", "pull_request.opened"])(
  "a worker lost right behind the event %s does not make another one give it again",
  async (type) => {
    await using worker = await startTestWorker((request) => SCRIPT[request.turn], { takesJobs: false });
    const { db } = worker.services;
    const jobId = await worker.start("Fix two pages");
    await processJob(worker.parts, jobId, new AbortController().signal);
    const entries = await db.journalEntry.findMany({ where: { jobId, kind: "reported" } });
    const lost = entries.find(({ data }) => (data as { event: string }).event === type);
    await db.journalEntry.deleteMany({ where: { jobId, seq: { gt: lost?.seq } } });
    const cut = { status: "active", lastEntrySeq: lost?.seq, pullRequestNumber: null } as const;
    await db.job.update({ where: { id: jobId }, data: cut });

    await processJob(worker.parts, jobId, new AbortController().signal);

    expect(await worker.end(jobId)).toMatchObject({ status: "completed", attempt: 2, pullRequestNumber: 1 });
    expect((await worker.events(jobId)).filter((event) => event.type === type)).toHaveLength(1);
  },
);

test.each(["publishing", "pushed"])(
  "a message that comes when a worker was lost behind the entry %s makes the next round",
  async (kind) => {
    const change = (path: string, old: string, next: string) => [
      reply.tool("read", { path }),
      reply.tool("edit", { path, old, new: next }),
      reply.tool("finish", { title: `Change ${path}`, summary: "Changed." }),
    ];
    const script = [...change("index.mdx", "recieve", "receive"), ...change("index.mdx", "[receive]", "[receive all]")];
    await using worker = await startTestWorker((request) => script[request.turn], { takesJobs: false });
    const { db } = worker.services;
    const jobId = await worker.start("Fix the typo");
    await processJob(worker.parts, jobId, new AbortController().signal);
    const lost = await db.journalEntry.findFirstOrThrow({ where: { jobId, kind } });
    await db.journalEntry.deleteMany({ where: { jobId, seq: { gt: lost.seq } } });
    await db.pullRequest.deleteMany();
    await db.job.update({
      where: { id: jobId },
      data: { status: "active", lastEntrySeq: lost.seq, pullRequestNumber: null, prLink: null },
    });

    await sendMessage(worker.ctx, { id: jobId, prompt: "Say that it is all of them" });
    await processJob(worker.parts, jobId, new AbortController().signal);

    const [pullRequest, ...others] = await worker.pullRequests();
    expect(await worker.end(jobId)).toMatchObject({ status: "completed", pullRequestNumber: pullRequest?.number });
    expect(others).toEqual([]);
    expect(worker.model.requests).toHaveLength(script.length);
    expect(await worker.repository.read("index.mdx", pullRequest?.branch)).toContain("[receive all]");
    expect(await worker.repository.git("rev-list", "--count", `main..${pullRequest?.branch}`)).toBe("2");
    expect(await worker.repository.head(pullRequest?.branch)).toBe(pullRequest?.headSha);
  },
);
