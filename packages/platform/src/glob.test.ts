import { describe, expect, test } from "vitest";
import { compileGlob, explainGlob } from "./glob.ts";

describe("a pattern", () => {
  test.each([
    ["*.md", ["a.md", ".md", ".hidden.md"], ["a/b.md", "a.mdx"]],
    ["**", ["a", "a/b/c"], []],
    ["**/*.mdx", ["a.mdx", "a/b.mdx", "a/.b/c.mdx"], ["a.md"]],
    ["guides/**", ["guides/a", "guides/a/b.md"], ["guides", "guide/a", "guidesx/a"]],
    ["a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["ab", "a/xb"]],
    ["**/a/**/b/**", ["a/b/c", "x/a/y/b/z/w"], ["a/b", "b/a/c"]],
    ["a**b/*", ["ab/c", "axxb/c"], ["a/b/c"]],
    ["?.md", ["a.md", "é.md", "😀.md"], ["ab.md", ".md", "/.md"]],
    ["[a-c]x[!0-9]", ["axb", "cx-"], ["dxb", "ax1", "ax/"]],
    ["[]a]", ["]", "a"], ["b"]],
    ["[a", ["[a"], ["a"]],
    ["*.{md,mdx}", ["a.md", "a.mdx"], ["a.mdxx", "a.{md,mdx}"]],
    ["{a,b{c,d}}/*", ["a/x", "bc/x", "bd/x"], ["b/x"]],
    ["{a/**,b}/c", ["a/x/c", "b/c"], ["x/c"]],
    ["v{1..3}/a", ["v1/a", "v3/a"], ["v4/a"]],
    ["{a}", ["{a}"], ["a"]],
    ["{a,b", ["{a,b"], ["a", "b"]],
    ["\\*.md", ["*.md"], ["a.md"]],
    ["./docs/*", ["docs/a"], ["./docs/a"]],
    ["app/(home)/@x/*.mdx", ["app/(home)/@x/a.mdx"], ["app/home/x/a.mdx"]],
    ["!(a)*", ["!(a)b"], ["b"]],
    ["", [""], ["a"]],
  ])("%s matches whole paths", (pattern, matching, others) => {
    const matches = compileGlob(pattern);

    expect(matching.filter((path) => !matches(path))).toEqual([]);
    expect(others.filter((path) => matches(path))).toEqual([]);
  });

  test("answers the same however often it is asked", () => {
    const matches = compileGlob("**/*a*b");

    expect(["aab", "x/ab", "x", "x/ab"].map(matches)).toEqual([true, true, false, true]);
  });

  test("answers the same when it has forgotten what it met", () => {
    const matches = compileGlob("**/*a*b*{c,d}");
    const paths = Array.from({ length: 12_000 }, (_, index) => {
      const name = String.fromCodePoint(0x4e00 + index, 0x4e01 + index);
      return [`${name}/${name}a${name}b${name}${index % 2 === 0 ? "c" : "e"}`, index % 2 === 0] as const;
    });

    for (let run = 0; run < 3; run += 1)
      expect(paths.filter(([path, isMatch]) => matches(path) !== isMatch)).toEqual([]);
  });

  test("longer than any use matches only itself", () => {
    const pattern = "*".repeat(1_001);

    expect(compileGlob(pattern)("a")).toBe(false);
    expect(compileGlob(pattern)(pattern)).toBe(true);
  });
});

describe("what is not supported is said in a sentence", () => {
  test.each([
    ["!(a).md", "has a group such as !(a)"],
    ["+(a|b)", "Use *, **, ?, [a-z] and {a,b}"],
    ["{".repeat(9), "nests { } deeper than 8 levels"],
    ["a".repeat(1_001), "longer than 1000 characters"],
  ])("%s", (pattern, sentence) => {
    expect(explainGlob(pattern)).toContain(sentence);
  });

  test.each([["**/*.{md,mdx}"], ["\\!(a)"], ["app/(home)/*"]])("%s has nothing to explain", (pattern) => {
    expect(explainGlob(pattern)).toBeNull();
  });
});

describe("a hostile pattern", () => {
  test.each([
    ["of many stars", "**/*a*a*a*a*a*a*a*a*b", "a".repeat(4_000)],
    ["of many folders", `${"**/".repeat(300)}b`, "a/".repeat(2_000)],
    ["of many choices", `${"{a,aa}".repeat(150)}b`, "a".repeat(4_000)],
    ["of one run of stars", `${"*".repeat(400)}b`, "a".repeat(4_000)],
    ["of many sets", `${"[a-z]*".repeat(150)}1`, "a".repeat(4_000)],
  ])("%s costs no more than pattern times path", (_, pattern, path) => {
    const matches = compileGlob(pattern);
    const cost = (text: string) => {
      let best = Number.POSITIVE_INFINITY;
      for (let run = 0; run < 3; run += 1) {
        const before = process.threadCpuUsage();
        expect(matches(text)).toBe(false);
        const { user, system } = process.threadCpuUsage(before);
        best = Math.min(best, user + system);
      }
      return best;
    };

    // A path twice as long costs twice as much; noise of small figures does not count.
    expect(cost(path + path)).toBeLessThan(Math.max(4 * cost(path), 400_000));
  });
});
