import { expect, test } from "vitest";
import { createJobFiles, createTakenNames } from "./job-files.ts";

test.each([
  ["guide/new.md", null],
  ["guides/install.md", null],
  ["Guide/Install.md", "differs from guide/install.md only in capitalization"],
  ["guide/INSTALL.md", "differs from guide/install.md only in capitalization"],
  ["GUIDE/new.md", "differs from the folder guide only in capitalization. Use guide."],
  ["guide/INSTALL.MD/x.md", "guide/INSTALL.MD is a file"],
  ["guide", "guide is a folder"],
  ["A/B", "A/B is a folder"],
  ["a/b/c.md/d/e.md", "a/b/c.md is a file"],
  ["A/b/new.md", "the folder a only in capitalization"],
])("beside guide/install.md and a/b/c.md, %s has the clash: %s", (path, sentence) => {
  const names = createTakenNames(["guide/install.md", "a/b/c.md"]);

  const clash = names.findClash(path);

  if (sentence === null) expect(clash).toBeNull();
  else expect(clash).toContain(sentence);
});

test("a name is free again once its file is gone, and so are the folders that held only it", () => {
  const names = createTakenNames(["guide/install.md", "guide/deep/x.md"]);

  names.remove("guide/deep/x.md");
  expect(names.findClash("guide/Deep")).toBeNull();
  expect(names.findClash("Guide/y.md")).toContain("Use guide.");
  names.remove("guide/install.md");
  expect(names.findClash("Guide/y.md")).toBeNull();
  names.add("GUIDE/z.md");
  expect(names.findClash("guide/install.md")).toContain("Use GUIDE.");
});

test("two spellings that a repository holds already are both remembered", () => {
  const names = createTakenNames(["Docs/a.md", "docs/a.md"]);

  expect(names.findClash("docs/b.md")).toBeNull();
  expect(names.findClash("Docs/b.md")).toBeNull();
  names.remove("Docs/a.md");
  expect(names.findClash("DOCS/A.md")).toContain("docs/a.md");
});

test("an umlaut in two Unicode forms is one name", () => {
  const names = createTakenNames(["u\u0308ber.md"]);

  expect(names.findClash("\u00fcber.md")).toContain("differs");
});

test("names that only differ in how capitals fold are one name", () => {
  const names = createTakenNames(["stra\u00dfe.md"]);

  expect(names.findClash("strasse.md")).toContain("differs");
  expect(names.findClash("\u017ftrasse.md")).toContain("differs");
});

test("the files of a job are those of its commit with its changes on top, and the list is shared until a file comes or goes", () => {
  const tree = new Map(["a.md", "b.md"].map((path) => [path, { mode: "100644", sha: `${path} 1` }]));
  const editable = new Map([...tree].map(([path, { sha }]) => [path, sha]));
  const paths = ["a.md", "b.md"];
  const files = createJobFiles({ tree, editable, paths }, { docsPath: "", isEditable: (path) => path.endsWith(".md") });

  files.set("a.md", "a.md 2");
  expect(files.paths()).toBe(paths);
  files.set("aa.md", "aa.md 1");
  files.set("b.md", null);
  expect([...files.entries()]).toEqual([
    ["a.md", "a.md 2"],
    ["aa.md", "aa.md 1"],
  ]);
  expect([files.find("b.md"), files.blobOf("aa.md")]).toEqual([null, "aa.md 1"]);
  files.set("aa.md", null);
  files.set("b.md", "b.md 1");
  files.set("a.md", "a.md 1");
  expect([files.paths(), files.changed().size]).toEqual([paths, 0]);
  expect([...editable.keys()]).toEqual(paths);
});
