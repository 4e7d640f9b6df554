import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { checkSite } from "./checks/check-site.ts";
import { parsePage } from "./page/parse-page.ts";
import { readSite } from "./read-site.ts";
import { readerOf } from "./testing.ts";

const FOLDER = join(import.meta.dirname, "../../../prisma/seed/sample-docs");
const entries = await readdir(FOLDER, { recursive: true, withFileTypes: true });
const paths = entries
  .filter((entry) => entry.isFile())
  .map((entry) => relative(FOLDER, join(entry.parentPath, entry.name)));
const files = Object.fromEntries(
  await Promise.all(paths.map(async (path) => [path, await readFile(join(FOLDER, path), "utf8")] as const)),
);
const pages = Object.keys(files).filter((path) => path.endsWith(".mdx"));

test("the sample site has no faults that a check finds", async () => {
  expect(await checkSite({ reader: readerOf(files), base: null })).toMatchObject({ errors: [], warnings: [] });
});

test("every sample page has a title, a description and a place in the navigation", async () => {
  const site = await readSite(readerOf(files));

  expect(site.dialect).toBe("mintlify");
  expect(site.pages.size).toBe(24);
  expect([...site.pages.values()].filter(({ title, description }) => !title || !description)).toEqual([]);
  expect(site.navigation.entries.map(({ path }) => path).sort()).toEqual(pages.sort());
});

test("every image of the sample site exists, and every code block names its language", () => {
  const parsed = pages.map((path) => parsePage(path, files[path] ?? ""));

  expect(
    parsed.flatMap(({ images }) => images.map(({ url }) => url.slice(1))).filter((path) => !(path in files)),
  ).toEqual([]);
  expect(parsed.flatMap(({ codeFences }) => codeFences).filter(({ language }) => language === null)).toEqual([]);
});

test("the deliberate faults are one typo and the former product name on six pages", () => {
  const holding = (word: string) => pages.filter((path) => files[path]?.includes(word));

  expect(holding("recieve")).toEqual(["sdks/browser.mdx"]);
  expect(files["sdks/browser.mdx"]?.match(/recieve/g)).toHaveLength(1);
  expect(holding("Glimmer")).toHaveLength(6);
  expect(files["sdks/python.mdx"]).toMatch(/^# .*Glimmer/m);
  expect(files["reference/configuration.mdx"]).toMatch(/^\|.*Glimmer.*\|$/m);
});
