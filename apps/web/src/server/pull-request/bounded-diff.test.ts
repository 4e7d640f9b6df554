import { leastCpuMs } from "@docsteward/platform/testing-cpu";
import { describe, expect, test } from "vitest";
import { createDiffCache, renderDiffBounded } from "./bounded-diff.ts";
import { type ChangedFile, type RenderedDiff, renderDiff } from "./diff.ts";

const WORDS = "The **brown** `fox` jumps over [the dog](/dog) and {props.value}. ";

function added(path: string, { lines, length }: { lines: number; length: number }): ChangedFile {
  const text = WORDS.repeat(Math.ceil(length / WORDS.length)).slice(0, length);
  const patch = `diff --git a/${path} b/${path}\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,${lines} @@\n${`+${text}\n`.repeat(lines)}`;
  return { path, status: "added", additions: lines, deletions: 0, patch };
}

let heads = 0;
/** Two commits that no other test shows. */
const newRange = () => {
  heads += 1;
  return { base: "b".repeat(40), head: String(heads).padStart(40, "0") };
};
const show = (files: ChangedFile[], options = {}) =>
  renderDiffBounded({ files, range: newRange(), style: "unified" }, options);

describe("a difference", () => {
  test("comes as it does without bounds", async () => {
    const files = [added("a.mdx", { lines: 5, length: 60 }), added("b.md", { lines: 2, length: 10 })];

    expect(await show(files)).toEqual(await renderDiff(files));
  });

  test("of 2,900 long lines is left out with the command to see it, and the process goes on answering", async () => {
    await show([added("a.md", { lines: 1, length: 10 })]);
    const files = [added("it's long.mdx", { lines: 2_900, length: 800 }), added("b.md", { lines: 1, length: 9 })];
    const shown: RenderedDiff[] = [];
    const cpuMs = await leastCpuMs(async () => shown.push(await show(files)), { enoughMs: 500 });
    const [diff = { head: "", files: [] }] = shown;

    expect(diff.files.map(({ html, leftOut }) => [html === null, leftOut])).toEqual([
      [
        true,
        `The changes are too large to show. To see the changes, run: git diff bbbbbbbbbbbb 000000000000 -- 'it'\\''s long.mdx'`,
      ],
      [false, null],
    ]);
    expect(cpuMs).toBeLessThan(500);
    expect(JSON.stringify(diff).length).toBeLessThan(200_000);
  });

  test.each([
    ["too many lines", added("a.md", { lines: 3_100, length: 20 }), "The file has too many changed lines to show."],
    [
      "a line that is too long",
      added("a.md", { lines: 1, length: 6_000 }),
      "The file has lines that are too long to show.",
    ],
    ["too many bytes", added("a.md", { lines: 1_000, length: 300 }), "The changes are too large to show."],
  ])("leaves out a file with %s", async (_, file, sentence) => {
    const [rendered] = (await show([file])).files;

    expect(rendered).toMatchObject({ path: "a.md", additions: file.additions, html: null });
    expect(rendered?.leftOut).toMatch(new RegExp(`^${sentence} To see the changes, run: git diff `));
  });

  test("names the files whose patches git was not let print", async () => {
    const missing: ChangedFile = {
      path: "z.md",
      status: "modified",
      additions: 9,
      deletions: 0,
      patch: "",
      isLeftOut: true,
    };

    const { files } = await show([added("a.md", { lines: 1, length: 10 }), missing]);

    expect(files.map(({ leftOut }) => leftOut)).toEqual([
      null,
      "The difference is too large to show all its changes. To see the changes, run: git diff bbbbbbbbbbbb 000000000000 -- 'z.md'",
    ]);
    expect(files[1]).not.toHaveProperty("isLeftOut");
  });

  test("of many files is shown up to its bound in all, and never makes more than eight megabytes", async () => {
    const files = Array.from({ length: 12 }, (_, index) => added(`${index}.md`, { lines: 900, length: 90 }));

    const diff = await show(files, { cpuSeconds: 30 });

    const shown = diff.files.filter(({ html }) => html !== null);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.length).toBeLessThan(6);
    expect(JSON.stringify(diff).length).toBeLessThan(12_000_000);
    expect(diff.files.at(-1)?.leftOut).toContain("The diff is too long to show this file.");
  });

  test("leaves out the file that takes too long, and shows the others", async () => {
    const heavy = added("heavy.md", { lines: 1_500, length: 120 });

    const diff = await show([heavy, added("small.md", { lines: 1, length: 10 })], { cpuSeconds: 0.15 });

    expect(diff.files[0]?.leftOut).toContain("The changes take too long to show.");
    expect(diff.files).toHaveLength(2);
  });

  test("is rendered once for the same two commits", async () => {
    const input = { files: [added("a.md", { lines: 3, length: 10 })], range: newRange(), style: "unified" } as const;

    const [one, two] = await Promise.all([renderDiffBounded(input), renderDiffBounded(input)]);

    expect(two).toBe(one);
    expect(await renderDiffBounded(input)).toBe(one);
    expect(await renderDiffBounded({ ...input, style: "split" })).not.toBe(one);
  });
});

describe("the cache of differences", () => {
  const diffOf = (size: number): RenderedDiff => ({ head: "x".repeat(size), files: [] });

  test("keeps the ones that were looked at last, up to its size", async () => {
    const cache = createDiffCache({ maxCharacters: 100 });
    const made: string[] = [];
    const look = (name: string) =>
      cache.recall(name, async () => {
        made.push(name);
        return { value: diffOf(40), isKept: true };
      });

    for (const name of ["a", "b", "a", "c", "a", "b"]) await look(name);

    expect(made).toEqual(["a", "b", "c", "b"]);
  });

  test("does not keep what could not be made, or may be better the next time", async () => {
    const cache = createDiffCache({ maxCharacters: 100 });
    await expect(cache.recall("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");

    const first = await cache.recall("a", async () => ({ value: diffOf(1), isKept: false }));
    const second = await cache.recall("a", async () => ({ value: diffOf(1), isKept: true }));

    expect(second).not.toBe(first);
  });
});
