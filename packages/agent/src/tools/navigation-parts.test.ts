import { expect, test } from "vitest";
import { openTestTools } from "../testing.ts";

const page = (title: string) => `# ${title}\n\nText.\n`;

/** Whether a file is found by a search, read, and edited. */
async function usesOf(files: Record<string, string>, path: string, edit: { old: string; new: string }) {
  await using tools = await openTestTools(files);
  const found = await tools.call("grep", { pattern: edit.old.replaceAll("[", "\\["), path });
  const read = await tools.call("read", { path });
  const edited = await tools.call("edit", { path, ...edit });
  return [
    String(found.output).includes(edit.old) ? "found" : found.output,
    read.isError ? read.output : "read",
    edited.isError ? edited.output : "edited",
  ];
}

const MKDOCS = { "docs/index.md": page("Home"), "docs/a.md": page("A") };

test.each<[string, Record<string, string>, string, { old: string; new: string }]>([
  [
    "MkDocs inherits it",
    { "mkdocs.yml": "INHERIT: base.yml\n", "base.yml": "nav:\n  - index.md\n", ...MKDOCS },
    "base.yml",
    { old: "  - index.md", new: "  - index.md\n  - A: a.md" },
  ],
  [
    "awesome-pages reads it",
    { "mkdocs.yml": "plugins: [awesome-pages]\n", "docs/.pages": "nav:\n  - index.md\n", ...MKDOCS },
    "docs/.pages",
    { old: "  - index.md", new: "  - index.md\n  - a.md" },
  ],
  [
    "awesome-nav reads it",
    { "mkdocs.yml": "plugins: [awesome-nav]\n", "docs/.nav.yml": "nav:\n  - index.md\n", ...MKDOCS },
    "docs/.nav.yml",
    { old: "  - index.md", new: "  - index.md\n  - a.md" },
  ],
  [
    "it is a book's summary",
    { "book.toml": '[book]\ntitle = "B"\n', "src/SUMMARY.md": "- [A](a.md)\n", "src/a.md": page("A") },
    "src/SUMMARY.md",
    { old: "[A]", new: "[Start]" },
  ],
  [
    "it is a table of contents",
    { "_config.yml": "title: X\n", "_toc.yml": "format: jb-book\nroot: a\n", "a.md": page("A") },
    "_toc.yml",
    { old: "root: a", new: "root: a\nchapters:\n  - file: a" },
  ],
  [
    "it holds menus of Hugo",
    {
      "hugo.toml": 'baseURL = "/"\n',
      "config/_default/menus.toml": '[[main]]\nname = "A"\npageRef = "/a"\n',
      "content/a.md": page("A"),
    },
    "config/_default/menus.toml",
    { old: 'name = "A"', new: 'name = "Start"' },
  ],
  [
    "it holds a toctree of Sphinx",
    {
      "docs/conf.py": "extensions = ['myst_parser']\n",
      "docs/index.rst": "X\n=\n\n.. toctree::\n   :maxdepth: 2\n\n   a\n",
      "docs/a.md": page("A"),
    },
    "docs/index.rst",
    { old: "   a", new: "   a\n   First steps <guides/b>" },
  ],
])("a file of navigation is found, read and edited by a job: %s", async (_name, files, path, edit) => {
  expect(await usesOf(files, path, edit)).toEqual(["found", "read", "edited"]);
});

const SPHINX = {
  "docs/conf.py": "extensions = ['myst_parser']\n",
  "docs/index.rst": "Home\n====\n\n.. toctree::\n   :maxdepth: 2\n\n   guides/a\n\nText.\n",
  "docs/guides/a.md": page("A"),
};
const HUGO = {
  "hugo.toml": 'baseURL = "/"\n',
  "config/_default/menus.toml": '[[main]]\nname = "A"\npageRef = "/a"\n',
  "config/_default/menus.fr.yaml": "main:\n  - name: A\n    pageRef: /a\n",
  "content/a.md": page("A"),
};
const INHERIT = { "mkdocs.yml": "INHERIT: base.yml\n", "base.yml": "nav:\n  - index.md\n", ...MKDOCS };

