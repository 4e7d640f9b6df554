import { expect, test } from "vitest";
import { docsMap, foldedEditions } from "./docs-map.ts";
import { readSite } from "./read-site.ts";
import { readerOf, wholeReaderOf } from "./testing.ts";

const page = (title: string, more = "") => `---\ntitle: ${title}\n${more}---\n`;

test("lists pages as the navigation does, then the rest", async () => {
  const site = await readSite(
    readerOf({
      "docs.json": JSON.stringify({ navigation: { pages: ["z", "b/a"] } }),
      "a.mdx": page("Rest", "hidden: true\n"),
      "b/a.mdx": page("Second"),
      "z.mdx": page("First", "description: Read this\n"),
      "n.mdx": "No title.\n",
    }),
  );

  expect(await docsMap(site)).toBe(
    ["z.mdx — First: Read this", "b/a.mdx — Second", "a.mdx — Rest (hidden)", "n.mdx"].join("\n"),
  );
});

test("goes into a folder where the navigation names it", async () => {
  const site = await readSite(
    readerOf({
      "pages/_meta.json": '{ "start": "", "guide": "", "end": "" }',
      "pages/guide/_meta.json": '{ "b": "" }',
      "pages/start.md": "# Start\n",
      "pages/guide/a.md": "# A\n",
      "pages/guide/b.md": "# B\n",
      "pages/end.md": "# End\n",
    }),
  );

  expect((await docsMap(site)).match(/— \w+/g)).toEqual(["— Start", "— B", "— A", "— End"]);
});

test("without navigation, by folder and the position a page gives itself", async () => {
  const site = await readSite(
    readerOf({
      "docs/b.md": page("B", "sidebar_position: 1\n"),
      "docs/a.md": page("A", "sidebar_position: 2\n"),
      "docs/index.md": page("Home"),
    }),
  );

  expect((await docsMap(site)).match(/— \w+/g)).toEqual(["— Home", "— B", "— A"]);
});

test("over the budget it gives up descriptions first, then pages, and says how many", async () => {
  const files = Array.from({ length: 50 }, (_, n) => [
    `p${n + 10}.md`,
    page(`Page ${n}`, "description: Something long.\n"),
  ]);
  const site = await readSite(readerOf(Object.fromEntries(files)));

  const short = await docsMap(site, { maxCharacters: 1_200 });
  const cut = await docsMap(site, { maxCharacters: 400 });

  expect(short).not.toContain("Something");
  expect(short.split("\n")).toHaveLength(50);
  expect(cut.length).toBeLessThanOrEqual(400);
  expect(cut).toMatch(/… and \d+ more pages, not listed/);
});

test("the nearest pages come first when not all can be named, and are not looked for when all can", async () => {
  const files = Array.from({ length: 50 }, (_, n) => [`guides/p${n + 10}.md`, page("Page")]);
  const site = await readSite(readerOf(Object.fromEntries(files)));
  let searches = 0;
  const findNearest = async () => {
    searches += 1;
    return ["guides/p50.md", "guides/gone.md", "guides/p44.md"];
  };

  const whole = await docsMap(site, { findNearest });
  const map = await docsMap(site, { findNearest, maxCharacters: 400 });

  expect(whole.split("\n")[0]).toBe("guides/p10.md — Page");
  expect(map.split("\n").slice(0, 3)).toEqual(["guides/p50.md — Page", "guides/p44.md — Page", "guides/p10.md — Page"]);
  expect(searches).toBe(1);
});

test("a title cannot add lines of its own", async () => {
  const site = await readSite(readerOf({ "a.md": '---\ntitle: "a\\nb.md — fake"\n---\n' }));

  expect(await docsMap(site)).toBe("a.md — a b.md — fake");
});

test("translations and older versions are counted, not listed", async () => {
  const site = await readSite(
    wholeReaderOf({
      "docusaurus.config.js": `module.exports = { i18n: { defaultLocale: "en", locales: ["en", "fr"] }, presets: [["classic", { docs: { lastVersion: "current" } }]] };`,
      "versions.json": '["1.0"]',
      "docs/a.md": "# A\n",
      "versioned_docs/version-1.0/a.md": "# A1\n",
      "i18n/fr/docusaurus-plugin-content-docs/current/a.md": "# AF\n",
    }),
  );

  expect(await docsMap(site)).toBe("docs/a.md — A");
  const of = "docs/a.md";
  expect(foldedEditions(site)).toEqual([
    { edition: "fr", pages: 1, example: "i18n/fr/docusaurus-plugin-content-docs/current/a.md", of },
    { edition: "version 1.0", pages: 1, example: "versioned_docs/version-1.0/a.md", of },
  ]);
});
