import { expect, test } from "vitest";
import type { SourceSymbol, SymbolKind } from "../symbols/symbol.ts";
import { findSlips } from "./find-slips.ts";
import type { StatedName } from "./stated-names.ts";

const symbol = (kind: SymbolKind, written: string, key: string): SourceSymbol => ({
  ...{ kind, key, written, path: "src/options.ts", line: 3 },
});
const stated = (kind: StatedName["kind"], written: string, key: string): StatedName => ({
  ...{ kind, key, written, page: "docs/a.md", line: 7 },
});

const SYMBOLS = [
  symbol("variable", "MEMORY_LIMIT", "memory-limit"),
  symbol("flag", "--skip-cache", "skip-cache"),
  symbol("flag", "--output-file", "output-file"),
  symbol("flag", "--output-files", "output-files"),
  symbol("flag", "--short", "short"),
];

const slipsOf = (...names: StatedName[]) =>
  findSlips(names, SYMBOLS).map(({ written, meant }) => `${written} ${meant}`);

test("a name in another order of its parts, and one that is a letter off, are slips of the one that code defines", () => {
  expect(slipsOf(stated("variable", "LIMIT_MEMORY", "limit-memory"))).toEqual(["LIMIT_MEMORY MEMORY_LIMIT"]);
  expect(slipsOf(stated("flag", "--skip-chache", "skip-chache"))).toEqual(["--skip-chache --skip-cache"]);
  expect(findSlips([stated("flag", "--skp-cache", "skp-cache")], SYMBOLS)[0]?.message).toBe(
    "`--skp-cache` is in no source. `--skip-cache` in src/options.ts:3 is nearly the same.",
  );
});

test("short names, other kinds, plurals, and names that are near to several, say nothing", () => {
  expect(
    slipsOf(
      stated("flag", "--shirt", "shirt"),
      stated("variable", "SKIP_CACHES", "skip-chache"),
      stated("flag", "--skip-caches", "skip-caches"),
      stated("flag", "--output-filex", "output-filex"),
      stated("path", "skip/chache.ts", "skip-chache"),
    ),
  ).toEqual([]);
});
