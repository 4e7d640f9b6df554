import { findGrowth, HOSTILE_PAGES } from "@docsteward/docs/testing-hostile";
import { parseDiff } from "@docsteward/git/files/diff";
import { toModelError } from "@docsteward/models/model-error";
import { unlink } from "@docsteward/models/offline/instructions/delete-page";
import { titleOf } from "@docsteward/models/offline/instructions/move-page";
import { editYamlNavigation } from "@docsteward/models/offline/navigation/yaml-navigation";
import { parsePrompt } from "@docsteward/models/offline/parse/parse-prompt";
import { listHeadings } from "@docsteward/models/offline/text/headings";
import { findTargets } from "@docsteward/models/offline/text/link-targets";
import { findOccurrences, findWords } from "@docsteward/models/offline/text/occurrences";
import { type Splice, toEditRequests } from "@docsteward/models/offline/text/splice";
import { maskCode } from "@docsteward/text/markdown/mask-code";
import { describe, expect, test } from "vitest";
import { countComponents } from "./prompt/describe-site.ts";
import { readRepositoryInstructions, renderRepositoryInstructions } from "./prompt/repository-instructions.ts";
import { quotePrompts, writePullRequestBody } from "./publish/pull-request-body.ts";
import { fillTemplate } from "./publish/pull-request-template.ts";
import { editText, foreignFormat } from "./workspace/apply-edits.ts";
import { findHiddenCharacter } from "./workspace/file-rules.ts";
import { forgetKnown, namesIn } from "./workspace/unknown-names.ts";

const SITE = { root: "", roots: [""], pages: ["a.md", "b.md"], navigation: [], isCut: false };
const BODY = {
  summary: "Did it.",
  earlier: [],
  prompts: "",
  changes: [],
  checks: { base: "main", counts: { pages: 1, links: 1, unknownLinks: 0 }, problems: [] },
  unknownNames: [],
  sources: [],
  jobUrl: "https://docs.steward.test/jobs/1",
};
const NAMED = { provider: "openai-compatible", modelId: "m", name: "agent", isFromSettings: false } as const;

const READERS: Record<string, (text: string) => unknown> = {
  "components of pages": (text) => countComponents([{ text }]),
  "a template": (text) => fillTemplate(text, "own"),
  "an edit that finds its place": (text) => editText(`${text}\nthe end`, { old: "the end", new: "an end" }),
  "an edit that finds none": (text) => editText(text, { old: "the page ends here\nand nowhere else", new: "x" }),
  "an edit everywhere": (text) => editText(text, { old: "a", new: "b", all: true }),
  "the format of an edit": (text) => foreignFormat(text, `${text}\n- a\n"b"\n`),
  "code of the offline model's pages": maskCode,
  "links of the offline model's pages": findTargets,
  "headings of the offline model's pages": listHeadings,
  "titles of the offline model's pages": (text) => titleOf(text, "a.md"),
  "words that are replaced": (text) => findOccurrences("a.md", text, "a", "a b"),
  "words of navigation": (text) => findOccurrences("docs.json", text, "a", "b"),
  "words that are spelled wrong": (text) => findWords("a.md", text, "a"),
  "links that go": (text) => unlink("a.md", text, "b.md", SITE),
  "many edits": (text) => toEditRequests("a.md", text, splicesOf(text)),
  "navigation in YAML": (text) =>
    editYamlNavigation({ path: "mkdocs.yml", text }, { kind: "add", page: "c.md", title: "C" }, SITE),
  "invisible characters": (text) => findHiddenCharacter([text], `${text}\u200b`),
  "a quoted prompt": (text) => quotePrompts([text]),
  "code that is listed": (text) =>
    writePullRequestBody({ ...BODY, addedCode: [{ path: text.slice(0, 200), line: 1, code: text }] }),
  "instructions of a repository": (text) => instructionsOf({ "AGENTS.md": text, "CONTRIBUTING.md": text }),
  "rules of an editor": (text) =>
    instructionsOf({ ".cursorrules": `---\n${text}\n---\n`, ".cursor/rules/a.mdc": `---\nglobs: ${text}\n---\n` }),
  "rules of a linter": (text) =>
    instructionsOf({
      ".vale.ini": `Vocab = A\nBasedOnStyles = B\n${text}`,
      "styles/Vocab/A/accept.txt": text,
      "styles/B/a.yml": `extends: substitution\nswap:\n${text.replaceAll("\n", "\n  ")}`,
      "styles/B/b.yml": `extends: existence\ntokens:\n${text.replaceAll("\n", "\n  - ")}`,
    }),
  "names in code": (text) => namesIn("a.md", text, new Set()),
  "names that a page knows": (text) =>
    forgetKnown(new Map([["a\n1", { name: "a", value: "1", path: "a.md", line: 1 }]]), text),
  "a vendor's error": (text) => toModelError(new Error(text), NAMED),
  "a difference": (text) => parseDiff(diffOf(text)),
};

