import { compileGlob } from "@docsteward/platform/glob";
import { expect, test } from "vitest";
import { openTestTools } from "../testing.ts";
import type { JobPages } from "../workspace/job-pages.ts";
import { filterPaths, globTool } from "./find-files.ts";

const LONG = "a".repeat(120);

function search(pattern: string, paths: string[]) {
  const pages = { paths: async () => paths, sourcePaths: async () => null } as unknown as JobPages;
  return globTool.run(
    { pattern },
    { pages, prompts: () => [], repairs: () => 0, isKnown: () => false, pageCpuSeconds: 5 },
  );
}

test("a pattern of many asterisks takes no time on a long name", async () => {
  const before = process.threadCpuUsage();

  const { summary } = await search("**/*a*a*a*a*a*a*a*a*b", [`docs/${LONG}.md`, `docs/${LONG}b`]);

  const { user } = process.threadCpuUsage(before);
  expect(summary).toBe("1 file");
  // Trying every way would take for ever; collected garbage of other tests takes some of this.
  expect(user / 1_000).toBeLessThan(10_000);
});

test("a pattern that costs too much over all files is refused, and other work goes on meanwhile", async () => {
  // All of it would take seconds, and each turn some milliseconds: no name has letters that another one has had.
  const letters = (number: number) =>
    String.fromCodePoint(...Array.from({ length: 40 }, (_, at) => 0x4e00 + ((number * 40 + at) % 20_000)));
  const paths = Array.from({ length: 60_000 }, (_, number) => `docs/${letters(number)}.md`);
  const matches = compileGlob(`**/*${"?*".repeat(60)}b`);
  let turns = 0;
  const other = setInterval(() => {
    turns += 1;
  }, 1);

  await expect(filterPaths(paths, matches, { maxCpuMs: 300 })).rejects.toThrow("takes too long on this many files");

  clearInterval(other);
  expect(turns).toBeGreaterThan(2);
});

test("a pattern with groups that are not known is refused in a sentence", async () => {
  await expect(search("!(a|b).md", ["a.md"])).rejects.toThrow("isn't supported");
});

test("a folder that may not be read is refused instead of listed as empty", async () => {
  await using tools = await openTestTools({ "guides/a.md": "# A\n", "src/code.ts": "1\n" });
  const list = async (path: string) => (await tools.call("list", { path })).output;

  expect(await list("./guides/")).toMatchObject({ entries: [{ path: "guides/a.md", kind: "file" }] });
  expect(await list(".")).toMatchObject({ entries: [{ path: "guides", kind: "folder" }] });
  expect(await list("src")).toEqual({ error: expect.stringContaining("src is neither a page") });
  expect(await list("gone")).toEqual({ error: expect.any(String) });
});
