import { describe, expect, test } from "vitest";
import { parsePrompt } from "./parse-prompt.ts";

const read = (prompt: string) =>
  parsePrompt(prompt).map(({ source: _, ...instruction }) => JSON.parse(JSON.stringify(instruction)));

const glimmer = { kind: "replace", from: "Glimmer", to: "Lanternfish" };

describe("replace", () => {
  test.each([
    'replace "Glimmer" with "Lanternfish" everywhere',
    'Replace "Glimmer" with "Lanternfish" everywhere.',
    "Replace “Glimmer” with “Lanternfish” everywhere",
    "replace 'Glimmer' with 'Lanternfish'",
    "replace `Glimmer` by `Lanternfish` throughout the docs",
    'Please replace all occurrences of "Glimmer" with "Lanternfish" in all pages',
    'Could you change every mention of the word "Glimmer" to "Lanternfish" across the documentation, please',
    'rename the product "Glimmer" to "Lanternfish"',
    'Rename the product from "Glimmer" to "Lanternfish" everywhere',
    "rename the product Glimmer to Lanternfish",
    'rename "Glimmer" to "Lanternfish"',
    '"Glimmer" is now called "Lanternfish"',
    '"Glimmer" -> "Lanternfish"',
    'use "Lanternfish" instead of "Glimmer"',
    "replace Glimmer with Lanternfish everywhere",
    'REPLACE THE OLD NAME "Glimmer" WITH "Lanternfish" EVERYWHERE!',
  ])("%s", (prompt) => {
    expect(read(prompt)).toEqual([glimmer]);
  });

  test.each([
    ['replace "Glimmer" with "Lanternfish" in guides/install', "guides/install"],
    ['replace "Glimmer" with "Lanternfish" in guides/install.mdx.', "guides/install.mdx"],
    ['In guides/install.mdx, replace "Glimmer" with "Lanternfish"', "guides/install.mdx"],
    ['change "Glimmer" to "Lanternfish" only on the page "Getting started"', "Getting started"],
    ['Replace all instances of "Glimmer" with "Lanternfish" in the file quickstart.mdx', "quickstart.mdx"],
  ])("%s", (prompt, where) => {
    expect(read(prompt)).toEqual([{ ...glimmer, where }]);
  });

  test("keywords inside quotes are text, and an empty text is kept", () => {
    expect(read('replace "A and delete page B; then C" with "it\'s \\"D\\"" everywhere')).toEqual([
      { kind: "replace", from: "A and delete page B; then C", to: 'it\'s "D"' },
    ]);
  });
});

describe("create a page", () => {
  const page = { kind: "create-page", path: "guides/backup.mdx", title: "Back up", body: "Run it nightly." };

  test.each([
    'create page guides/backup.mdx titled "Back up" saying "Run it nightly."',
    "Create a new page guides/backup.mdx titled “Back up” saying “Run it nightly.”",
    'Please add a page at guides/backup.mdx called "Back up" that says: "Run it nightly."',
    'create the file "guides/backup.mdx" with the title "Back up" and the content "Run it nightly."',
    'write a page titled "Back up" at guides/backup.mdx saying "Run it nightly."',
    'Create page guides/backup.mdx titled "Back up" saying:\n"Run it nightly."',
    'Create page guides/backup.mdx titled "Back up" saying:\n\n```mdx\nRun it nightly.\n```',
    'Create page guides/backup.mdx titled "Back up"\n"Run it nightly."',
  ])("%s", (prompt) => {
    expect(read(prompt)).toEqual([page]);
  });

  test("the title may stand alone, and a folder beside it", () => {
    expect(read('create a page titled "Back up" saying "x"')).toEqual([
      { kind: "create-page", title: "Back up", body: "x" },
    ]);
    expect(read('add a page "Back up" in guides')).toEqual([
      { kind: "create-page", title: "Back up", folder: "guides" },
    ]);
    expect(read("create page guides/backup")).toEqual([{ kind: "create-page", path: "guides/backup" }]);
  });

  test("a text of several lines keeps them", () => {
    expect(read('create page a.md titled "A" saying "One.\n\n- two; three\n- four"')[0]).toMatchObject({
      body: "One.\n\n- two; three\n- four",
    });
  });
});

describe("add a section", () => {
  const section = { kind: "add-section", title: "Proxies", page: "guides/install.mdx", body: "Set HTTPS_PROXY." };

  test.each([
    'add a section "Proxies" to guides/install.mdx saying "Set HTTPS_PROXY."',
    'Add a new section titled "Proxies" to the page guides/install.mdx which says "Set HTTPS_PROXY."',
    "append a section called “Proxies” at the end of guides/install.mdx with the text “Set HTTPS_PROXY.”",
    'In guides/install.mdx, add a section "Proxies" saying "Set HTTPS_PROXY."',
    'add to guides/install.mdx a section "Proxies" saying "Set HTTPS_PROXY."',
    'Add a section "Proxies" saying "Set HTTPS_PROXY." to guides/install.mdx',
    'guides/install.mdx needs a section "Proxies" saying "Set HTTPS_PROXY."',
  ])("%s", (prompt) => {
    expect(read(prompt)).toEqual([section]);
  });
});

