import { reply, type ScriptTurn } from "@docsteward/model-script/script";
import { archiveJob } from "@docsteward/services/job/archive";
import { getJob } from "@docsteward/services/job/job";
import { sendMessage } from "@docsteward/services/job/send-message";
import { cancelJob } from "@docsteward/services/job/stop";
import { closePullRequest, mergePullRequest } from "@docsteward/services/pull-request/merge";
import { startTestWorker } from "@docsteward/worker/testing/worker";
import { expect, test, vi } from "vitest";

// Two rounds take long where many processes share a core.
vi.setConfig({ testTimeout: 180_000 });

const change = (path: string, old: string, next: string, title: string): ScriptTurn[] => [
  reply.tool("read", { path }),
  reply.tool("edit", { path, old, new: next }),
  reply.tool("finish", { title, summary: `${title}.` }),
];
const TWO_ROUNDS = [
  ...change("index.mdx", "recieve", "receive", "Fix a typo"),
  ...change("guides/install.mdx", "with npm", "with pnpm", "Use pnpm"),
];

test("a message after completion moves the same pull request, on the same branch", async () => {
  await using worker = await startTestWorker(TWO_ROUNDS);
  const first = await worker.run("Fix the typo");
  const [before] = await worker.pullRequests();

  const answered = await sendMessage(worker.ctx, { id: first.id, prompt: "Use pnpm" });
  const second = await worker.end(first.id);

  const [after, ...others] = await worker.pullRequests();
  expect(answered.job).toMatchObject({ status: "active", prLink: first.prLink });
  expect(second).toMatchObject({ status: "completed", prLink: first.prLink });
  expect(others).toEqual([]);
  expect(after?.title).toBe("Use pnpm");
  expect(after?.body).toMatch(/^<!-- .* -->\nUse pnpm\..*guides\/install\.mdx.*index\.mdx.*<details>.*Fix a typo\./s);
  expect(after?.branch).toBe(before?.branch);
  expect(after?.headSha).not.toBe(before?.headSha);
  expect(await worker.repository.git("rev-list", "--count", `main..${after?.branch}`)).toBe("2");
});

test("a follow-up begins with a notice, and what was read and has not changed counts as read", async () => {
  await using worker = await startTestWorker([
    reply.tool("read", { path: "guides/install.mdx" }),
    ...change("index.mdx", "recieve", "receive", "Fix a typo"),
    reply.tools(
      { name: "edit", input: { path: "guides/install.mdx", old: "with npm", new: "with pnpm" } },
      { name: "edit", input: { path: "index.mdx", old: "keeps", new: "holds" } },
    ),
    reply.tool("finish", { title: "Fix a typo and use pnpm", summary: "Both.", reply: "Done, Ada." }),
  ]);
  const first = await worker.run("Fix the typo");
  const [pull] = await worker.pullRequests();
  await worker.repository.commit({ "people.mdx": "---\ntitle: People\n---\n\nHello.\n" }, pull?.branch);

  await sendMessage(worker.ctx, { id: first.id, prompt: "Use pnpm" });
  const second = await worker.end(first.id);

  const request = worker.model.requests[4];
  expect(request?.lastUserText).toMatch(/<\/notice>\s+Use pnpm$/);
  expect(request?.text).toContain(
    "<notice>A new round begins. Your pull request #1 (Fix a typo) is open. It changes index.mdx (modified).",
  );
  expect(request?.text).toContain("Since your last round other people changed people.mdx:");
  expect(worker.model.requests[5]?.text).not.toContain('before you change it."');
  expect(await worker.repository.read("guides/install.mdx", pull?.branch)).toContain("pnpm");
  expect(second).toMatchObject({ messageToUser: "Done, Ada.", title: "Fix a typo and use pnpm" });
  const log = await worker.repository.git("log", "--format=%B", `main..${pull?.branch}`);
  expect(log).toMatch(
    /^Use pnpm\n\nDocsteward-Job: \w+\n\nChange people\.mdx\nFix a typo\n\nFix a typo\.\n\nDocsteward-Job: \w+$/,
  );
  expect(log).not.toMatch(/Ada|Both/);
  expect((await worker.pullRequests())[0]).toMatchObject({
    title: "Fix a typo and use pnpm",
    body: expect.not.stringContaining("Ada"),
  });
});

