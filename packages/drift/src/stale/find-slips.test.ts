import { expect, test } from "vitest";
import { findSlips } from "./find-slips.ts";
import type { StatedName } from "./stated-names.ts";

const stated = (kind: StatedName["kind"], written: string, key: string): StatedName => ({
  ...{ kind, key, written, page: "docs/a.md", line: 7 },
});

const NAMES = [
  { key: "memory-limit", written: "MEMORY_LIMIT" },
  { key: "skip-cache", written: "skipCache" },
  { key: "skip-cache", written: "skip-cache" },
  { key: "output-file", written: "output_file" },
  { key: "output-fill", written: "output_fill" },
  { key: "load-items", written: "loadItems" },
  { key: "get-user-name", written: "getUserName" },
  { key: "python-310", written: "python310" },
].map((name) => ({ ...name, path: "src/options.ts" }));

const slipsOf = (...names: StatedName[]) => findSlips(names, NAMES).map(({ written, meant }) => `${written} ${meant}`);

test("a name in another order of its parts or of two letters, and one that is a letter off, are slips of the one in code", () => {
  expect(slipsOf(stated("variable", "LIMIT_MEMORY", "limit-memory"))).toEqual(["LIMIT_MEMORY MEMORY_LIMIT"]);
  expect(slipsOf(stated("flag", "--skip-chache", "skip-chache"))).toEqual(["--skip-chache skip-cache"]);
  expect(slipsOf(stated("option", "loadIetms", "load-ietms"))).toEqual(["loadIetms loadItems"]);
  expect(findSlips([stated("flag", "--skp-cache", "skp-cache")], NAMES)[0]?.message).toBe(
    "`--skp-cache` is in no source. `skip-cache` in src/options.ts is nearly the same.",
  );
});

test("short names, paths, plurals, others of a row, and names that are spelled otherwise or near to several, say nothing", () => {
  expect(
    slipsOf(
      stated("flag", "--shirt", "shirt"),
      stated("path", "skip/chache.ts", "skip-chache"),
      stated("flag", "--skip-caches", "skip-caches"),
      stated("option", "memory_limits_x", "memory-limits-x"),
      stated("option", "limit_memory", "limit-memory"),
      stated("variable", "NEXT_LIMIT_MEMORY", "next-limit-memory"),
      stated("option", "setUserName", "set-user-name"),
      stated("option", "python311", "python-311"),
      stated("flag", "--output-fil", "output-fil"),
      stated("option", "skipCacheAll", "skip-cache-all"),
    ),
  ).toEqual([]);
});
