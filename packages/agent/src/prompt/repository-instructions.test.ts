import { expect, test } from "vitest";
import { openTestTools } from "../testing.ts";
import { readRepositoryInstructions, renderRepositoryInstructions } from "./repository-instructions.ts";

const PAGE = "---\ntitle: Home\n---\n\nHello.\n";

async function instructionsOf(files: Record<string, string>, docsPath = "docs") {
  await using tools = await openTestTools({ "docs/index.mdx": PAGE, "docs/api/list.mdx": PAGE, ...files }, docsPath);
  const found = await readRepositoryInstructions(tools.workspace.start, docsPath);
  return { ...found, paths: found.files.map(({ path }) => path), text: renderRepositoryInstructions(found) };
}

test("files of every convention are read, from far to near, agents' own last", async () => {
  const { paths } = await instructionsOf({
    "AGENTS.md": "Root for agents.",
    ".claude/CLAUDE.md": "Root for Claude.",
    ".cursorrules": "Old rules.",
    ".cursor/rules/style.mdc": "---\nalwaysApply: true\n---\nAlways.",
    ".github/copilot-instructions.md": "For Copilot.",
    ".windsurfrules": "For Windsurf.",
    ".windsurf/rules/docs.md": "More for Windsurf.",
    "STYLE_GUIDE.md": "Guide.",
    "docs/AGENTS.md": "Docs for agents.",
    "docs/.mintlify/AGENTS.md": "Only update English pages.",
    "docs/api/AGENTS.md": "Reference for agents.",
    "src/AGENTS.md": "For code.",
    "docs/guides/style-guide.md": "A page of the site.",
  });

  expect(paths).toEqual([
    ".github/copilot-instructions.md",
    ".windsurf/rules/docs.md",
    ".windsurfrules",
    ".cursor/rules/style.mdc",
    ".cursorrules",
    "STYLE_GUIDE.md",
    ".claude/CLAUDE.md",
    "AGENTS.md",
    "docs/.mintlify/AGENTS.md",
    "docs/AGENTS.md",
    "docs/api/AGENTS.md",
  ]);
});

test("a style guide in capitals is read in a folder of a monorepo, and a page of that name is not", async () => {
  const files = {
    "packages/docs/STYLE.md": "Never write tables by hand.",
    "packages/docs/content/style.md": "# Style of buttons\n",
    "packages/docs/src/content/guides/STYLE.md": "# Deep\n",
  };
  expect((await instructionsOf(files, "")).paths).toEqual(["packages/docs/STYLE.md"]);
  expect((await instructionsOf(files, "packages/docs")).paths).toEqual(["packages/docs/STYLE.md"]);
});

test("each is named with its folder, and the later one is said to win", async () => {
  const { text } = await instructionsOf({ "AGENTS.md": "Be brief.", "docs/api/AGENTS.md": "Be exact." });

  expect(text).toMatch(
    /follow the later one[\s\S]*From `AGENTS.md`\n\nBe brief\.\n\nFrom `docs\/api\/AGENTS.md`, for `docs\/api\/`\n\nBe exact\./,
  );
});

const rule = (frontmatter: string) => `---\n${frontmatter}\n---\nThe rule.`;

test.each<[string, string, boolean]>([
  ["for all files", "alwaysApply: true", true],
  ["for pages", "globs: *.mdx, *.md", true],
  ["for a list of pages", "globs:\n  - src/**/*.ts\n  - docs/**/*.{md,mdx}", true],
  ["for everything in the docs folder", "globs: docs/**", true],
  ["for code", "globs: **/*.ts,**/*.tsx\nalwaysApply: false", false],
  ["for pages elsewhere", "globs: handbook/**/*.md", false],
  ["described as about documentation", "description: How we write documentation", true],
  ["described as about tests", "description: How we run tests", false],
  ["always on, in another editor's words", "trigger: always_on", true],
])("a rule %s: `%s` is given: %s", async (_, frontmatter, isGiven) => {
  const { paths, text } = await instructionsOf({ ".cursor/rules/a.mdc": rule(frontmatter) });

  expect(paths).toEqual(isGiven ? [".cursor/rules/a.mdc"] : []);
  expect(text).not.toContain("alwaysApply");
});

test("Copilot's instructions for some files are given where these are pages", async () => {
  const { paths } = await instructionsOf({
    ".github/instructions/docs.instructions.md": '---\napplyTo: "docs/**/*.mdx"\n---\nFor pages.',
    ".github/instructions/code.instructions.md": '---\napplyTo: "**/*.ts"\n---\nFor code.',
  });

  expect(paths).toEqual([".github/instructions/docs.instructions.md"]);
});

test("of a guide for contributors only the sections on writing are given", async () => {
  const { text } = await instructionsOf({
    "CONTRIBUTING.md":
      "# Contributing\n\nHello.\n\n## Setup\n\nRun make.\n\n## Writing docs\n\nShort sentences.\n\n### Tone\n\nKind.\n\n## Releases\n\nTag it.\n",
  });

  expect(text).toContain("## Writing docs\n\nShort sentences.\n\n### Tone\n\nKind.");
  expect(text).not.toMatch(/make|Tag it|Hello/);
});

