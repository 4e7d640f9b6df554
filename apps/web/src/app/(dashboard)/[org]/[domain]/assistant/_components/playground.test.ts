import { execFileSync } from "node:child_process";
import type { ThreadDetails } from "@docsteward/services/thread/get";
import { describe, expect, test } from "vitest";
import { type CallSettings, countFilters, DEFAULT_SETTINGS, toFields } from "./call-settings.ts";
import { writeCurl, writeUseChat } from "./code-dialog.tsx";
import { formatChatError, isBeingAnswered, outcomeOf, sourcesOf, textOf, toMessages } from "./messages.ts";

const CALL = { baseUrl: "https://docs.test", domain: "acme", fp: "ada", settings: DEFAULT_SETTINGS };
const SETTINGS: CallSettings = {
  retrievalPageSize: 20,
  filter: { version: "2", groups: [], tag: "" },
  currentPath: "/guides",
  context: [{ type: "code", value: "it's `$HOME`" }],
};

describe("the code of a call", () => {
  test("holds only what was chosen", () => {
    expect(toFields(DEFAULT_SETTINGS)).toEqual({});
    expect(toFields(SETTINGS)).toEqual({
      retrievalPageSize: 20,
      filter: { version: "2" },
      currentPath: "/guides",
      context: SETTINGS.context,
    });
    expect(countFilters(SETTINGS)).toBe(1);
  });

  test("is quoted correctly for a shell, whatever the question", () => {
    const question = `What's "$(id)" and \`id\`?\nAnd \\n, 日本?`;
    const code = writeCurl({ ...CALL, question, settings: SETTINGS }).replace(/^curl/, "printf '%s\\0'");

    const words = execFileSync("sh", ["-c", code], { env: { ASSISTANT_KEY: "k" } })
      .toString()
      .split("\0");

    expect(words[1]).toBe("https://docs.test/discovery/v2/assistant/acme/message");
    expect(words).toContain("Authorization: Bearer k");
    const body = JSON.parse(words.at(-2) ?? "");
    expect(body).toEqual({
      fp: "ada",
      ...toFields(SETTINGS),
      messages: [{ id: "1", role: "user", parts: [{ type: "text", text: question }] }],
    });
  });

  test("for React carries the same fields", () => {
    const code = writeUseChat({ ...CALL, question: 'Say "hi"', settings: SETTINGS });

    expect(code).toContain('"retrievalPageSize": 20');
    expect(code).toContain('sendMessage({ text: "Say \\"hi\\"" });');
  });
});

describe("a stored thread becomes the messages of a chat client:", () => {
  const source = {
    number: 1,
    path: "/flags",
    title: "Flags",
    heading: null,
    url: "/flags",
    updatedAt: null,
    sections: [],
  };
  const turn = {
    messageId: "msg_1",
    question: "Why?",
    answer: "So [1].",
    sources: [source],
    category: "answered",
    outcome: "answered",
    status: "done",
  };
  const thread = (...turns: object[]) => ({ threadId: "pg_1", turns }) as unknown as ThreadDetails;

  test("questions and answers, with their sources and outcome", () => {
    const [asked, answered] = toMessages(thread(turn));

    expect(asked).toMatchObject({ role: "user", parts: [{ text: "Why?" }] });
    expect(answered).toMatchObject({ id: "msg_1", role: "assistant" });
    expect(answered && { text: textOf(answered), sources: sourcesOf(answered), outcome: outcomeOf(answered) }).toEqual({
      text: "So [1].",
      sources: [source],
      outcome: "answered",
    });
  });

  test("an answer that is still being written is left to its stream", () => {
    const running = thread(turn, { ...turn, messageId: "msg_2", answer: "", sources: [], status: "running" });

    expect(toMessages(running).map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(isBeingAnswered(running)).toBe(true);
    expect(isBeingAnswered(thread(turn))).toBe(false);
    expect(isBeingAnswered(null)).toBe(false);
  });
});

describe("what failed is a sentence", () => {
  test.each([
    [
      "a problem of the interface",
      '{"error":"This API key has expired.","code":"expired_key"}',
      "This API key has expired.",
    ],
    ["the stream's own error", "The assistant's model failed.", "The assistant's model failed."],
    ["a network that is gone", "Failed to fetch", "Can't reach the service. Check your connection and try again."],
    ["a page that is no answer", "<html>Bad gateway</html>", "The service didn't respond. Try again."],
  ])("%s", (_, message, sentence) => {
    expect(formatChatError(new Error(message))).toBe(sentence);
  });
});
