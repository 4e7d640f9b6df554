import type { LanguageModelV4Message } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { readConversation } from "./read-conversation.ts";

const call = (toolCallId: string): LanguageModelV4Message => ({
  role: "assistant",
  content: [{ type: "tool-call", toolCallId, toolName: "read", input: { path: "a.md" } }],
});
const result = (toolCallId: string, value: Record<string, string | number>): LanguageModelV4Message => ({
  role: "tool",
  content: [{ type: "tool-result", toolCallId, toolName: "read", output: { type: "json", value } }],
});
const place = { path: "a.md", from: 1, to: 9 };

test("lines that are the same as before have the text of the result that said it last", () => {
  const { calls } = readConversation([
    { role: "user", content: [{ type: "text", text: "Look" }] },
    call("1"),
    result("1", { ...place, text: "old" }),
    call("2"),
    result("2", { ...place, text: "new" }),
    call("3"),
    result("3", { ...place, unchanged: "Unchanged since you last read these lines." }),
  ]);

  expect(calls.map(({ reply }) => reply.text)).toEqual(["old", "new", "new"]);
});

test("results that are plain text are read as the lines and matches they name", () => {
  const text = (toolCallId: string, toolName: string, value: string): LanguageModelV4Message => ({
    role: "tool",
    content: [{ type: "tool-result", toolCallId, toolName, output: { type: "text", value } }],
  });
  const search: LanguageModelV4Message = {
    role: "assistant",
    content: [{ type: "tool-call", toolCallId: "2", toolName: "grep", input: { pattern: "b" } }],
  };

  const { calls } = readConversation([
    { role: "user", content: [{ type: "text", text: "Look" }] },
    call("1"),
    text("1", "read", "a.md (lines 2–3 of 9)\n2\tb: 1\n3\t\tc"),
    search,
    text("2", "grep", "a.md:2:b: 1\n\n1 match in 1 file."),
  ]);

  expect(calls[0]?.reply).toEqual({ path: "a.md", from: 2, to: 3, totalLines: 9, text: "b: 1\n\tc" });
  expect(calls[1]?.reply).toEqual({ matches: [{ path: "a.md", line: 2, text: "b: 1" }], isCut: false });
});
