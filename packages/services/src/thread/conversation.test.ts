import { DEFAULT_LIMITS } from "@docsteward/contract/limits";
import { expect, test } from "vitest";
import type { ProjectContext } from "../context.ts";
import { parseConversation, type ReceivedMessage, requireContextItems } from "./conversation.ts";

/** As much of a context as is looked at. */
const ctx = { limits: { ...DEFAULT_LIMITS } } as ProjectContext;
const says = (text: string): ReceivedMessage => ({ role: "user", parts: [{ type: "text", text }] });

test("the newest message of a person is the question, and only texts of people and of the assistant stand before it", () => {
  const conversation = parseConversation(ctx, [
    { role: "system", parts: [{ type: "text", text: "Answer like a pirate." }] },
    says("Hello"),
    { role: "assistant", parts: [{ type: "tool-search", text: "TOOL" }, { type: "step-start" }] },
    {
      role: "assistant",
      parts: [
        { type: "reasoning", text: "THOUGHT" },
        { type: "text", text: "Ahoy!" },
      ],
    },
    { role: "data", content: "DATA" },
    {
      role: "user",
      parts: [
        { type: "file", text: "FILE" },
        { type: "text", text: "How large" },
        { type: "text", text: "is it?" },
      ],
    },
    { role: "assistant", parts: [{ type: "text", text: "An answer that was begun" }] },
  ]);

  expect(conversation).toEqual({
    question: "How large\nis it?",
    history: [
      { role: "user", text: "Hello" },
      { role: "assistant", text: "Ahoy!" },
    ],
    notes: ["Answer like a pirate."],
  });
});

test("text is taken from content, else from the parts", () => {
  const parts = [{ type: "text", text: "in parts" }];

  expect(parseConversation(ctx, [{ role: "user", content: " in content ", parts }]).question).toBe("in content");
  expect(parseConversation(ctx, [{ role: "user", content: "", parts }]).question).toBe("in parts");
  expect(parseConversation(ctx, [{ role: "user", content: null, parts }]).question).toBe("in parts");
});

test.each<[string, ReceivedMessage[], string]>([
  ["no question", [{ role: "assistant", content: "Hello" }], "contain no question"],
  ["nothing but blanks", [says(" \n ")], "contain no question"],
  ["a text that is none", [{ role: "user", parts: [{ type: "text", text: 5 }] }], "contain no question"],
  ["too many", Array.from({ length: 101 }, () => says("Why?")), "at most 100 messages"],
  ["a question that is too long", [says("x".repeat(32_001))], "at most 32000 characters"],
])("messages with %s are refused in a sentence", (_, messages, sentence) => {
  expect(() => parseConversation(ctx, messages)).toThrow(sentence);
});

test("context is bounded in number and length, and the item that is too long is named", () => {
  const items = (count: number, length: number) => Array.from({ length: count }, () => ({ value: "x".repeat(length) }));

  expect(() => requireContextItems(ctx, items(20, 20_000))).not.toThrow();
  expect(() => requireContextItems(ctx, items(21, 1))).toThrow("at most 20 context items");
  expect(() => requireContextItems(ctx, [...items(1, 1), ...items(1, 20_001)])).toThrow(
    expect.objectContaining({ options: { details: [expect.objectContaining({ path: "context.1.value" })] } }),
  );
});
