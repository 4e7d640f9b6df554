import { AppError } from "@docsteward/contract/error";
import type { UiChunk } from "@docsteward/contract/ui-chunk";
import { fixedClock } from "@docsteward/platform/clock";
import { expect } from "vitest";
import type { ProjectContext } from "../context.ts";
import { seedSite } from "../site/testing-site.ts";
import { seedKey, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { answerQuestion } from "../thread/answer.ts";
import { startTurn } from "../thread/turn.ts";
import { type KeyContext, recordAnswer } from "./record.ts";
import { createStreamRecorder } from "./recorder.ts";
import { resumeAnswer } from "./resume.ts";
import { purgeStreams } from "./store.ts";
import { createManualAnswer } from "./testing-answer.ts";

const test = servicesTest()
  .extend("ctx", { scope: "file", auto: true }, async ({ services }) => asKey(await seedProject(services)))
  /** Begins an answer. */
  .extend(
    "ask",
    { scope: "file" },
    ({ ctx }) =>
      async (chatId: string, options: { leftMs?: number; as?: KeyContext } = {}) => {
        const { as = ctx, leftMs } = options;
        const answer = createManualAnswer();
        const client = new AbortController();
        const { chunks } = await recordAnswer(as, { chatId, open: answer.open, signal: client.signal, leftMs });
        const pieces = chunks[Symbol.asyncIterator]();
        const leave = async () => {
          client.abort();
          await pieces.return?.();
        };
        return { answer, pieces, leave };
      },
  )
  .extend(
    "comeBack",
    { scope: "file" },
    ({ ctx }) =>
      async (chatId: string, as: ProjectContext = ctx): Promise<UiChunk[] | null> => {
        const pieces = await resumeAnswer(as, { chatId, signal: anybody() });
        return pieces && readAll(pieces);
      },
  );

let chats = 0;
const newChat = () => `chat-${chats++}-0123456789abcdef`;
const word = (delta: string) => ({ type: "text-delta", id: "0", delta });
const anybody = () => new AbortController().signal;

async function asKey(site: ProjectContext): Promise<KeyContext> {
  return { ...site, actor: { kind: "key", keyId: (await seedKey(site, { kind: "assistant" })).id } };
}

async function readAll(pieces: AsyncIterable<UiChunk>): Promise<UiChunk[]> {
  const all: UiChunk[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

test("a client that comes back gets what it has seen, and then the rest", async ({ ask, comeBack }) => {
  const chatId = newChat();
  const { answer, pieces, leave } = await ask(chatId);
  answer.say("one");
  await pieces.next();
  await leave();

  const again = comeBack(chatId);
  answer.say("two");
  answer.end();

  expect(await again).toEqual([word("one"), word("two")]);
});

test("the beginning of a stream is stored with the question that takes it, and not by the recorder", async ({
  services,
  ctx,
}) => {
  const away = new Proxy(services.db, {
    get() {
      throw new Error("The recorder stores nothing here.");
    },
  });
  const streams = createStreamRecorder({ db: away, clock: services.clock, log: services.log });
  const { projectId, keyId } = { projectId: ctx.project.id, keyId: ctx.actor.keyId };
  const kept = streams.begin({ projectId, keyId, chatId: newChat(), onClose: () => undefined });
  const turn = { id: `msg_${kept.id}`, fp: "ada", threadId: `thr_${kept.id}`, isIssued: true, question: "Why?" };

  const stream = kept.take();
  await startTurn(ctx, { ...turn, commit: "1".repeat(40), model: "sonnet", stream });
  await kept.begun;

  expect(kept.take()).toBeNull();
  expect(await services.db.answerStream.findUnique({ where: { id: kept.id } })).toMatchObject({ projectId, keyId });
  expect(await services.db.threadTurn.count({ where: { id: turn.id, projectId } })).toBe(1);
});

test("a second reader sees the answer while the first one still reads", async ({ ctx, ask }) => {
  const chatId = newChat();
  const { answer, pieces } = await ask(chatId);
  const second = (await resumeAnswer(ctx, { chatId, signal: anybody() }))?.[Symbol.asyncIterator]();
  const seen = second?.next();

  answer.say("one");
  await pieces.next();

  expect((await seen)?.value).toEqual(word("one"));
  answer.end();
  await pieces.next();
});

test("there is nothing to come back to when the answer was read to its end", async ({ ask, comeBack }) => {
  const chatId = newChat();
  const { answer, pieces } = await ask(chatId);

  answer.end();
  await pieces.next();

  await expect.poll(() => comeBack(chatId)).toBeNull();
});

test("an answer that ended without a reader can be resumed once", async ({ services, ask, comeBack }) => {
  const chatId = newChat();
  const { answer, leave } = await ask(chatId);
  await leave();
  answer.say("one");
  answer.end();
  await expect.poll(() => services.db.answerStream.count({ where: { chatId, endedAt: null } })).toBe(0);

  expect(await comeBack(chatId)).toEqual([word("one")]);
  expect(await comeBack(chatId)).toBeNull();
});

test("a client that comes back twice gets the newest answer of its conversation", async ({ ask, comeBack }) => {
  const chatId = newChat();
  const { leave } = await ask(chatId);
  await leave();
  const newer = await ask(chatId);
  newer.answer.say("newer");
  newer.answer.end();

  await newer.leave();

  expect(await comeBack(chatId)).toEqual([word("newer")]);
});

test("the answer stops when its client is gone for good", async ({ ask }) => {
  const { answer, leave } = await ask(newChat(), { leftMs: 20 });

  await leave();

  await expect(answer.stopped).resolves.toBeUndefined();
});

test("the answer stops when its conversation continues without it", async ({ ask }) => {
  const chatId = newChat();
  const first = await ask(chatId);
  await first.leave();

  const second = await ask(chatId);
  second.answer.end();
  await second.pieces.next();

  await expect(first.answer.stopped).resolves.toBeUndefined();
});

test("the answer goes on as long as a client that came back reads it", async ({ services, ask }) => {
  const [readChat, otherChat] = [newChat(), newChat()];
  const read = await ask(readChat, { leftMs: 20 });
  const other = await ask(otherChat, { leftMs: 20 });
  const readAt = (ms: number) =>
    services.db.answerStream.updateMany({
      where: { chatId: readChat },
      data: { readAt: new Date(services.clock.now().getTime() + ms) },
    });
  await readAt(60_000);
  const order: string[] = [];
  void read.answer.stopped.then(() => order.push("read"));

  await read.leave();
  await other.leave();
  await other.answer.stopped;
  order.push("other");
  await readAt(-60_000);
  await read.answer.stopped;

  expect(order).toEqual(["other", "read"]);
});

test("a client that resumes a failed answer gets the error, in a sentence that reveals no internals", async ({
  ask,
  comeBack,
}) => {
  const chatId = newChat();
  const { answer, leave } = await ask(chatId);
  await leave();

  const again = comeBack(chatId);
  answer.fail(new Error("secret detail"));

  expect(await again).toEqual([{ type: "error", errorText: "This answer was interrupted. Ask again." }]);
});

test("a failure before the first word is thrown to the one who asked", async ({ ctx }) => {
  const open = async () => {
    throw new AppError("upstream_error", "The model answers with an error.");
  };

  const asking = recordAnswer(ctx, { chatId: newChat(), open, signal: anybody() });

  await expect(asking).rejects.toMatchObject({ code: "upstream_error" });
});

test.for([
  ["5b0c7f2e9a4d4c3b8e61f0a2d7c95e13", 1],
  ["short", 0],
  ["20261122154256001", 0],
] as const)(
  "an answer in the chat %s is kept %i times: the id must not be guessable",
  async ([chatId, kept], { services, ctx }) => {
    await seedSite(ctx, [{ path: "/upload", title: "Uploads", text: "A file may be 50 MB." }]);
    const messages = [{ role: "user" as const, content: "How large may a file be?" }];

    const { chunks } = await answerQuestion(ctx, { fp: "ada", messages, chatId, signal: anybody() });

    expect(await services.db.answerStream.count({ where: { chatId } })).toBe(kept);
    for await (const chunk of chunks) expect(chunk.type).not.toBe("error");
  },
);

test("hides another key's and another project's conversation", async ({ services, ctx, ask, comeBack }) => {
  const chatId = newChat();
  const { answer } = await ask(chatId);
  const sameSite = await asKey({ ...ctx, actor: { kind: "operator" } });
  const otherSite = await seedProject(services);

  expect(await comeBack(chatId, sameSite)).toBeNull();
  expect(await comeBack(chatId, { ...otherSite, actor: ctx.actor })).toBeNull();
  answer.end();
});

test("an answer of a process that died is not taken up, and breaks off for those who read it", async ({
  services,
  ctx,
  ask,
  comeBack,
}) => {
  const diedAt = services.clock.now().toISOString();
  // Whatever this recorder still writes tells of no later time.
  const streams = createStreamRecorder({ ...services, clock: fixedClock(diedAt) });
  const clock = fixedClock(diedAt);
  const later = { ...ctx, clock };
  const chatId = newChat();
  await ask(chatId, { as: { ...ctx, streams } });
  const reading = await resumeAnswer(later, { chatId, signal: anybody() });
  clock.advance(20_000);

  expect(await comeBack(chatId, later)).toBeNull();
  expect(reading && (await readAll(reading))).toEqual([
    { type: "error", errorText: "This answer was interrupted. Ask again." },
  ]);
  await streams.close();
});

test("an answer that grows beyond the bound is no longer kept", async ({ services, ctx, ask, comeBack }) => {
  const streams = createStreamRecorder({ ...services, maxBytes: 100 });
  const chatId = newChat();
  const { answer, pieces } = await ask(chatId, { as: { ...ctx, streams } });

  answer.say("x".repeat(200));
  await pieces.next();

  await expect.poll(() => comeBack(chatId)).toBeNull();
  answer.end();
  await streams.close();
});

test("when the process stops, every answer ends with a sentence", async ({ services, ctx, ask, comeBack }) => {
  const streams = createStreamRecorder(services);
  const chatId = newChat();
  const { answer } = await ask(chatId, { as: { ...ctx, streams } });
  const again = comeBack(chatId);

  await streams.close();

  await answer.stopped;
  expect((await again)?.at(-1)).toMatchObject({ type: "error", errorText: expect.stringMatching(/is restarting/) });
});

test("kept pieces go a minute after the end, and when their process has been dead for minutes", async ({
  services,
  ask,
}) => {
  const chats = [newChat(), newChat(), newChat()] as const;
  for (const chatId of chats) {
    const { answer, leave } = await ask(chatId);
    await leave();
    answer.end();
  }
  // Until then this process tells now and then that they are alive.
  const running = { chatId: { in: [...chats] }, endedAt: null };
  await expect.poll(() => services.db.answerStream.count({ where: running })).toBe(0);
  const ago = (ms: number) => new Date(services.clock.now().getTime() - ms);
  const set = (chatId: string, data: object) => services.db.answerStream.updateMany({ where: { chatId }, data });
  await set(chats[0], { endedAt: ago(61_000) });
  await set(chats[1], { heartbeatAt: ago(301_000) });

  await purgeStreams(services);

  const left = await services.db.answerStream.findMany({ where: { chatId: { in: [...chats] } } });
  expect(left.map(({ chatId }) => chatId)).toEqual([chats[2]]);
});
