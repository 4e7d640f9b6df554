// Long: the whole life of a job at its worker, from the claim to its end, over one set of helpers.
import { describe, expect } from "vitest";
import type { ProjectContext } from "../context.ts";
import { type Lease, LeaseLostError, releaseLease } from "../lease.ts";
import { repositoryKey } from "../repository-use.ts";
import { seedJob, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { listEvents } from "./events.ts";
import { getJob } from "./job.ts";
import { appendToJournal, listUnreadMessages } from "./journal.ts";
import { claimJob, failJob, finishJob } from "./lease.ts";
import { sendMessage } from "./send-message.ts";
import { cancelJob, handleDeadLetter } from "./stop.ts";

const test = servicesTest();

const LINK = "http://docsteward.test/acme/docs/pulls/1";
/** A round has read the first message. */
const READ = { entries: [{ kind: "messages", data: {} }], patch: { takenMessageSeq: 1 } };
const DONE = { pullRequest: { number: 1, url: LINK }, messageToUser: "Done." };

async function open(ctx: ProjectContext, jobId: string) {
  const opened = await claimJob(ctx, { id: jobId });
  if (!opened) throw new Error(`There is nothing to do in ${jobId}.`);
  return opened;
}

const typesOf = async (ctx: ProjectContext, id: string) => (await listEvents(ctx, { id })).map(({ type }) => type);

test("a worker opens a job, records its work and finishes it", async ({ services }) => {
  const ctx = await seedProject(services);
  const { id } = await seedJob(ctx);

  const { lease, messages, journal } = await open(ctx, id);
  await appendToJournal(ctx, {
    lease,
    entries: [
      { kind: "messages", data: { taken: 1 } },
      { kind: "model", data: { text: "NUL \0 and a lone \ud800" } },
    ],
    events: [
      { type: "message.taken", data: { messageId: messages[0]?.id ?? "" } },
      { type: "job.titled", data: { title: "A title" } },
    ],
    patch: {
      title: "A ti\0tle",
      branch: "docsteward/a",
      takenMessageSeq: 1,
      todos: [{ id: "1", content: "Read\0", status: "completed", priority: "high" }],
      usage: { inputTokens: 10, cachedInputTokens: 4, outputTokens: 2, modelCalls: 1, costMicroUsd: 0 },
    },
  });
  const end = await finishJob(ctx, { lease, ...DONE });

  expect(journal).toEqual([]);
  expect(end).toBe("ended");
  expect(await getJob(ctx, { id })).toMatchObject({ status: "completed", prLink: LINK });
  expect(await services.db.job.findUnique({ where: { id } })).toMatchObject({
    title: "A title",
    branch: "docsteward/a",
    attempt: 1,
    inputTokens: 10,
    modelCalls: 1,
    messageToUser: "Done.",
    endedAt: expect.any(Date),
  });
  expect(await typesOf(ctx, id)).toEqual([
    "job.created",
    "job.started",
    "message.taken",
    "job.titled",
    "job.completed",
  ]);
});

test("the next worker finds the journal as it was written", async ({ services }) => {
  const ctx = await seedProject(services);
  const { id } = await seedJob(ctx);
  const first = await open(ctx, id);
  const data = { b: 1, a: "zwei \0 \ud800 \u{1f600}", nested: [{ n: 1.5 }, null] };
  await appendToJournal(ctx, { lease: first.lease, entries: [{ kind: "model", data: { index: 0 } }] });
  const tools = [data, { index: 2 }].map((tool) => ({ kind: "tool", data: tool }));
  await appendToJournal(ctx, { lease: first.lease, entries: tools });

  const second = await open(ctx, id);

  expect(second.lease.attempt).toBe(2);
  expect(second.journal).toEqual([
    { seq: 1, attempt: 1, kind: "model", data: { index: 0 } },
    { seq: 2, attempt: 1, kind: "tool", data },
    { seq: 3, attempt: 1, kind: "tool", data: { index: 2 } },
  ]);
  expect(Object.keys(second.journal[1]?.data as object)).toEqual(["b", "a", "nested"]);
});

test("of two workers the older one can write nothing more", async ({ services }) => {
  const ctx = await seedProject(services);
  const { id } = await seedJob(ctx);
  const older = await open(ctx, id);
  const newer = await open(ctx, id);

  const entry = {
    entries: [{ kind: "tool", data: {} }],
    events: [{ type: "job.titled" as const, data: { title: "x" } }],
  };
  await expect(appendToJournal(ctx, { lease: older.lease, ...entry })).rejects.toBeInstanceOf(LeaseLostError);
  await expect(finishJob(ctx, { lease: older.lease, ...DONE })).rejects.toBeInstanceOf(LeaseLostError);
  await expect(failJob(ctx, { lease: older.lease, code: "stuck", reason: "Stuck." })).rejects.toBeInstanceOf(
    LeaseLostError,
  );

  await appendToJournal(ctx, { lease: newer.lease, patch: { takenMessageSeq: 1 } });
  expect(await finishJob(ctx, { lease: newer.lease, ...DONE })).toBe("ended");
  expect(await typesOf(ctx, id)).not.toContain("job.titled");
});

test("there is nothing to do in a job that has ended or does not exist", async ({ services }) => {
  const ctx = await seedProject(services);
  const { id } = await seedJob(ctx, { status: "completed" });

  expect(await claimJob(ctx, { id })).toBeNull();
  expect(await claimJob(ctx, { id: "job_unknown" })).toBeNull();
});

test("parallel records and messages number their events without gaps", async ({ services }) => {
  const ctx = await seedProject(services);
  const { id } = await seedJob(ctx);
  const { lease } = await open(ctx, id);

  await Promise.all(
    Array.from({ length: 15 }, (_, index) => [
      appendToJournal(ctx, {
        lease,
        entries: [{ kind: "tool", data: { index } }],
        events: [
          { type: "job.titled", data: { title: `${index} a` } },
          { type: "job.titled", data: { title: `${index} b` } },
        ],
      }),
      sendMessage(ctx, { id, prompt: `Message ${index}` }),
    ]).flat(),
  );

  const events = await listEvents(ctx, { id });
  expect(events.map((event) => event.id)).toEqual(Array.from({ length: 47 }, (_, index) => index + 1));
  expect((await open(ctx, id)).journal).toHaveLength(15);
});

describe("a message that comes while the worker is at it", () => {
  test("is told of by the next write, until one has taken it", async ({ services }) => {
    const ctx = await seedProject(services);
    const { id } = await seedJob(ctx);
    const { lease } = await open(ctx, id);
    const write = (patch = {}) => appendToJournal(ctx, { lease, patch });

    expect(await write()).toEqual({ hasUnread: true });
    expect(await write({ takenMessageSeq: 1 })).toEqual({ hasUnread: false });
    await sendMessage(ctx, { id, prompt: "And this" });
    expect(await write()).toEqual({ hasUnread: true });
    expect(await write({ takenMessageSeq: 2 })).toEqual({ hasUnread: false });
  });

  test("keeps the job active when the round ends, and is waiting for the next one", async ({ services }) => {
    const ctx = await seedProject(services);
    const { id } = await seedJob(ctx);
    const { lease } = await open(ctx, id);
    await appendToJournal(ctx, { lease, patch: { takenMessageSeq: 1 } });
    await sendMessage(ctx, { id, prompt: "And this" });

    expect(await finishJob(ctx, { lease, ...DONE })).toBe("more");

    expect(await getJob(ctx, { id })).toMatchObject({ status: "active", prLink: LINK });
    expect(await listUnreadMessages(ctx, lease)).toMatchObject([{ seq: 2, content: "And this", role: "user" }]);
    expect((await open(ctx, id)).job).toMatchObject({ pullRequestNumber: 1, prLink: LINK });
    expect(await typesOf(ctx, id)).not.toContain("job.completed");
  });

  test("ends the claim of the round, so that its end is not recorded twice", async ({ services }) => {
    const ctx = await seedProject(services);

    for (const end of [
      (lease: Lease<"job">) => finishJob(ctx, { lease, ...DONE }),
      (lease: Lease<"job">) => failJob(ctx, { lease, code: "stuck", reason: "It did not work." }),
    ]) {
      const { id } = await seedJob(ctx);
      const { lease } = await open(ctx, id);
      await appendToJournal(ctx, { lease, ...READ });
      await sendMessage(ctx, { id, prompt: "And this" });

      expect(await end(lease)).toBe("more");
      await expect(end(lease)).rejects.toBeInstanceOf(LeaseLostError);

      expect(await getJob(ctx, { id })).toMatchObject({ status: "active" });
      expect((await open(ctx, id)).journal).toHaveLength(2);
    }
  });

  test("races the finish and is never lost: the job is active with it, or was woken by it", async ({ services }) => {
    const ctx = await seedProject(services);

    for (let round = 0; round < 8; round += 1) {
      const { id } = await seedJob(ctx);
      const { lease } = await open(ctx, id);
      await appendToJournal(ctx, { lease, patch: { takenMessageSeq: 1 } });
      const [end] = await Promise.all([
        finishJob(ctx, { lease, ...DONE }),
        sendMessage(ctx, { id, prompt: "And this" }),
      ]);

      expect(["ended", "more"]).toContain(end);
      expect(await getJob(ctx, { id })).toMatchObject({ status: "active" });
      expect(await listUnreadMessages(ctx, lease)).toMatchObject([{ seq: 2 }]);
    }
  });

  test("is not retried immediately after a round that failed before it read any message: the next one would fail too", async ({
    services,
  }) => {
    const ctx = await seedProject(services);
    const { id } = await seedJob(ctx);
    const { lease } = await open(ctx, id);

    expect(await failJob(ctx, { lease, code: "limit_reached", reason: "It is too early." })).toBe("ended");
    await sendMessage(ctx, { id, prompt: "Try again" });
    const next = await open(ctx, id);

    expect(await listUnreadMessages(ctx, next.lease)).toMatchObject([{ seq: 1 }, { seq: 2 }]);
  });

  test("is served after a failed round, too, unless the repository's connection is wrong", async ({ services }) => {
    const ctx = await seedProject(services);

    for (const [code, end, status] of [
      ["stuck", "more", "active"],
      ["git_misconfigured", "ended", "failed"],
    ] as const) {
      const { id } = await seedJob(ctx);
      const { lease } = await open(ctx, id);
      await appendToJournal(ctx, { lease, ...READ });
      await sendMessage(ctx, { id, prompt: "And this" });

      expect(await failJob(ctx, { lease, code, reason: "It did not work." })).toBe(end);
      expect(await getJob(ctx, { id })).toMatchObject({ status });
      expect(await typesOf(ctx, id)).toContain("job.failed");
    }
  });
});

describe("cancelling", () => {
  test("ends an active job immediately, and its worker loses the lease", async ({ services }) => {
    const ctx = await seedProject(services);
    const { id } = await seedJob(ctx);
    const { lease } = await open(ctx, id);
    const heard: (string | null)[] = [];
    const unsubscribe = services.notifier.subscribe("cancel", (jobId) => heard.push(jobId));

    const job = await cancelJob(ctx, { id });

    expect(job).toMatchObject({ status: "failed", prLink: null });
    await expect(appendToJournal(ctx, { lease })).rejects.toBeInstanceOf(LeaseLostError);
    expect((await listEvents(ctx, { id })).at(-1)).toMatchObject({ type: "job.failed", data: { code: "cancelled" } });
    await expect.poll(() => heard).toEqual([id]);
    unsubscribe();
  });

  test("is refused when the job has ended", async ({ services }) => {
    const ctx = await seedProject(services);
    const { id } = await seedJob(ctx, { status: "completed" });

    await expect(cancelJob(ctx, { id })).rejects.toMatchObject({
      code: "job_not_cancellable",
      message: "This job can't be cancelled: it is already completed.",
    });
  });

  test("races the finish: exactly one of them ends the job", async ({ services }) => {
    const ctx = await seedProject(services);

    for (let round = 0; round < 8; round += 1) {
      const { id } = await seedJob(ctx);
      const { lease } = await open(ctx, id);
      await appendToJournal(ctx, { lease, patch: { takenMessageSeq: 1 } });
      const [cancelled, finished] = await Promise.allSettled([
        cancelJob(ctx, { id }),
        finishJob(ctx, { lease, ...DONE }),
      ]);

      expect([cancelled.status, finished.status].sort()).toEqual(["fulfilled", "rejected"]);
      const endings = (await typesOf(ctx, id)).filter((type) => type === "job.completed" || type === "job.failed");
      expect(endings).toEqual([cancelled.status === "fulfilled" ? "job.failed" : "job.completed"]);
    }
  });

  test("keeps waiting messages for the next one", async ({ services }) => {
    const ctx = await seedProject(services);
    const { id } = await seedJob(ctx);
    const { lease } = await open(ctx, id);
    await appendToJournal(ctx, { lease, patch: { takenMessageSeq: 1 } });
    await sendMessage(ctx, { id, prompt: "Waits" });
    await cancelJob(ctx, { id });

    expect(await claimJob(ctx, { id })).toBeNull();
    await sendMessage(ctx, { id, prompt: "Wakes" });

    const { lease: next } = await open(ctx, id);
    expect((await listUnreadMessages(ctx, next)).map(({ content }) => content)).toEqual(["Waits", "Wakes"]);
  });

  test("closes a pull request that this round has opened, and leaves an earlier one alone", async ({ services }) => {
    const ctx = await seedProject(services);
    const { id } = await seedJob(ctx, { pullRequestNumber: 1, prLink: LINK });
    const { id: projectId, repository } = ctx.project;
    const at = { projectId, repository, repositoryKey: repositoryKey(ctx.project) };
    const pullRequest = { ...at, jobId: id, title: "t", body: "", baseRef: "main", baseSha: "b" };
    for (const number of [1, 2]) {
      await services.db.pullRequest.create({
        data: { ...pullRequest, id: `pr_${id}_${number}`, number, branch: `b${number}`, headSha: "h" },
      });
    }

    const job = await cancelJob(ctx, { id });

    const states = await services.db.pullRequest.findMany({ where: { jobId: id }, orderBy: { number: "asc" } });
    expect(states.map(({ state }) => state)).toEqual(["open", "closed"]);
    expect(job.prLink).toBe(LINK);
  });

  test("hides another project's job", async ({ services }) => {
    const [mine, theirs] = [await seedProject(services), await seedProject(services)];
    const { id } = await seedJob(theirs);

    await expect(cancelJob(mine, { id })).rejects.toMatchObject({ code: "not_found" });
    await expect(getJob(mine, { id })).rejects.toMatchObject({ code: "not_found" });
    await expect(listEvents(mine, { id })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a job whose queue entry failed permanently", () => {
  test("fails instead of staying active", async ({ services }) => {
    const ctx = await seedProject(services);
    const { id } = await seedJob(ctx);
    const { lease } = await open(ctx, id);

    expect([await handleDeadLetter(ctx, { id }), await handleDeadLetter(ctx, { id })]).toEqual(["ended", "rests"]);

    expect(await getJob(ctx, { id })).toMatchObject({ status: "failed" });
    await expect(appendToJournal(ctx, { lease })).rejects.toBeInstanceOf(LeaseLostError);
    expect((await typesOf(ctx, id)).filter((type) => type === "job.failed")).toHaveLength(1);
  });

  test("is queued again while its workers make progress, and fails after two that do not", async ({ services }) => {
    const ctx = await seedProject(services);
    const { id } = await seedJob(ctx);
    const giveUp = async () => releaseLease(ctx, (await open(ctx, id)).lease);
    await giveUp();
    const { lease } = await open(ctx, id);
    await appendToJournal(ctx, { lease, entries: [{ kind: "model", data: {} }] });
    await releaseLease(ctx, lease);

    await giveUp();
    expect(await handleDeadLetter(ctx, { id })).toBe("requeued");
    await giveUp();
    expect(await handleDeadLetter(ctx, { id })).toBe("ended");
  });
});
