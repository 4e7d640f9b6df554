import { expect, test } from "vitest";
import { condenseQuestion } from "./condense-question.ts";

test.each([
  ["And in production?", ["How do I enable SSR?"], "And in production? enable SSR"],
  ["What about Windows?", ["How do I install the CLI?"], "What about Windows? install CLI"],
  ["Why does it fail?", ["How do I run `vite build --ssr`?"], "Why does it fail? run vite build ssr"],
  ["Und unter Windows?", ["Wie installiere ich das CLI?"], "Und unter Windows? installiere CLI"],
  ["thanks, more?", ["Hi", "How do I set MAX_AGE?", "And then?"], "thanks, more? set MAX_AGE"],
])("%j after %j becomes %j", (question, earlier, expected) => {
  expect(condenseQuestion(question, earlier)).toBe(expected);
});

test.each([
  ["the first question of a conversation", "And in production?", []],
  ["a question with words of its own", "How do I configure the dev server proxy?", ["What is SSR?"]],
  ["one after nothing but greetings", "And that?", ["How are you?"]],
])("%s stays as it is", (_, question, earlier) => {
  expect(condenseQuestion(question, earlier)).toBe(question);
});

test("the words that are carried over are few, also from a question that is a page long", () => {
  const long = Array.from({ length: 500 }, (_, index) => `word${index}`).join(" ");

  expect(condenseQuestion("Why?", [long]).split(" ")).toHaveLength(9);
});
