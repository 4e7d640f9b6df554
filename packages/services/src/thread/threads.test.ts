import { fixedClock } from "@docsteward/platform/clock";
import { describe, expect } from "vitest";
import type { ProjectContext } from "../context.ts";
import { purgeExpired } from "../purge-expired.ts";
import { seedSite } from "../site/testing-site.ts";
import { readRows, seedKey, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { answerQuestion } from "./answer.ts";
import { exportThreads } from "./export.ts";
import { findThreadByPublicId, getThread, getTurn } from "./get.ts";
import { countQuestions, type ListThreads, listThreads, listUnanswered } from "./list.ts";
import { RECHECK_READER } from "./reader.ts";
import { rateAnswer, startTurn } from "./turn.ts";

const clock = fixedClock("2026-11-20T12:00:00.000Z");
const DAY_MS = 86_400_000;
const test = servicesTest({ clock })
  .extend("seedDocs", { scope: "file" }, ({ services }) => async (): Promise<ProjectContext> => {
    const ctx = await seedProject(services);
    await seedSite(ctx, [{ path: "/flags", title: "Flags", text: "A kill-switch turns a feature off." }]);
    return ctx;
  })
  .extend("mine", { scope: "file" }, ({ seedDocs }) => seedDocs())
  .extend("theirs", { scope: "file" }, ({ seedDocs }) => seedDocs());

/** Asks the offline assistant and reads its answer to the end. Each question comes a minute after the one before. */
async function ask(ctx: ProjectContext, question: string, threadId?: string) {
  clock.advance(60_000);
  const messages = [{ role: "user" as const, content: question }];
  const signal = new AbortController().signal;
  const answer = await answerQuestion(ctx, { fp: "ada", messages, threadId, signal });
  for await (const chunk of answer.chunks) expect(chunk.type).not.toBe("error");
  return answer;
}

const ANSWERED = "What turns a feature off?";
const UNANSWERED = "Which kubernetes operator rotates certificates?";

test("a caller cannot ask as the reader whose questions count nowhere", async ({ services, seedDocs }) => {
  const ctx = await seedDocs();
  const { id: keyId } = await seedKey(ctx, { kind: "assistant" });
  const caller: ProjectContext = { ...ctx, actor: { kind: "key", keyId } };
  const messages = [{ role: "user" as const, content: ANSWERED }];
  const { signal } = new AbortController();

  await expect(answerQuestion(caller, { fp: RECHECK_READER, messages, signal })).rejects.toMatchObject({
    code: "invalid_request",
    options: { details: [{ path: "fp" }] },
  });

  expect(await services.db.thread.count({ where: { projectId: ctx.project.id } })).toBe(0);
});

test("threads are listed by their first question, the one talked in last first, a page at a time", async ({
  seedDocs,
}) => {
  const ctx = await seedDocs();
  const first = await ask(ctx, ANSWERED);
  await ask(ctx, UNANSWERED);
  await ask(ctx, "And a kill-switch?", first.threadId);

  const page = await listThreads(ctx, { limit: 1 });
  const rest = await listThreads(ctx, { limit: 1, cursor: String(page.nextCursor) });

  expect(page.threads).toMatchObject([{ threadId: first.threadId, fp: "ada", firstQuestion: ANSWERED, turnCount: 2 }]);
  expect(rest.threads).toMatchObject([{ firstQuestion: UNANSWERED, turnCount: 1 }]);
  expect(rest.nextCursor).toBeNull();
});

test("threads are found by words, by what became of their questions, by time and by reader", async ({ seedDocs }) => {
  const ctx = await seedDocs();
  const answered = await ask(ctx, ANSWERED);
  const from = clock.now();
  await ask(ctx, UNANSWERED);
  await rateAnswer(ctx, { messageId: answered.messageId, rating: "up" });
  const found = async (query: ListThreads) =>
    (await listThreads(ctx, query)).threads.map(({ firstQuestion }) => firstQuestion);

  expect(await found({ search: " KUBERNETES operator " })).toEqual([UNANSWERED]);
  expect(await found({ search: "turns a feature off." })).toEqual([ANSWERED]);
  expect(await found({ search: "_ubernetes" })).toEqual([]);
  expect(await found({ about: "unanswered" })).toEqual([UNANSWERED]);
  expect(await found({ about: "up" })).toEqual([ANSWERED]);
  expect(await found({ about: "down" })).toEqual([]);
  const aDayLater = { ...ctx, clock: fixedClock(new Date(from.getTime() + DAY_MS + 1)) };
  expect((await listThreads(aDayLater, { days: 1 })).threads).toMatchObject([{ firstQuestion: UNANSWERED }]);
  expect(await found({ fp: "bob" })).toEqual([]);
  expect((await listThreads(ctx)).threads).toMatchObject([
    { unansweredCount: 1, upCount: 0, downCount: 0 },
    { unansweredCount: 0, upCount: 1, downCount: 0 },
  ]);
});

test("threads are found by days, and exported with every question and answer, none of another project", async ({
  seedDocs,
}) => {
  const [ctx, theirs] = [await seedDocs(), await seedDocs()];
  const today = clock.now().toISOString().slice(0, 10);
  const first = await ask(ctx, ANSWERED);
  for (let more = 0; more < 30; more += 1) await ask(ctx, `And a kill-switch, part ${more}?`, first.threadId);
  await ask(ctx, UNANSWERED);
  await ask(theirs, ANSWERED);
  const day = (at: number) => new Date(Date.parse(`${today}T00:00:00Z`) + at * DAY_MS).toISOString().slice(0, 10);

  const rows = await readRows(exportThreads(ctx, { from: today, to: day(1) }));
  const unanswered = await readRows(exportThreads(ctx, { about: "unanswered", search: "kubernetes" }));

  expect(rows[0]?.slice(0, 5)).toEqual(["thread", "reader", "message", "asked_at", "question"]);
  expect(rows.slice(1).map((row) => row[4])).toEqual([
    UNANSWERED,
    ANSWERED,
    ...Array.from({ length: 30 }, (_, more) => `And a kill-switch, part ${more}?`),
  ]);
  expect(rows[2]).toContain("/flags");
  expect(unanswered.slice(1).map((row) => row[6])).toEqual(["unanswered"]);
  expect((await listThreads(ctx, { to: day(-1) })).threads).toEqual([]);
  expect((await listThreads(ctx, { from: day(2) })).threads).toEqual([]);
});

test("questions are counted by day, with what became of them", async ({ seedDocs }) => {
  const ctx = await seedDocs();
  const { messageId } = await ask(ctx, ANSWERED);
  await ask(ctx, UNANSWERED);
  await rateAnswer(ctx, { messageId, rating: "down" });
  const day = clock.now().toISOString().slice(0, 10);

  const counts = await countQuestions(ctx, { days: 1 });
  const later = await countQuestions(
    { ...ctx, clock: fixedClock(new Date(clock.now().getTime() + DAY_MS + 1)) },
    { days: 1 },
  );

  expect(counts).toEqual({
    ...{ questions: 2, answered: 1, unanswered: 1, failed: 0, up: 0, down: 1 },
    byDay: [{ day, questions: 2, unanswered: 1 }],
  });
  expect(later).toMatchObject({ questions: 0, byDay: [] });
});

test("an answer is found by its id, and a thread by the id that its reader knows", async ({ mine }) => {
  const { messageId, threadId } = await ask(mine, ANSWERED);

  expect(await getTurn(mine, { messageId })).toMatchObject({
    question: ANSWERED,
    trace: {
      pageCount: 12,
      steps: [],
      passages: [{ number: 1, cited: 1, path: "/flags", nearness: null, step: null }],
    },
  });
  expect(await findThreadByPublicId(mine, { fp: "ada", threadId })).toMatchObject({ turns: [{ messageId }] });
  expect(await findThreadByPublicId(mine, { fp: "bob", threadId })).toBeNull();
});

test("a thread is shown with all that is known of its turns", async ({ mine }) => {
  const { threadId } = await ask(mine, ANSWERED);
  const thread = (await listThreads(mine)).threads.find((candidate) => candidate.threadId === threadId);

  const shown = await getThread(mine, { id: String(thread?.id) });

  expect(shown.turns).toMatchObject([
    {
      question: ANSWERED,
      answer: expect.stringContaining("> A kill-switch turns a feature off."),
      status: "done",
      category: "answered",
      model: "offline",
      costUsd: 0,
      totalMs: 0,
      rating: null,
      sources: [{ number: 1, path: "/flags", title: "Flags" }],
    },
  ]);
});

test("what the pages do not answer is a list of its own, newest first", async ({ seedDocs }) => {
  const ctx = await seedDocs();
  await ask(ctx, ANSWERED);
  await ask(ctx, UNANSWERED);
  await ask(ctx, "Is there a helm chart for zebras?");

  const page = await listUnanswered(ctx, { limit: 1 });
  const rest = await listUnanswered(ctx, { cursor: String(page.nextCursor) });

  expect(page.turns.map(({ question }) => question)).toEqual(["Is there a helm chart for zebras?"]);
  expect(rest.turns.map(({ question }) => question)).toEqual([UNANSWERED]);
});

test("the newest rating of an answer counts", async ({ services, mine }) => {
  const { messageId } = await ask(mine, ANSWERED);

  await rateAnswer(mine, { messageId, rating: "up", comment: "Nice" });
  const rated = await rateAnswer(mine, { messageId, rating: "down" });

  expect(rated).toEqual({ messageId, rating: "down", comment: null });
  const turn = await services.db.threadTurn.findUnique({ where: { id: messageId } });
  expect(turn).toMatchObject({ rating: "down", comment: null, ratedAt: clock.now() });
});

describe("hides another project's", () => {
  test("threads", async ({ mine, theirs }) => {
    await ask(theirs, ANSWERED);
    const [thread] = (await listThreads(theirs)).threads;

    const listed = (await listThreads(mine)).threads.map(({ id }) => id);

    expect(listed).not.toContain(thread?.id);
    await expect(getThread(mine, { id: String(thread?.id) })).rejects.toMatchObject({ code: "not_found" });
  });

  test("answers, threads by their readers' id, and counts", async ({ theirs, seedDocs }) => {
    const { messageId, threadId } = await ask(theirs, ANSWERED);
    const fresh = await seedDocs();

    await expect(getTurn(fresh, { messageId })).rejects.toMatchObject({ code: "not_found" });
    expect(await findThreadByPublicId(fresh, { fp: "ada", threadId })).toBeNull();
    expect(await countQuestions(fresh, { days: 365 })).toMatchObject({ questions: 0 });
    expect((await listThreads(fresh, { search: "kill-switch" })).threads).toEqual([]);
  });

  test("unanswered questions, and cursors into them", async ({ mine, theirs }) => {
    await ask(theirs, UNANSWERED);
    await ask(theirs, "Is there a helm chart for zebras?");
    const { nextCursor } = await listUnanswered(theirs, { limit: 1 });

    expect((await listUnanswered(mine)).turns).toEqual([]);
    await expect(listUnanswered(mine, { cursor: String(nextCursor) })).rejects.toMatchObject({
      code: "invalid_request",
    });
  });

  test("answers from being rated", async ({ services, mine, theirs }) => {
    const { messageId } = await ask(theirs, ANSWERED);

    await expect(rateAnswer(mine, { messageId, rating: "down" })).rejects.toMatchObject({ code: "not_found" });
    const turn = await services.db.threadTurn.findUnique({ where: { id: messageId } });
    expect(turn?.rating).toBeNull();
  });
});

describe("purging expired threads", () => {
  test("deletes a thread once its last question is older than the retention", async ({ services, seedDocs }) => {
    const ctx = await seedDocs();
    const { threadId } = await ask(ctx, ANSWERED);
    const afterDays = (days: number) => ({
      ...services,
      clock: fixedClock(new Date(clock.now().getTime() + days * DAY_MS)),
    });

    await purgeExpired(afterDays(89));
    expect((await listThreads(ctx)).threads).toMatchObject([{ threadId }]);
    await purgeExpired(afterDays(91));

    expect((await listThreads(ctx)).threads).toEqual([]);
    expect(await services.db.threadTurn.count({ where: { projectId: ctx.project.id } })).toBe(0);
  });

  test("marks an answer as stopped whose process died over it", async ({ services, mine }) => {
    const turn = {
      id: "msg_lost",
      fp: "ada",
      threadId: "lost",
      isIssued: false,
      question: "Why?",
      commit: "1",
      model: "m",
    };
    await startTurn(mine, turn);

    await purgeExpired(services);
    expect(await services.db.threadTurn.findUnique({ where: { id: "msg_lost" } })).toMatchObject({ status: "running" });
    clock.advance(2 * 3_600_000);
    await purgeExpired(services);

    expect(await services.db.threadTurn.findUnique({ where: { id: "msg_lost" } })).toMatchObject({ status: "stopped" });
  });
});
