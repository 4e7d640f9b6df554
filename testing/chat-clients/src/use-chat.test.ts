import type { ScriptTurn } from "@docsteward/model-script/script";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ChatService, startChatService } from "./testing/chat-service.ts";
import { CLIENTS } from "./testing/clients.ts";

const TEXT = "Use a kill switch [1]. It turns the feature off at once, for everybody.";

let service: ChatService;
beforeAll(async () => {
  service = await startChatService();
  // Where there is no build of the web app, it makes one.
}, 900_000);
afterAll(() => service?.close());

let questions = 0;
/** A new question, and the model's answer to it. */
function teach(turn: ScriptTurn | Promise<ScriptTurn> = { text: TEXT }): string {
  const question = `How do I turn off feature number ${questions++} with a kill switch?`;
  service.teach(question, turn);
  return question;
}

describe.each(CLIENTS)("$name", ({ generation, openPage }) => {
  const version = generation === 4 ? 1 : 2;
  const site = () => service.site({ version });

  test("shows the answer while it is written, its sources and its thread", async () => {
    const gate = Promise.withResolvers<void>();
    await using page = await openPage(site());

    page.ask(teach({ text: TEXT, pieces: 10, until: gate.promise }));
    const early = await page.until(({ answer }) => answer !== "");
    gate.resolve();
    const late = await page.until(({ status }) => status === "ready");

    expect(TEXT.startsWith(early.answer)).toBe(true);
    expect(early.answer.length).toBeLessThan(TEXT.length);
    expect(late).toMatchObject({ error: undefined, answer: TEXT });
    expect(late.messages.at(-1)).toMatchObject({
      sources: [expect.stringContaining("/flags")],
      threadId: expect.stringMatching(/^thr_/),
    });
  });

  test("a follow-up joins the thread", async () => {
    await using page = await openPage(site());
    const [first, second] = [teach(), teach({ text: "Switch it on again [1]." })];
    page.ask(first);
    const { messages } = await page.until(({ status, answer }) => status === "ready" && answer !== "");
    const threadId = messages.at(-1)?.threadId;

    page.ask(second, threadId);
    const after = await page.until(({ status, answer }) => status === "ready" && answer.startsWith("Switch"));

    expect(after.messages.at(-1)?.threadId).toBe(threadId);
    expect(service.prompts(second).at(-1)).toContain(first);
    expect(await service.services.db.threadTurn.count({ where: { thread: { publicId: threadId } } })).toBe(2);
  });

  test("a wrong key is a readable sentence", async () => {
    await using page = await openPage({ ...site(), key: "svc_dsc_wrong" });

    page.ask(teach());
    const { error = "" } = await page.until(({ error }) => error !== undefined);

    expect(JSON.parse(error)).toMatchObject({ code: "invalid_key", error: expect.stringMatching(/^[A-Z].*\.$/) });
  });

  test("a failure of the model in the middle is a readable sentence below what was said", async () => {
    await using page = await openPage(site());

    page.ask(teach({ text: TEXT, overloadedMidStream: true }));
    const { error, answer } = await page.until(({ error }) => error !== undefined);

    expect(error).toMatch(/^The [^{}]*\.$/);
    expect(answer).not.toBe("");
  });

  test("takes a stream that begins before the model's first word", async () => {
    const gate = Promise.withResolvers<void>();
    await using page = await openPage(service.site({ version, process: 1 }));

    page.ask(teach(gate.promise.then(() => ({ text: TEXT }))));
    await expect.poll(() => page.statuses).toEqual([200]);
    gate.resolve();
    const { answer, error, messages } = await page.until(({ status, answer }) => status === "ready" && answer !== "");

    expect({ answer, error }).toEqual({ answer: TEXT, error: undefined });
    expect(messages.at(-1)?.sources).toEqual([expect.stringContaining("/flags")]);
  });

  test("a failure of the model after such a beginning is a readable sentence", async () => {
    const gate = Promise.withResolvers<void>();
    await using page = await openPage(service.site({ version, process: 1 }));

    page.ask(teach(gate.promise.then(() => ({ status: 400, errorMessage: "a vendor's own words" }))));
    await expect.poll(() => page.statuses).toEqual([200]);
    gate.resolve();
    const { error } = await page.until(({ error }) => error !== undefined);

    expect(error).toBe("The assistant's model failed. Try again later.");
  });

  test("stops, and answers the next question", async () => {
    await using page = await openPage(site());
    page.ask(teach({ text: TEXT, until: new Promise(() => undefined) }));
    await page.until(({ answer }) => answer !== "");

    page.stop();
    await page.until(({ status }) => status === "ready");
    page.ask(teach({ text: "Here is the next one [1]." }));
    const { error } = await page.until(({ status, answer }) => status === "ready" && answer.startsWith("Here"));

    expect(error).toBeUndefined();
  });

  // Generation 4 knows of no way to take an answer up.
  if (generation === 4) return;

  test("a page that is loaded again, from another process, takes the answer up", async () => {
    const gate = Promise.withResolvers<void>();
    const question = teach({ text: TEXT, pieces: 10, until: gate.promise });
    await using page = await openPage(site());
    page.ask(question);
    const { id } = await page.until(({ answer }) => answer !== "");
    page.leave();
    await using again = await openPage(service.site({ process: 1 }), { id, asked: [question] });

    again.resume();
    await again.until(({ answer }) => answer !== "");
    gate.resolve();
    const { answer, messages, error } = await again.until(({ status, answer }) => status === "ready" && answer !== "");

    expect(error).toBeUndefined();
    expect(answer).toBe(TEXT);
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  });

  test("a page that is loaded again while nothing runs stays unchanged", async () => {
    await using page = await openPage(site(), { asked: ["What was that?"] });

    page.resume();
    await expect.poll(() => page.statuses).toEqual([204]);
    page.ask(teach());
    const { error, messages } = await page.until(({ answer }) => answer === TEXT);

    expect(error).toBeUndefined();
    expect(messages.map(({ role }) => role)).toEqual(["user", "user", "assistant"]);
  });
});