test("code that an earlier round added stays in the description while the page has it", async () => {
  const line = 'import Note from "/snippets/note.mdx"';
  const files = {
    "index.mdx": "---\ntitle: Welcome\n---\n\nYou recieve updates.\n",
    "guides/install.mdx": `---\ntitle: Install\n---\n\n${line}\n\nInstall with npm.\n`,
    "snippets/note.mdx": "A note.\n",
  };
  const script = [
    ...change("index.mdx", "You recieve", `${line}\n\nYou receive`, "Add a note"),
    ...change("guides/install.mdx", "with npm", "with pnpm", "Use pnpm"),
  ];
  await using worker = await startTestWorker(script, { files });
  const { id } = await worker.run("Add a note");

  await sendMessage(worker.ctx, { id, prompt: "Use pnpm" });
  await worker.end(id);

  const [pull] = await worker.pullRequests();
  expect(pull?.body).toMatch(/### Code added to pages\n\n`index\.mdx`, line 5:\n\n```\nimport Note/);
});

test("a page that another person has changed since must be read again", async () => {
  await using worker = await startTestWorker([
    ...change("index.mdx", "recieve", "receive", "Fix a typo"),
    reply.tool("edit", { path: "index.mdx", old: "Glimmer", new: "Lantern" }),
    reply.text("I stop."),
  ]);
  const first = await worker.run("Fix the typo");
  const [pull] = await worker.pullRequests();
  await worker.repository.commit({ "index.mdx": "---\ntitle: Welcome\n---\n\nGlimmer, by Ada.\n" }, pull?.branch);

  await sendMessage(worker.ctx, { id: first.id, prompt: "Rename it" });
  await worker.end(first.id);

  expect(worker.model.requests[3]?.text).toContain("other people changed index.mdx:");
  expect(worker.model.requests[4]?.text).toContain("Read index.mdx before you change it.");
});

test("a title that a person has given the pull request stays", async () => {
  await using worker = await startTestWorker(TWO_ROUNDS);
  const first = await worker.run("Fix the typo");
  await worker.services.db.pullRequest.updateMany({ data: { title: "Ada's title" } });

  await sendMessage(worker.ctx, { id: first.id, prompt: "Use pnpm" });
  await worker.end(first.id);

  expect(await worker.pullRequests()).toMatchObject([
    { title: "Ada's title", body: expect.stringContaining("Use pnpm.") },
  ]);
});

test("a message while the agent works enters before its next model call", async () => {
  let jobId = "";
  await using worker = await startTestWorker(async (request) => {
    if (request.turn === 0) {
      await sendMessage(worker.ctx, { id: jobId, prompt: "And mind the title" });
      return reply.tool("read", { path: "index.mdx" });
    }
    return reply.tool("finish", { title: "Answer", summary: "Minded.", noChange: true });
  });

  jobId = await worker.start("Look at the page");
  const job = await worker.end(jobId);

  expect(job.status).toBe("completed");
  expect(worker.model.requests).toHaveLength(2);
  expect(worker.model.requests[1]?.lastUserText).toBe("And mind the title");
});

test("a message that comes with the last answer keeps the work going", async () => {
  let jobId = "";
  await using worker = await startTestWorker(async (request) => {
    if (request.turn === 0) {
      await sendMessage(worker.ctx, { id: jobId, prompt: "One more thing" });
      return reply.tool("finish", { title: "First", summary: "First.", noChange: true });
    }
    return reply.tool("finish", { title: "Second", summary: "Second.", noChange: true });
  });

  jobId = await worker.start("A question");
  const job = await worker.end(jobId);

  expect(job).toMatchObject({ status: "completed", messageToUser: "Second." });
});

test("messages keep their order", async () => {
  await using worker = await startTestWorker((request) => {
    const wanted = ["one", "two", "three", "four"].every((word) => request.text.includes(word));
    return wanted ? reply.text("All read.") : reply.text("So far so good.", { delayMs: 150 });
  });
  const jobId = await worker.start("one");

  for (const prompt of ["two", "three", "four"]) await sendMessage(worker.ctx, { id: jobId, prompt });
  await worker.end(jobId);

  const last = worker.model.requests.at(-1)?.text ?? "";
  const places = ["one", "two", "three", "four"].map((word) => last.lastIndexOf(`\n${word}`));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places.every((place) => place >= 0)).toBe(true);
});

