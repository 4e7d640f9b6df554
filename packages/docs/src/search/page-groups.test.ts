import { expect, test } from "vitest";
import { wholeReaderOf } from "../testing.ts";
import { groupPages } from "./page-groups.ts";

const PAGES = { "index.mdx": "# Home\n", "fr/index.mdx": "# Accueil\n" };
const config = (languages: string[]) =>
  JSON.stringify({
    $schema: "https://mintlify.com/docs.json",
    name: "Acme",
    navigation: {
      languages: languages.map((language) => ({
        language,
        pages: [`${language === "en" ? "" : `${language}/`}index`],
      })),
    },
  });

test("states of a site with the same files and configuration share their groups, and others do not", async () => {
  const open = (files: Record<string, string>) => {
    const reader = wholeReaderOf(files);
    return groupPages(reader, Object.keys(files));
  };
  const first = await open({ ...PAGES, "docs.json": config(["en", "fr"]) });
  expect(first.languages).toEqual(["en", "fr"]);
  expect(await open({ ...PAGES, "index.mdx": "# Start\n", "docs.json": config(["en", "fr"]) })).toBe(first);

  const other = await open({ ...PAGES, "docs.json": "{}" });
  expect(other).not.toBe(first);
  expect([first.dialect, other.dialect]).toEqual(["mintlify", "plain"]);
  expect(await open({ ...PAGES, "new.mdx": "# New\n", "docs.json": config(["en", "fr"]) })).not.toBe(first);
});

test("a page beside another one that is called like it and a language is its translation", async () => {
  const config = JSON.stringify({ $schema: "https://mintlify.com/docs.json", navigation: { pages: ["index"] } });
  const paths = ["README.md", "README.fr.md", "README_zh-CN.md", "README-en-notes.md", "install-it.md", "install.md"];
  for (const folder of ["", "site/"]) {
    const files = Object.fromEntries(paths.map((path) => [path, "# Words\n"]));
    const groups = await groupPages(
      wholeReaderOf({ ...files, [`${folder}docs.json`]: config, [`${folder}index.md`]: "# Home\n" }),
      [...paths, `${folder}docs.json`, `${folder}index.md`],
    );

    expect(groups.pagesOf(groups.groupOf("README.md")).toSorted()).toEqual([
      "README.fr.md",
      "README.md",
      "README_zh-CN.md",
    ]);
    expect(groups.editionOf("README_zh-CN.md").language).toBe("zh-cn");
    expect(groups.editionOf("README-en-notes.md").language).toBeNull();
    expect(groups.editionOf("install-it.md").language).toBeNull();
    expect(groups.isOriginal("README.md")).toBe(true);
  }
});