test.each<[string, Record<string, string>, string, { old: string; new: string }]>([
  ["a directive", SPHINX, "docs/index.rst", { old: "   guides/a\n", new: "   guides/a\n\n.. automodule:: os\n" }],
  [
    "a directive in the list",
    SPHINX,
    "docs/index.rst",
    { old: "   guides/a\n", new: "   guides/a\n   .. include:: /etc/passwd\n" },
  ],
  ["a role", SPHINX, "docs/index.rst", { old: "   guides/a\n", new: "   guides/a\n   :download:`x`\n" }],
  ["an option", SPHINX, "docs/index.rst", { old: ":maxdepth: 2", new: ":includehidden:" }],
  ["an address elsewhere", SPHINX, "docs/index.rst", { old: "   guides/a\n", new: "   A <https://x.example>\n" }],
  ["text", SPHINX, "docs/index.rst", { old: "Text.", new: "Other." }],
  ["HTML", HUGO, "config/_default/menus.toml", { old: '"A"', new: "\"A\"\npre = '<script src=x></script>'" }],
  ["HTML in signs", HUGO, "config/_default/menus.toml", { old: '"A"', new: '"\\u003cscript\\u003e"' }],
  [
    "an element in signs",
    HUGO,
    "config/_default/menus.toml",
    { old: '"A"', new: '"\\u003ciframe src=//x.example\\u003e"' },
  ],
  ["an address that runs", HUGO, "config/_default/menus.toml", { old: '"/a"', new: '"/a"\nurl = "JavaScript:x()"' }],
  ["HTML in YAML", HUGO, "config/_default/menus.fr.yaml", { old: "name: A", new: 'name: "\\x3cscript>x()</script>"' }],
  ["a hook", INHERIT, "base.yml", { old: "nav:", new: "hooks: [x.py]\nnav:" }],
  ["a plugin", INHERIT, "base.yml", { old: "nav:", new: "plugins:\n  - gen-files\nnav:" }],
  ["another base", INHERIT, "base.yml", { old: "nav:", new: "INHERIT: other.yml\nnav:" }],
])("no job adds %s to such a file", async (_name, files, path, edit) => {
  const [, , refused] = await usesOf(files, path, edit);

  expect(refused).toMatchObject({ error: expect.stringMatching(/^(This change adds|docs\/index\.rst may run code)/) });
});

test("a moved page keeps its entries in what is inherited, in menus and in a toctree, which stays where it is", async () => {
  await using mkdocs = await openTestTools({ ...INHERIT, "base.yml": "nav:\n  - index.md\n  - a.md\n" });
  await using hugo = await openTestTools(HUGO);
  await using sphinx = await openTestTools(SPHINX);

  await mkdocs.call("move", { from: "docs/a.md", to: "docs/b.md" });
  await hugo.call("move", { from: "content/a.md", to: "content/b.md" });
  await sphinx.call("move", { from: "docs/guides/a.md", to: "docs/b.md" });
  await sphinx.call("read", { path: "docs/index.rst" });
  const gone = await sphinx.call("delete", { path: "docs/index.rst" });

  expect((await mkdocs.workspace.read("base.yml"))?.text).toBe("nav:\n  - index.md\n  - b.md\n");
  expect((await hugo.workspace.read("config/_default/menus.toml"))?.text).toContain('pageRef = "/b"');
  expect((await sphinx.workspace.read("docs/index.rst"))?.text).toContain("\n\n   b\n\nText.");
  expect(gone).toMatchObject({ isError: true, output: { error: expect.stringContaining("can't move or remove it") } });
  for (const tools of [mkdocs, hugo, sphinx]) {
    expect((await tools.call("validate", {})).output).toEqual({ checked: "1 page, 0 links", errors: [], warnings: [] });
    expect(await tools.workspace.commit("Move", new Date(0))).not.toBeNull();
  }
});