test("a message to an archived job is refused", async () => {
  await using worker = await startTestWorker([reply.text("Done.")]);
  const job = await worker.run("A question");
  await archiveJob(worker.ctx, { id: job.id });

  await expect(sendMessage(worker.ctx, { id: job.id, prompt: "More" })).rejects.toMatchObject({ code: "job_archived" });
});

test("after a merge, a message gets a new branch from base and a new pull request, and the answer says so", async () => {
  await using worker = await startTestWorker(TWO_ROUNDS);
  const first = await worker.run("Fix the typo");
  await mergePullRequest(worker.ctx, { number: 1 });

  await sendMessage(worker.ctx, { id: first.id, prompt: "Use pnpm" });
  const second = await worker.end(first.id);

  expect(worker.model.requests[3]?.text).toContain(
    "Your pull request #1 (Fix a typo) was merged. You start again from main",
  );
  const [merged, opened] = await worker.pullRequests();
  expect(merged?.state).toBe("merged");
  expect(opened).toMatchObject({ state: "open", number: 2 });
  expect(opened?.branch).not.toBe(merged?.branch);
  expect(second.prLink).toMatch(/\/pulls\/2$/);
  expect(second.messageToUser).toContain("#1");
  expect(await worker.repository.git("rev-list", "--count", `main..${opened?.branch}`)).toBe("1");
});

test("after a close, a message starts anew from base", async () => {
  await using worker = await startTestWorker(TWO_ROUNDS);
  const first = await worker.run("Fix the typo");
  await closePullRequest(worker.ctx, { number: 1 });

  await sendMessage(worker.ctx, { id: first.id, prompt: "Use pnpm" });
  await worker.end(first.id);

  const [, opened] = await worker.pullRequests();
  expect(await worker.repository.read("index.mdx", opened?.branch)).toContain("recieve");
  expect(await worker.repository.read("guides/install.mdx", opened?.branch)).toContain("pnpm");
});

test("another person's commit on the branch is kept, and the next round builds on it", async () => {
  await using worker = await startTestWorker(TWO_ROUNDS);
  const first = await worker.run("Fix the typo");
  const [pullRequest] = await worker.pullRequests();
  await worker.repository.commit({ "people.mdx": "---\ntitle: People\n---\n\nHello.\n" }, pullRequest?.branch);

  await sendMessage(worker.ctx, { id: first.id, prompt: "Use pnpm" });
  await worker.end(first.id);

  expect(await worker.repository.read("people.mdx", pullRequest?.branch)).toContain("Hello.");
  expect(await worker.repository.read("guides/install.mdx", pullRequest?.branch)).toContain("pnpm");
});

test("a push by another person in the middle of a round is kept, and the job's commits go on top", async () => {
  let branch: string | undefined;
  await using worker = await startTestWorker(async (_, index) => {
    if (index === 5) await worker.repository.commit({ "people.mdx": "---\ntitle: People\n---\n" }, branch);
    return TWO_ROUNDS[index];
  });
  const first = await worker.run("Fix the typo");
  branch = (await worker.pullRequests())[0]?.branch;

  await sendMessage(worker.ctx, { id: first.id, prompt: "Use pnpm" });
  const second = await worker.end(first.id);

  expect(second).toMatchObject({ status: "completed", prLink: first.prLink });
  expect(await worker.repository.read("people.mdx", branch)).toContain("People");
  expect(await worker.repository.read("guides/install.mdx", branch)).toContain("pnpm");
  expect((await worker.pullRequests())[0]?.headSha).toBe(await worker.repository.head(branch));
});

test("a cancel in the middle of a model call ends the job immediately and leaves no branch", async () => {
  await using worker = await startTestWorker([
    reply.tool("read", { path: "index.mdx" }),
    reply.tool("edit", { path: "index.mdx", old: "recieve", new: "receive" }),
    reply.hang(),
  ]);
  const jobId = await worker.start("Fix the typo");
  await expect.poll(() => worker.model.requests.length).toBe(3);

  const cancelled = await cancelJob(worker.ctx, { id: jobId });

  expect(cancelled.status).toBe("failed");
  await expect.poll(() => worker.repository.git("for-each-ref", "--format=%(refname)")).toBe("refs/heads/main");
  expect(await getJob(worker.ctx, { id: jobId })).toMatchObject({ status: "failed", prLink: null });
  expect(await worker.services.db.job.findUnique({ where: { id: jobId } })).toMatchObject({ failureCode: "cancelled" });
});