/** What the prompt holds of a repository that has these files alone. */
async function instructionsOf(files: Record<string, string>) {
  const paths = Object.keys(files);
  const readMany = async (wanted: string[]) => wanted.flatMap((path) => ({ path, text: files[path] ?? "" }));
  const snapshot = {
    paths: async () => ["a.md"],
    assets: async () => new Set(paths),
    identify: () => undefined,
    read: async (path: string) => (await readMany([path]))[0] ?? null,
    readMany,
  };
  return renderRepositoryInstructions(await readRepositoryInstructions(snapshot, ""));
}

/** A prompt has no front matter and no markup. Text outside the grammar comes back unchanged. */
const PROMPTS: Record<string, (size: number) => string> = {
  "pieces that fit many forms": (size) => `replace x ${"with a in the docs ".repeat(size / 19)}\uE000`,
  "short pieces that fit many forms": (size) => `replace a ${"with b in c ".repeat(80)}\uE000.\n`.repeat(size / 970),
  "quotes never closed": (size) => `fix "`.repeat(size / 5),
  "single quotes": (size) => "'a ".repeat(size / 3),
  "fences never closed": (size) => "```a\n".repeat(size / 5),
  "growing fences": (size) => Array.from({ length: Math.sqrt(size) }, (_, at) => `${"`".repeat(at)}a\n`).join(""),
  "one run of backticks": (size) => "`".repeat(size),
  "blanks and line ends": (size) => " \n\t\r".repeat(size / 4),
  "thanks without an end": (size) => " please thanks".repeat(size / 14),
  "verbs and commas": (size) => ", and please replace".repeat(size / 20),
  "sentences of numbers": (size) => "1. 1 1. ".repeat(size / 8),
  places: (size) => "in a.md. ".repeat(size / 9),
};

/** Puts something else behind each sixth character. */
function splicesOf(text: string): Splice[] {
  return Array.from({ length: text.length / 6 }, (_, at) => ({ start: at * 6, end: at * 6, text: `${at}` }));
}

function diffOf(text: string): string {
  const patch = `diff --git a/a.md b/a.md\n@@ -1 +1 @@\n${text.replaceAll("\n", "\n+")}`;
  return `:100644 100644 a b M\0a.md\0${"1\t1\ta.md\0"}\0${patch}`;
}

/** Shapes that hold up one reader alone. */
const OWN: Record<string, [write: (size: number) => string, read: (text: string) => unknown]> = {
  "attributes whose link goes": [
    (size) => ' href="b.md"'.repeat(size / 12),
    (text) => unlink("a.md", text, "b.md", SITE),
  ],
  "anchors whose link goes": [
    (size) => '<a href="b.md">'.repeat(size / 15),
    (text) => unlink("a.md", text, "b.md", SITE),
  ],
  "edits of lines that look alike": [
    (size) => "a\n".repeat(size / 2),
    (text) => toEditRequests("a.md", text, splicesOf(text)),
  ],
  "edits of lines that differ at their end": [
    (size) => Array.from({ length: size / 80 }, (_, at) => `${"a".repeat(70)} ${at}\n`).join(""),
    (text) => toEditRequests("a.md", text, splicesOf(text)),
  ],
};

test.each(Object.entries(OWN))("%s take a time that grows with the text alone", async (_, [write, read]) => {
  expect(await findGrowth(write, read, "single")).toEqual([]);
});

describe("a text takes a time that grows with its length alone", () => {
  test.each(HOSTILE_PAGES)("%s", async (_, write) => {
    for (const [name, read] of Object.entries(READERS))
      expect(await findGrowth(write, read, "scanner"), name).toEqual([]);
  });
});

test.each(Object.entries(PROMPTS))("the offline model reads %s in such a time, too", async (_, write) => {
  expect(await findGrowth(write, parsePrompt, "scanner")).toEqual([]);
});
