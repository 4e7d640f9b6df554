import { reply } from "@docsteward/model-script/script";
import { expect, test } from "vitest";
import { askScripted } from "./testing-answers.ts";

test("a model that says nothing leaves the reader with what the documentation says", async () => {
  const { text, record } = await askScripted([reply.text("")], "What is the size limit of a file?");

  expect(text).toMatch(/^\*The model gave no answer[\s\S]*50 MB/);
  expect(record.sources[0]?.url).toBe("/guide/upload#size-limit");
});

test("a model that only announces its search has not answered", async () => {
  const announced = reply.tool("search", { query: "size limit" }, { text: "Let me look that up." });
  const { text } = await askScripted([announced, reply.text("")], "What is the size limit of a file?");

  expect(text).toMatch(/^Let me look that up\.\n\n\*The model gave no answer[\s\S]*50 MB/);
});

test.each([
  ["the mark of an unanswered question", "[[unanswered]]"],
  ["a citation that belongs to no passage", "[99]"],
  ["a tag", '<img src="https://evil.test/x">'],
  ["those of an image that was made up", "![the size limits](https://evil.test/x)"],
  ["an address that was made up", "https://evil.test/x"],
])("a model whose only words behind its search are %s has not answered", async (_, said) => {
  const announced = reply.tool("search", { query: "size limit" }, { text: "Let me see https://www." });
  const { text } = await askScripted([announced, reply.text(said)], "What is the size limit of a file?");

  expect(text).toMatch(/^Let me see [\s\S]*\n\n\*The model gave no answer[\s\S]*50 MB/);
});

test.each([
  ["max_tokens", "*The answer was cut off here: it reached the maximum length.*"],
  ["refusal", "*The answer was cut off here by the model's provider.*"],
] as const)(
  "an answer that ends in the middle with %s says so, to the reader and in what is kept",
  async (stopReason, line) => {
    const { text, record } = await askScripted([reply.text("A file may be 50 M", { stopReason })], "How large?");

    expect(text).toBe(`A file may be 50 M\n\n${line}`);
    expect(record.text).toBe(text);
  },
);

test("it says so outside of the code block that it ends in", async () => {
  const script = [reply.text("Run:\n\n```sh\nharbor st", { stopReason: "max_tokens" })];
  const { text } = await askScripted(script, "How large?");

  expect(text).toBe("Run:\n\n```sh\nharbor st\n```\n\n*The answer was cut off here: it reached the maximum length.*");
});

test("an answer of a server that sends without end is cut off at a bound, and nothing more is taken of it", async () => {
  const { text, record } = await askScripted([reply.text("A file may be 50 MB. ".repeat(50_000))], "How large?");

  expect(text.length).toBeLessThan(100_100);
  expect(text.endsWith("\n\n*The answer was cut off here: it reached the maximum length.*")).toBe(true);
  expect(record.text).toBe(text);
});
