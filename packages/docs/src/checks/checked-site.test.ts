import { expect, test } from "vitest";
import type { DocsReader } from "../docs-reader.ts";
import type { Page } from "../page/page.ts";
import { parsePage } from "../page/parse-page.ts";
import { readSite } from "../read-site.ts";
import { readerOf } from "../testing.ts";
import { checkSite } from "./check-site.ts";
import { rememberPage } from "./checked-site.ts";

const FILES = {
  "mkdocs.yml": "site_name: Ours\n",
  "docs/index.md": "# Home\n",
  "docs/use.md": "# Use\n\n[home](index.md)\n",
};

test("a text is parsed once for a site, and anew when it differs, for another path and for another site", async () => {
  const [site, other] = [await readSite(readerOf(FILES)), await readSite(readerOf(FILES))];
  const parsed: string[] = [];
  const get = (of: typeof site, path: string, text: string): Page =>
    rememberPage(of, { path, text }, () => {
      parsed.push(`${path} ${text}`);
      return parsePage(path, text);
    });
  const first = get(site, "a.md", "# A");

  expect(get(site, "a.md", "# A")).toBe(first);
  expect(get(site, "a.md", "# B").headings[0]?.text).toBe("B");
  get(site, "b.md", "# A");
  get(other, "a.md", "# A");

  expect(parsed).toEqual(["a.md # A", "a.md # B", "b.md # A", "a.md # A"]);
});

test("pages of more than two million characters are forgotten, the one used longest ago first", async () => {
  const site = await readSite(readerOf(FILES));
  const text = "a".repeat(600_000);
  let parsed = 0;
  const get = (path: string) =>
    rememberPage(site, { path, text }, () => {
      parsed += 1;
      return parsePage(path, "");
    });
  for (const path of ["a.md", "b.md", "c.md", "a.md", "d.md"]) get(path);
  expect(parsed).toBe(4);

  get("a.md");
  expect(parsed).toBe(4);
  get("b.md");
  expect(parsed).toBe(5);
});

test("the texts of the pages that a change touches are asked for together", async () => {
  const names = Array.from({ length: 30 }, (_, at) => `docs/page-${at}.md`);
  const base = { ...FILES, ...Object.fromEntries(names.map((name) => [name, "# Page\n\nOld.\n"])) };
  const now = { ...base, ...Object.fromEntries(names.map((name) => [name, "# Page\n\nNew.\n"])) };
  const requests: (readonly string[])[] = [];
  const counted = (of: DocsReader): DocsReader => ({
    ...of,
    readMany(paths) {
      requests.push(paths);
      return of.readMany(paths);
    },
  });
  const changes = names.map((path) => ({ path }));
  await checkSite({ reader: counted(readerOf(now)), base: counted(readerOf(base)), changes });

  expect(requests.filter((paths) => paths.length === 1 && names.includes(paths[0] ?? ""))).toEqual([]);
});
