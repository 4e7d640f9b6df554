import { createBoundedPool } from "@docsteward/platform/bounded/bounded-pool";
import { afterAll, expect, test } from "vitest";
import { readerOf, wholeReaderOf } from "../testing.ts";
import { checkSiteBounded } from "./bounded-checks.ts";
import { checkSite } from "./check-site.ts";
import { parseAhead } from "./parse-ahead.ts";

const pool = createBoundedPool({ size: 1 });
afterAll(() => pool.close());

const COUNT = 300;
const pathOf = (index: number) => `guide/page-${String(index).padStart(3, "0")}.mdx`;
const paths = Array.from({ length: COUNT }, (_, index) => pathOf(index));

/** Each page links to one far from it, and each seventh has a fault. */
function siteFiles(): Record<string, string> {
  const pages = paths.map((path, index): [string, string] => {
    const other = (index * 97) % COUNT;
    const fault = index % 7 === 0 ? "\n[Gone](/guide/gone) and <Unknown>\n" : "";
    const text = `---\ntitle: Page ${index}\n---\n\n## Part ${index}\n\n[There](/guide/page-${String(other).padStart(3, "0")}#part-${other})\n${fault}`;
    return [path, text];
  });
  const navigation = { navigation: { pages: paths.map((path) => path.replace(".mdx", "")) } };
  return { "docs.json": JSON.stringify(navigation), ...Object.fromEntries(pages) };
}

test("a site has the same findings with threads as without", async () => {
  const reader = wholeReaderOf(siteFiles());
  const alone = await checkSite({ reader, base: null });
  const helped = await checkSite({ reader: wholeReaderOf(siteFiles()), base: null, threads: 2 });

  expect(helped).toEqual(alone);
  expect(alone.errors.length).toBeGreaterThan(COUNT / 8);
  expect(alone.counts.pages).toBe(COUNT);
});

test("threads begin with the last pages, and a page that they cannot read is for the caller", async () => {
  const files = Object.fromEntries(paths.map((path) => [path, `# ${path}\n`]));
  const reader = readerOf(files);
  const last = pathOf(COUNT - 1);
  using ahead = parseAhead({
    paths,
    threads: 1,
    readMany: async (wanted) => (await reader.readMany(wanted)).filter(({ path }) => path !== last),
    optionsOf: () => ({}),
  });

  expect(await ahead.take(last)).toBeUndefined();
  expect((await ahead.take(pathOf(COUNT - 2)))?.headings[0]?.text).toBe(pathOf(COUNT - 2));
  expect(await ahead.take(pathOf(0))).toBeUndefined();
});

test("few pages start no thread, and disposing leaves nobody waiting", async () => {
  const readMany = async (wanted: string[]) => wanted.map((path) => ({ path, text: "# A\n" }));
  using few = parseAhead({ paths: paths.slice(0, 10), threads: 1, readMany, optionsOf: () => ({}) });
  expect(await few.take(pathOf(9))).toBeUndefined();

  const many = parseAhead({ paths, threads: 1, readMany, optionsOf: () => ({}) });
  const waiting = many.take(pathOf(COUNT - 1));
  many[Symbol.dispose]();
  expect([undefined, "A"]).toContain((await waiting)?.headings[0]?.text);
});

test.each(["first", "last"])(
  "the %s page that takes too much is the one that is named, with threads",
  async (which) => {
    const slow = which === "first" ? pathOf(1) : pathOf(COUNT - 2);
    const files = { ...siteFiles(), [slow]: `# Slow\n\n${"- Some words of lanterns with guides\n".repeat(12_000)}` };
    const check = (threads: number, cpuSeconds: number) =>
      checkSiteBounded({ reader: wholeReaderOf(files), base: null }, { cpuSeconds, pool, threads });
    // The process has all modules after this, so that what is counted are pages.
    await checkSiteBounded({ reader: wholeReaderOf({ "a.md": "# A\n" }), base: null }, { cpuSeconds: 20, pool });
    const found = await check(1, 0.5);

    const named = [...found.errors, ...found.warnings].filter(({ rule }) => rule === "slow-page");
    expect(named.map(({ path }) => path)).toEqual([slow]);
    expect(found.counts.pages).toBe(COUNT);
  },
);
