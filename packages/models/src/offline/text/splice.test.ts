import { describe, expect, test } from "vitest";
import { applySplices, type Splice, toEditRequests } from "./splice.ts";

type Edit = { old: string; new: string; all?: boolean };

/** Plays the requests as strictly as the tools do: `old` stands exactly once, or all of them go. */
function play(text: string, splices: Splice[]): string {
  const requests = toEditRequests("a.md", text, splices);
  const edits = requests.flatMap(({ input }) =>
    Array.isArray(input.edits) ? input.edits : [input],
  ) as unknown as Edit[];
  return edits.reduce((now, { old, new: put, all }) => {
    const count = now.split(old).length - 1;
    if (count === 0 || (count > 1 && !all)) throw new Error(`${JSON.stringify(old)} stands ${count} times.`);
    return now.split(old).join(put);
  }, text);
}

test("the same replacement everywhere is one edit", () => {
  const splices = [0, 8].map((start) => ({ start, end: start + 3, text: "Bar" }));

  expect(toEditRequests("a.md", "Foo and Foo", splices)).toEqual([
    { tool: "edit", input: { path: "a.md", old: "Foo", new: "Bar", all: true } },
  ]);
});

test("one place among several is named by its line", () => {
  expect(toEditRequests("a.md", "Foo\nFoo here\nFoo", [{ start: 4, end: 7, text: "Bar" }])).toEqual([
    { tool: "edit", input: { path: "a.md", old: "Foo here", new: "Bar here" } },
  ]);
});

test("equal lines are distinguished by the lines around them", () => {
  const text = "a\nFoo\nb\nFoo\nFoo\n";

  for (const start of [2, 8, 12]) {
    const splices = [{ start, end: start + 3, text: "Bar" }];
    expect(play(text, splices)).toBe(applySplices(text, splices));
  }
});

test("a splice that changes nothing asks for nothing", () => {
  expect(toEditRequests("a.md", "Foo", [{ start: 0, end: 3, text: "Foo" }])).toEqual([]);
});

test("more edits than one call may hold come in several calls", () => {
  const text = Array.from({ length: 250 }, (_, index) => `line ${index} Foo /Foo`).join("\n");
  const splices = [...text.matchAll(/ Foo/g)].map(({ index }) => ({ start: index + 1, end: index + 4, text: "Bar" }));

  expect(toEditRequests("a.md", text, splices).map(({ tool }) => tool)).toEqual([
    "multi_edit",
    "multi_edit",
    "multi_edit",
  ]);
  expect(play(text, splices)).toBe(applySplices(text, splices));
});

test("many edits of lines that look alike end in one of the whole text", () => {
  const text = "Foo\n".repeat(3_000);
  const splices = Array.from({ length: 3_000 }, (_, line) => ({
    start: line * 4,
    end: line * 4 + 3,
    text: `Bar ${line}`,
  }));

  expect(toEditRequests("a.md", text, splices)).toHaveLength(1);
  expect(play(text, splices)).toBe(applySplices(text, splices));
});

describe("whatever the text and the places", () => {
  /** Small and repeatable, so that a failure can be looked at. */
  const numbers = (seed: number) => {
    let state = seed;
    return () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state / 2_147_483_648;
    };
  };

  test.each(Array.from({ length: 60 }, (_, seed) => seed))("the edits give what the splices give (%i)", (seed) => {
    const next = numbers(seed + 1);
    const eol = seed % 3 === 0 ? "\r\n" : "\n";
    const lines = Array.from(
      { length: 30 },
      () => ["", "Foo", "Foo bar Foo", "x Foo", "bar", "{", "}"][Math.floor(next() * 7)],
    );
    const text = lines.join(eol) + (seed % 2 === 0 ? eol : "");
    const found = [...text.matchAll(/Foo|bar|\{/g)].filter(() => next() < 0.4);
    const splices = found.map(({ index, 0: word }) => ({
      start: index,
      end: index + (next() < 0.8 ? word.length : 0),
      text: ["Bar", "", `one${eol}two`, "Foo Foo"][Math.floor(next() * 4)] ?? "",
    }));

    expect(play(text, splices)).toBe(applySplices(text, splices));
  });
});
