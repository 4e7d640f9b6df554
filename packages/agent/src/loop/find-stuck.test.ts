import { expect, test } from "vitest";
import type { FinishedCall } from "../journal-state.ts";
import { detectStuck } from "./limits.ts";

let made = 0;
const call = (name: string, input: unknown, output: string, isError = false): FinishedCall => {
  made += 1;
  const toolCallId = `call_${made}`;
  return {
    call: { type: "tool-call", toolCallId, toolName: name, input },
    entry: { toolCallId, name, output: { text: output }, isError },
  };
};
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

test("an agent that reads different pages is getting on", () => {
  expect(detectStuck(times(20, (index) => call("read", { path: `${index}.mdx` }, "text")))).toBeNull();
});

test("the same call with the same result four times is stuck", () => {
  expect(detectStuck(times(3, () => call("read", { path: "a" }, "text")))).toBeNull();
  expect(detectStuck(times(4, () => call("read", { path: "a" }, "text")))).toContain("same read call 4 times");
});

test("the same call with changing results is getting on", () => {
  expect(detectStuck(times(6, (index) => call("diff", {}, `${index}`)))).toBeNull();
});

test("the same error three times is stuck, whatever was tried", () => {
  expect(
    detectStuck(times(3, (index) => call("edit", { path: "a", old: `${index}` }, "no such text", true))),
  ).toContain("same error 3 times");
});

test("going back and forth for six steps is stuck", () => {
  const calls = times(6, (index) => call("edit", index % 2 ? { old: "a", new: "b" } : { old: "b", new: "a" }, "ok"));

  expect(detectStuck(calls.slice(0, 5))).toBeNull();
  expect(detectStuck(calls)).toContain("alternated between");
});
