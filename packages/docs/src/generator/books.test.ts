import { expect, test } from "vitest";
import { allFaults, edited, faultsOf, pages } from "../checks/testing-changes.ts";
import type { Files } from "../checks/testing-sites.ts";

test("GitBook: each book of a repository has a summary of its own", async () => {
  const site: Files = {
    ".gitbook.yaml": "root: ./\n",
    "SUMMARY.md": "# Summary\n\n* [Home](README.md)\n",
    "handbook/SUMMARY.md": "# Summary\n\n* [Home](README.md)\n* [Rules](rules.md)\n",
    ...pages("README.md", "handbook/README.md", "handbook/rules.md"),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "handbook/SUMMARY.md", "* [Rules](rules.md)\n", ""))).toEqual([
    "handbook/rules.md:1 orphan-page",
  ]);
  expect(await faultsOf(site, edited(site, "handbook/SUMMARY.md", "(rules.md)", "(rule.md)"))).toContain(
    "handbook/SUMMARY.md:4 navigation-entry",
  );
});

test("mdBook: a README is the index of its folder in HTML, too", async () => {
  const site: Files = {
    "book.toml": "[book]\n",
    "src/SUMMARY.md": "- [Home](README.md)\n- [Tools](tools/README.md)\n",
    "src/README.md": "# Home\n\n[tools](tools/index.html) [the same](tools/index.md)\n",
    "src/tools/README.md": "# Tools\n",
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "src/README.md", "tools/index", "tool/index"))).toEqual([
    "src/README.md:3 broken-link",
  ]);
});

test("GitBook: an id keeps its dots, gets id- before a digit, and is counted where a page has it several times", async () => {
  const site: Files = {
    ".gitbook.yaml": "root: ./\n",
    "SUMMARY.md": "* [Home](README.md)\n* [Set\\_up](set\\_up.md)\n",
    "README.md": [
      "# Home",
      "",
      "[a](#id-2.-write-values.yaml) [b](#fees-1) [c](set_up.md#terms-and-fees) [d](#edit-.git-config)",
      "",
      "## 2. Write values.yaml",
      "",
      "## Edit .git/config",
      "",
      '## Fees <a href="#fees" id="fees"></a>',
      "",
      '## Other fees <a href="#fees" id="fees"></a>',
      "",
    ].join("\n"),
    "set_up.md": "# Set up\n\n## Terms & fees\n",
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "README.md", "#fees-1)", "#fees-2)"))).toEqual([
    "README.md:3 broken-anchor",
  ]);
  expect(await faultsOf(site, edited(site, "SUMMARY.md", "set\\_up.md", "set\\_out.md"))).toEqual([
    "SUMMARY.md:2 navigation-entry",
    "set_up.md:1 orphan-page",
  ]);
});

test("GitBook: tabs and blocks that open have ids by their titles, and signs are words in an id", async () => {
  const site: Files = {
    ".gitbook.yaml": "root: ./\n",
    "SUMMARY.md": "* [Home](README.md)\n* [Keys](guides/keys.md)\n",
    "README.md": [
      "# Home",
      "",
      "[a](#response-1) [b](#rotate-a-key) [c](#scores-greater-than-x)",
      "",
      '{% tab title="Response" %}',
      '{% tab title="Response" %}',
      "",
      "<details>",
      "<summary>Rotate a <b>key</b></summary>",
      "</details>",
      "",
      "## Scores > X",
      "",
    ].join("\n"),
    "guides/keys.md": "# Keys\n\n[home](../)\n",
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "README.md", "#response-1", "#response-3"))).toEqual([
    "README.md:3 broken-anchor",
  ]);
});

test("mdBook: two hyphens in a heading are a dash, which is no part of its id, or are left as they are", async () => {
  const book = (anchor: string): Files => ({
    "book.toml": "[book]\n",
    "src/SUMMARY.md": "- [Options](options.md)\n- [Use](use.md)\n",
    "src/options.md": "# Options\n\n## --part, for big data\n\nText.\n",
    "src/use.md": `# Use\n\n[part](options.md#${anchor})\n`,
  });
  expect(await allFaults(book("part-for-big-data"))).toEqual([]);
  expect(await allFaults(book("--part-for-big-data"))).toEqual([]);
  expect(await allFaults(book("part-for-data"))).toEqual(["src/use.md:3 broken-anchor"]);
});

test("mdBook: terms of definition lists have ids unless the configuration turns them off, and the first chapter is index.html", async () => {
  const site: Files = {
    "book.toml": "[book]\n",
    "src/SUMMARY.md": "- [Words](words.md)\n",
    "src/words.md": "# Words\n\nsmart pointer\n  : It owns.\n\n[a](#smart-pointer) [b](./index.html)\n",
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await allFaults({ ...site, "book.toml": "[output.html]\ndefinition-lists = false\n" })).toEqual([
    "src/words.md:6 broken-anchor",
  ]);
});