test("a style guide that instructions name is read, and a file that they take in", async () => {
  const { paths } = await instructionsOf({
    "AGENTS.md": "Follow [our guide](handbook/writing-style.md), not https://example.com/style.md.",
    "docs/CLAUDE.md": "@../handbook/terms.md\n@../../outside-style.md",
    "handbook/writing-style.md": "Use the active voice.",
    "handbook/terms.md": "Say lantern.",
  });

  expect(paths).toEqual(["handbook/writing-style.md", "AGENTS.md", "handbook/terms.md", "docs/CLAUDE.md"]);
});

test("a page that is called after an agent is no instruction", async () => {
  const { paths } = await instructionsOf({
    "agents.md": "Be brief.",
    "docs/models/claude.md": "# Claude\n",
    "docs/.claude/claude.md": "Be exact.",
  });

  expect(paths).toEqual(["agents.md", "docs/.claude/claude.md"]);
});

test("a skill is read where its description is about documentation", async () => {
  const skill = (description: string) => `---\nname: x\ndescription: ${description}\n---\nThe skill.`;

  const { paths, text } = await instructionsOf({
    "AGENTS.md": "Use the `write-pages` skill in `.claude/skills/`.",
    ".agents/skills/write-pages/SKILL.md": skill("Use when editing the docs."),
    ".agents/skills/release/SKILL.md": skill("Use when writing code for a release."),
    ".agents/skills/write-pages/examples.md": "Not named by a convention.",
  });

  expect(paths).toEqual([".agents/skills/write-pages/SKILL.md", "AGENTS.md"]);
  expect(text).toContain('From `.agents/skills/write-pages/SKILL.md`, for "Use when editing the docs."\n\nThe skill.');
});

test("the lists and rules of Vale become sentences", async () => {
  const { files } = await instructionsOf({
    ".vale.ini":
      "StylesPath = .github/styles\nVocab = Ours, ../../x\n\n[*.md]\nBasedOnStyles = Vale, House\n# BasedOnStyles = Other\n",
    ".github/styles/config/vocabularies/Ours/accept.txt": "Lanternfish\n# a comment\n[Gg]limmer\n",
    ".github/styles/config/vocabularies/Ours/reject.txt": "simply\n",
    ".github/styles/House/Terms.yml":
      "extends: substitution\nmessage: Use '%s'\nswap:\n  log in to: sign in to\n  '(?:e-mail|Email)': email\n",
    ".github/styles/House/Avoid.yml": "extends: existence\ntokens:\n  - leverage\n  - 'in order to'\n",
    ".github/styles/House/Headings.yml": "extends: capitalization\nscope: heading\nmatch: $sentence\n",
    ".github/styles/House/Person.yml":
      'extends: existence\nmessage: "Don\'t say \'%s\'."\ntokens:\n  - "\\\\b(?:I|we)\\\\b"\n',
    ".github/styles/House/Units.yml": 'extends: existence\nmessage: "\'%s\' needs a space."\ntokens:\n  - "\\\\d+ms"\n',
    ".github/styles/House/Series.yml":
      'extends: existence\nmessage: "Use the Oxford comma in \'%s\'."\ntokens:\n  - "\\\\w+, \\\\w+ and"\n',
    ".github/styles/Other/Avoid.yml": "extends: existence\ntokens:\n  - other\n",
  });

  expect(files.map(({ text }) => text)).toEqual([
    [
      "Terms that are spelled like this: Lanternfish, [Gg]limmer.",
      "Never write: simply.",
      "Avoid: leverage, in order to.",
      "Write headings in sentence case.",
      "Don't say “I” or “we”.",
      "Use the Oxford comma.",
      "Write “sign in to”, not “log in to”.",
      "Write “email”, not “e-mail” or “Email”.",
    ].join("\n"),
  ]);
});

test("a long file is cut with a sentence, and what has no room is named", async () => {
  const long = (sign: string) => `${sign.repeat(25_000)}\n`;
  const { files, leftOut, text } = await instructionsOf({
    "AGENTS.md": long("a"),
    "CLAUDE.md": long("b"),
    "docs/AGENTS.md": long("c"),
    ".windsurfrules": "No room.",
  });

  expect(files.map(({ cut }) => cut)).toEqual([5_000, 5_000, 5_000]);
  expect(leftOut).toEqual([".windsurfrules"]);
  expect(text).toContain("(Cut: 5000 more characters. Read `docs/AGENTS.md` for them.)");
  expect(text).toContain("Not shown, because the text would be too long: .windsurfrules.");
});

test("a copy of the same instructions is given once", async () => {
  const { paths } = await instructionsOf({ "AGENTS.md": "Be brief.", "CLAUDE.md": "Be brief.\n" });

  expect(paths).toHaveLength(1);
});

test("the agent may read these files, and never write them", async () => {
  const files = {
    "docs/index.mdx": PAGE,
    ".mintlify/AGENTS.md": "Only update English pages.\n",
    ".cursor/rules/a.mdc": "Rule.\n",
    "CONTRIBUTING.md": "# Contributing\n",
    ".github/workflows/deploy.yml": "on: push\n",
  };
  await using tools = await openTestTools(files, "docs");

  for (const path of [".mintlify/AGENTS.md", ".cursor/rules/a.mdc", "CONTRIBUTING.md"]) {
    expect(await tools.call("read", { path })).toMatchObject({ isError: false });
    expect(await tools.call("write", { path, content: "Mine.\n" })).toMatchObject({ isError: true });
    expect(await tools.call("delete", { path })).toMatchObject({ isError: true });
  }
  expect(await tools.call("read", { path: ".github/workflows/deploy.yml" })).toMatchObject({ isError: true });
});
