import { expect, test } from "vitest";
import { createBracketScanner, MAX_LINK } from "./bracket-scanner.ts";

/** A text that counts how often one of its characters is looked at. */
function countReads(text: string) {
  const counter = { reads: 0, text: "" };
  counter.text = new Proxy(Object(text), {
    get(target, name) {
      if (typeof name === "string" && /^\d+$/.test(name)) counter.reads += 1;
      return Reflect.get(target, name);
    },
  }) as string;
  return counter;
}

test.each(["[\n", "[", "[a] [", "> [\n", "[[[]"])("looks at each character once, however %j grows", (unit) => {
  const text = unit.repeat(12_000 / unit.length);
  const brackets = createBracketScanner();
  let reads = 0;
  let from = 0;
  for (let end = 4; end <= text.length; end += 4) {
    const growing = countReads(text.slice(from, end));
    const isEnd = end === text.length;
    for (let at = 0; at < growing.text.length; at += 1) {
      if (text[from + at] !== "[") continue;
      if (brackets.closeOf({ text: growing.text, isEnd }, at) !== "wait") continue;
      brackets.shift(at);
      from += at;
      break;
    }
    reads += growing.reads;
  }

  expect(reads).toBeLessThan(6 * text.length);
});

test.each([
  ["[a](b)", 0, 2],
  ["[a [b] c] d", 0, 8],
  ["[a [b] c] d", 3, 5],
  ["[a \\] b]", 0, 7],
  ["[`]` b]", 0, 6],
  ["[`` ` ]", 0, 6],
  ["[a\n \n b]", 0, "none"],
  ["[a\n b]", 0, 5],
  ["[a", 0, "none"],
  [`[${"a".repeat(MAX_LINK)}]`, 0, null],
] as const)("%j from %i closes at %j", (text, open, close) => {
  expect(createBracketScanner().closeOf({ text, isEnd: true }, open)).toBe(close);
});

test("waits for more where a bracket may still close", () => {
  const brackets = createBracketScanner();
  const closeOf = (text: string) => brackets.closeOf({ text, isEnd: false }, 0);

  expect([closeOf("[a"), closeOf("[a \\"), closeOf("[a \\]\n"), closeOf("[a \\]\n b]")]).toEqual([
    "wait",
    "wait",
    "wait",
    8,
  ]);
});