describe("move a page", () => {
  test.each([
    ["rename page guides/install to guides/setup", "guides/install", "guides/setup", false],
    ["move guides/install.mdx to start/install.mdx", "guides/install.mdx", "start/install.mdx", false],
    [
      "Move the page guides/install to start/install and update all links to it",
      "guides/install",
      "start/install",
      false,
    ],
    [
      "move page guides/install to start/install with its links and navigation",
      "guides/install",
      "start/install",
      false,
    ],
    ["Rename guides/install.mdx to setup.mdx", "guides/install.mdx", "setup.mdx", false],
    ['rename the page "Install it" to "guides/setup"', "Install it", "guides/setup", false],
    ["move the Install page to the folder start", "Install", "start", true],
    ["move guides/install.mdx to start/", "guides/install.mdx", "start/", true],
  ])("%s", (prompt, from, to, isFolder) => {
    expect(read(prompt)).toEqual([{ kind: "move-page", from, to, isFolder }]);
  });
});

describe("delete a page", () => {
  test.each([
    ["delete page guides/old.mdx", "guides/old.mdx"],
    ["Remove the page guides/old and fix the links", "guides/old"],
    ["please delete guides/old.mdx", "guides/old.mdx"],
    ['get rid of the page "Old stuff"', "Old stuff"],
    ["remove the old-api page", "old-api"],
    ["delete the page guides/old.mdx. Update the navigation too.", "guides/old.mdx"],
  ])("%s", (prompt, page) => {
    expect(read(prompt)).toEqual([{ kind: "delete-page", page }]);
  });
});

describe("fix a typo", () => {
  test.each([
    ['fix the typo "recieve"', "recieve", undefined, undefined],
    ["Fix the typo “recieve”.", "recieve", undefined, undefined],
    ["fix the typo recieve", "recieve", undefined, undefined],
    ['fix the typo "recieve" to "receive"', "recieve", "receive", undefined],
    ['fix the typo "recieve" -> "receive"', "recieve", "receive", undefined],
    ['Fix the typo "recieve", it should be "receive"', "recieve", "receive", undefined],
    ['correct the spelling of "recieve" to "receive" everywhere', "recieve", "receive", undefined],
    ['fix the typo "recieve" in guides/webhooks', "recieve", undefined, "guides/webhooks"],
    ['fix the typo in guides/webhooks: "recieve"', "recieve", undefined, "guides/webhooks"],
    ['"recieve" is a typo for "receive"', "recieve", "receive", undefined],
    ['"recieve" is misspelled', "recieve", undefined, undefined],
    ['there\'s a typo: "recieve"', "recieve", undefined, undefined],
    ["fix the typos in guides/webhooks", undefined, undefined, "guides/webhooks"],
  ])("%s", (prompt, word, correction, where) => {
    expect(read(prompt)).toEqual([JSON.parse(JSON.stringify({ kind: "fix-typo", word, correction, where }))]);
  });
});

describe("several instructions", () => {
  const three = [glimmer, { kind: "fix-typo", word: "recieve" }, { kind: "delete-page", page: "guides/old.mdx" }];

  test.each([
    'replace "Glimmer" with "Lanternfish" everywhere\nfix the typo "recieve"\ndelete page guides/old.mdx',
    'Replace "Glimmer" with "Lanternfish" everywhere; fix the typo "recieve"; delete page guides/old.mdx',
    'Replace "Glimmer" with "Lanternfish" everywhere and fix the typo "recieve", then delete page guides/old.mdx.',
    'Please:\n1. Replace "Glimmer" with "Lanternfish" everywhere.\n2. Fix the typo "recieve".\n3. Finally, delete page guides/old.mdx. Thanks!',
    '- Rename the product "Glimmer" to "Lanternfish"\n- Also, fix the typo "recieve"\n- and then delete page guides/old.mdx',
    'Rename the product "Glimmer" to "Lanternfish" everywhere, fix the typo "recieve" and delete page guides/old.mdx',
  ])("%s", (prompt) => {
    expect(read(prompt)).toEqual(three);
  });
});

describe("what is not understood", () => {
  test.each([
    "Make the quickstart friendlier",
    "What does this site say about webhooks?",
    "Delete the paragraph about proxies",
    'remove the section "Proxies" from guides/install.mdx',
    "Move on to the next topic",
    "create more examples",
    "fix the broken links",
    "improve replace semantics",
  ])("%s", (prompt) => {
    expect(read(prompt)).toEqual([{ kind: "unknown" }]);
  });

  test("is separated from what is understood, in the person's words", () => {
    const [first, second] = parsePrompt('Make “guides/a” friendlier. Fix the typo "recieve".');

    expect(first).toEqual({ kind: "unknown", source: 'Make "guides/a" friendlier' });
    expect(second).toMatchObject({ kind: "fix-typo", word: "recieve", source: 'Fix the typo "recieve"' });
  });
});

describe("a prompt made to take long", () => {
  test.each([
    ["quotes without an end", "“ ".repeat(16_000)],
    ["spaces", `a${" ".repeat(31_000)}b`],
    ["commas", ",".repeat(32_000)],
    ["one endless sentence", "replace the word and with ".repeat(1_200)],
    ["digits", `${"1".repeat(15_000)}. ${"1".repeat(15_000)}.`],
    ["fences", "``` \n".repeat(6_000)],
    ["line ends", "\n".repeat(32_000)],
  ])("%s", (_name, prompt) => {
    expect(parsePrompt(prompt).every(({ kind }) => kind === "unknown")).toBe(true);
  });
});
