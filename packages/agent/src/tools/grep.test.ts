import { expect, test } from "vitest";
import { openTestTools } from "../testing.ts";

const FILES = {
  "docs.json": '{ "name": "Docs", "navigation": { "pages": ["a", "fr/a"] } }\n',
  "a.md": "# Home\n\nThe Lantern shines.\n\nMore text.\n\nA lantern again.\n",
  "fr/a.md": "# Accueil\n\nThe lantern in French.\n",
  "AGENTS.md": "lantern\n",
  "src/code.ts": "lantern\n",
};

test("matches come as path, line and text, file by file", async () => {
  await using tools = await openTestTools(FILES);

  const { output } = await tools.call("grep", { pattern: "lantern" });

  expect(output).toBe("a.md:7:A lantern again.\n\nfr/a.md:3:The lantern in French.\n\n2 matches in 2 files.");
});

test("case, globs and context narrow and widen a search", async () => {
  await using tools = await openTestTools(FILES);

  const { output } = await tools.call("grep", {
    pattern: "lantern",
    ignoreCase: true,
    glob: "*.md",
    exclude: ["fr/**"],
    context: 1,
  });

  expect(output).toBe(
    [
      "2-",
      "a.md:3:The Lantern shines.",
      "4-",
      "--",
      "6-",
      "a.md:7:A lantern again.",
      "8-",
      "",
      "2 matches in 1 file.",
    ].join("\n"),
  );
});

test("only the files can be listed", async () => {
  await using tools = await openTestTools(FILES);

  const { output } = await tools.call("grep", { pattern: "lantern", ignoreCase: true, filesOnly: true });

  expect(output).toBe("a.md: 2 lines\nfr/a.md: 1 line\n2 files");
});

test.each([
  ["AGENTS.md", "contains instructions for agents"],
  ["src/code.ts", "is neither a page (.md, .mdx) nor a navigation file"],
  ["guides", "is neither a page"],
  ["gone.md", "File gone.md not found"],
])("a search in %s is refused in a sentence instead of finding nothing", async (path, sentence) => {
  await using tools = await openTestTools(FILES);

  const { isError, output } = await tools.call("grep", { pattern: "lantern", path });

  expect(isError).toBe(true);
  expect(output).toMatchObject({ error: expect.stringContaining(sentence) });
});

test("globs of files that no search looks into are refused, and a source has files of every kind", async () => {
  await using tools = await openTestTools(FILES, "", { sources: { app: { "src/code.ts": "lantern\n" } } });
  const grep = async (input: object) => (await tools.call("grep", { pattern: "lantern", ...input })).output;
  const refused = { error: expect.stringMatching(/^Nothing was searched: no page or navigation file matches/) };

  expect(await grep({ glob: "src/**" })).toEqual(refused);
  expect(await grep({ glob: "*.ts", filesOnly: true })).toEqual(refused);
  expect(await grep({ path: "fr", exclude: "fr/**" })).toEqual(refused);
  expect(await grep({ glob: "*.json" })).toBe("No matches.");
  expect(await grep({ glob: "@app/**/*.ts" })).toContain("@app/src/code.ts:1:lantern");
});

test("a search whose matches are cut before those that are wanted does not say that there are none", async () => {
  const many = "a lantern that fills the room with its light\n".repeat(19_000);
  const files = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`a${at}.md`, many]));
  await using tools = await openTestTools({ ...files, "z.md": "A lantern.\n" });

  const { isError, output } = await tools.call("grep", { pattern: "lantern", glob: "z.md" });

  expect(isError).toBe(true);
  expect(output).toEqual({ error: expect.stringContaining("too many matches in other files. Set `path`") });
  expect((await tools.call("grep", { pattern: "lantern", path: "z.md" })).output).toContain("z.md:1:A lantern.");
});

test("lines that a search showed can be edited without reading the file, and others can't", async () => {
  await using tools = await openTestTools(FILES);
  await tools.call("grep", { pattern: "Lantern", path: "./a.md" });

  const refused = await tools.call("edit", { path: "a.md", old: "More text.", new: "Less text." });
  const done = await tools.call("edit", { path: "./a.md", old: "Lantern shines", new: "lamp shines" });

  expect(refused).toMatchObject({
    isError: true,
    output: {
      error: "Read a.md before you change it. The text to replace is not in the lines that you have seen.",
    },
  });
  expect(done.output).toEqual({
    path: "a.md",
    replacements: 1,
    lines: "1\t# Home\n2\t\n3\tThe lamp shines.\n4\t\n5\tMore text.\n6\t",
  });
});
