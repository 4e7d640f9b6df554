import { expect, test } from "vitest";
import { createConversation } from "./conversation.ts";
import type { Service } from "./service.ts";
import { ServiceError } from "./service.ts";

/** A stream of an answer, in pieces that fall anywhere. */
function streamOf(chunks: object[], { pieceLength = 7, isOpen = false } = {}): ReadableStream<Uint8Array<ArrayBuffer>> {
  const text = `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("")}data: [DONE]\n\n`;
  const bytes = new TextEncoder().encode(text);
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += pieceLength) controller.enqueue(bytes.slice(at, at + pieceLength));
      if (!isOpen) controller.close();
    },
  });
}

const ANSWER = [
  { type: "start", messageId: "msg_1", messageMetadata: { threadId: "thr_1" } },
  { type: "data-activity", data: { type: "search", query: "keys" } },
  { type: "text-delta", id: "answer", delta: "Rotate “keys” " },
  { type: "text-delta", id: "answer", delta: "[1]." },
  { type: "data-source", id: "1", data: { number: 1, path: "/keys", title: "Keys", heading: null, url: "/keys" } },
  { type: "data-later-kind", data: {} },
  { type: "data-outcome", data: { category: "answered" } },
  { type: "finish", messageMetadata: { threadId: "thr_1" } },
];

function open(service: Partial<Service>, kept = new Map<string, string>()) {
  const ended = { wait: Promise.withResolvers<void>() };
  const conversation = createConversation({
    service: service as Service,
    storage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => void kept.set(key, text) },
    storageKey: "k",
    onChange: () => undefined,
    onAnswer: () => {
      ended.wait.resolve();
      ended.wait = Promise.withResolvers();
    },
  });
  return { conversation, kept, ended: () => ended.wait.promise };
}

test("an answer is put together from its stream, whatever kinds of chunks it has", async () => {
  const asked: unknown[] = [];
  const { conversation, ended } = open({
    ask: async (question) => {
      asked.push(question);
      return streamOf(ANSWER);
    },
  });

  conversation.ask("How do I rotate a key?", "a selection");
  await ended();
  conversation.ask("And then?", null);
  await ended();

  const [turn] = conversation.turns();
  expect(turn).toMatchObject({
    ...{ state: "done", answer: "Rotate “keys” [1].", outcome: "answered", messageId: "msg_1", activity: null },
    sources: [{ number: 1, path: "/keys" }],
  });
  expect(asked).toMatchObject([
    { threadId: null, history: [], question: "How do I rotate a key?", selection: "a selection" },
    { threadId: "thr_1", history: [{ answer: "Rotate “keys” [1]." }], question: "And then?" },
  ]);
});

test("a page that is opened next goes on with a running answer, from its first word", async () => {
  const kept = new Map<string, string>();
  const { conversation } = open({ ask: async () => streamOf(ANSWER.slice(0, 3), { isOpen: true }) }, kept);
  conversation.ask("How do I rotate a key?", null);
  await expect.poll(() => conversation.turns()[0]?.answer).toBe("Rotate “keys” ");
  conversation.leave();

  const next = open({ resume: async () => streamOf(ANSWER) }, kept);
  next.conversation.resume();
  await next.ended();

  expect(next.conversation.turns()).toMatchObject([{ state: "done", answer: "Rotate “keys” [1]." }]);
});

test("a page that is opened next has the draft of the one before, and a new conversation keeps it", () => {
  const kept = new Map<string, string>();
  const { conversation } = open({}, kept);
  conversation.write({ text: "How do I", turnId: null });
  conversation.leave();

  const next = open({}, kept).conversation;
  next.clear();

  expect(next.draft()).toEqual({ text: "How do I", turnId: null });
});

test("a conversation that an earlier version of the widget kept goes on", () => {
  const kept = new Map([
    ["k", JSON.stringify({ chatId: "chat_1", threadId: null, turns: [{ id: "1", question: "Why?" }] })],
  ]);

  const { conversation } = open({}, kept);

  expect(conversation.turns()).toMatchObject([{ question: "Why?" }]);
  expect(conversation.draft().text).toBe("");
});

test("a first question that is changed begins another thread", async () => {
  const asked: { threadId: string | null }[] = [];
  const { conversation, ended } = open({
    ask: async (question) => {
      asked.push(question);
      return streamOf(ANSWER);
    },
  });
  conversation.ask("one", null);
  await ended();

  const [first] = conversation.turns();
  if (first) conversation.replace(first, "eins");
  await ended();

  expect(asked).toMatchObject([{ threadId: null }, { threadId: null, history: [] }]);
});

test("a question that is asked again takes the place of the earlier one and of all after it", async () => {
  const { conversation, ended } = open({ ask: async () => streamOf(ANSWER) });
  for (const question of ["one", "two", "three"]) {
    conversation.ask(question, null);
    await ended();
  }

  const [, second] = conversation.turns();
  if (second) conversation.replace(second, "zwei");
  await ended();

  expect(conversation.turns().map(({ question }) => question)).toEqual(["one", "zwei"]);
});

test.each([
  ["a refusal", async () => Promise.reject(new ServiceError("rateLimited", { seconds: 9 })), "rateLimited"],
  ["a connection that breaks", async () => Promise.reject(new TypeError("network")), "unreachable"],
])("%s is kept as a reason with words", async (_name, ask, kind) => {
  const { conversation, ended } = open({ ask });

  conversation.ask("Why?", null);
  await ended();

  expect(conversation.turns()[0]).toMatchObject({ state: "failed", failure: { kind } });
});

test("storage that is blocked or spoilt does not keep anybody from asking", async () => {
  const { conversation, ended } = open({ ask: async () => streamOf(ANSWER) }, new Map([["k", "{"]]));

  conversation.ask("Why?", null);
  await ended();

  expect(conversation.turns()).toHaveLength(1);
});
