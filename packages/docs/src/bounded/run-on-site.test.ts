import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createBoundedPool } from "@docsteward/platform/bounded/bounded-pool";
import { afterAll, expect, test } from "vitest";
import { checkSiteBounded } from "../checks/bounded-checks.ts";
import { checkSite } from "../checks/check-site.ts";
import { searchPagesBounded } from "../search/bounded-search.ts";
import { searchPages } from "../search/search-pages.ts";
import { readerOf, wholeReaderOf } from "../testing.ts";
import { runOnSite } from "./run-on-site.ts";

const task = { module: join(dirname(fileURLToPath(import.meta.url)), "testing-site-tasks.ts"), name: "readSiteTask" };
const pool = createBoundedPool({ size: 1 });
afterAll(() => pool.close());

type Read = { titles: [string, string | null][]; texts: Record<string, number>; entries: number; process: number };
const NAVIGATION = JSON.stringify({ navigation: { pages: ["index", "slow"] } });
const FILES = { "docs.json": NAVIGATION, "index.md": "# Home\n", "slow.md": "# Slow\n\nendless\n", "z.md": "# Z\n" };
/** What these take by themselves is some milliseconds; the machine may be busy, which is no CPU time. */
const cpuSeconds = 0.5;

const read = (files: Record<string, string>, spinsOn: string[]) =>
  runOnSite<Read>(task, { readers: { site: readerOf(files) }, input: spinsOn }, { cpuSeconds, pool });

test("a page that takes too much is left empty and named, and the others are read", async () => {
  const { output, skipped } = await read(FILES, ["endless"]);

  expect(skipped).toEqual([{ reader: "site", path: "slow.md", reason: "takes more than 0.5 s of CPU time" }]);
  expect(output.titles).toEqual([
    ["index.md", "Home"],
    ["slow.md", null],
    ["z.md", "Z"],
  ]);
  expect(output.texts).toMatchObject({ "index.md": 7, "slow.md": 0, "z.md": 4 });
  expect(output.entries).toBe(2);
});

test("the same text is not tried again, and another text of the page is", async () => {
  const { output: first } = await read(FILES, ["endless"]);
  const { output: second, skipped } = await read(FILES, ["endless"]);
  const changed = await read({ ...FILES, "slow.md": "# Slow\n\nquick\n" }, ["endless"]);

  // A process that had tried it would have ended with it.
  expect(second.process).toBe(first.process);
  expect(skipped.map(({ path }) => path)).toEqual(["slow.md"]);
  expect(changed.skipped).toEqual([]);
  expect(changed.output.texts["slow.md"]).toBeGreaterThan(0);
});

test("a page that ends its process is left empty, whatever it is called", async () => {
  const { output, skipped } = await read({ "it took:\n1.md": "# One\n\ncrash\n", "z.md": "# Z\n" }, []);

  expect(skipped).toEqual([{ reader: "site", path: "it took:\n1.md", reason: "takes too much memory or stack" }]);
  expect(output.texts["z.md"]).toBe(4);
});

test("a navigation file that takes too much is named in a sentence", async () => {
  await expect(read({ ...FILES, "docs.json": `${NAVIGATION}\n` }, ["navigation"])).rejects.toMatchObject({
    name: "BoundedError",
    message: "docs.json takes more than 0.5 s of CPU time to read. Make it smaller or simpler.",
  });
});

const PAGE = (title: string, body = "") => `---\ntitle: ${title}\n---\n\n${body}\n`;
/** Sound Markdown, of which there is much: below what checks refuse to read, and far more work than the other pages. */
const HEAVY = PAGE("Heavy", "- Some words of lanterns with guides\n".repeat(12_000));

test("checks and search find the same as without bounds", async () => {
  const files = { ...FILES, "index.md": PAGE("Home", "[gone](/gone) [slow](/slow#no)"), "bad.mdx": PAGE("Bad", "<A>") };
  const [reader, base] = [wholeReaderOf(files), wholeReaderOf(FILES)];
  const changes = [{ path: "index.md" }, { path: "bad.mdx" }];
  const options = { cpuSeconds: 20, pool };

  expect(await checkSiteBounded({ reader, base: null }, options)).toEqual(await checkSite({ reader, base: null }));
  const compared = await checkSiteBounded({ reader, base, changes }, options);
  expect(compared).toEqual(await checkSite({ reader, base, changes }));
  expect(compared.errors.length).toBeGreaterThan(1);
  const results = await searchPagesBounded({ site: reader }, { query: "endless slow" }, options);
  expect(results).toEqual(await searchPages(reader, "endless slow"));
  expect(results[0]?.path).toBe("slow.md");
});

test("a page that takes too much is a warning where it did before, and an error where the change made it so", async () => {
  const before = { "docs.json": NAVIGATION, "index.md": PAGE("Home"), "slow.md": HEAVY, "z.md": PAGE("Z") };
  const base = wholeReaderOf(before);
  // The processes have all modules after this, so that what is counted are pages.
  await checkSiteBounded({ reader: wholeReaderOf(FILES), base: null }, { cpuSeconds: 20, pool });
  const check = (files: Record<string, string>) => {
    const changes = Object.keys(files).map((path) => ({ path }));
    return checkSiteBounded({ reader: wholeReaderOf({ ...before, ...files }), base, changes }, { cpuSeconds, pool });
  };
  const heavier = { "slow.md": `${HEAVY}More.\n`, "index.md": PAGE("Home", "[gone](/gone)") };
  const touched = await check(heavier);
  const made = await check({ "z.md": `${HEAVY}By the agent.\n` });
  const message =
    "The page takes more than 0.5 s of CPU time to read, so it was not checked. Make it smaller or simpler.";
  const finding = (path: string) => ({ path, line: 1, column: 1, rule: "slow-page", message });

  expect(touched.errors.map(({ path, rule }) => [path, rule])).toEqual([["index.md", "broken-link"]]);
  expect(touched.warnings).toEqual([finding("slow.md")]);
  expect(made.errors).toContainEqual(finding("z.md"));
});
