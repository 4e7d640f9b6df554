import { expect, test } from "vitest";
import type { JobPages } from "../workspace/job-pages.ts";
import { globTool } from "./find-files.ts";

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
  expect(user / 1_000).toBeLessThan(500);
});

test("a pattern that costs too much over all files is refused, and other work goes on meanwhile", async () => {
  const paths = Array.from({ length: 60_000 }, (_, number) => `docs/${LONG}${number}.md`);
  let turns = 0;
  const other = setInterval(() => {
    turns += 1;
  }, 1);

  await expect(search(`**/*${"a*".repeat(140)}b`, paths)).rejects.toThrow("takes too long on this many files");

  clearInterval(other);
  expect(turns).toBeGreaterThan(5);
});

test("a pattern with groups that are not known is refused in a sentence", async () => {
  await expect(search("!(a|b).md", ["a.md"])).rejects.toThrow("isn't supported");
});
