import { expect, test } from "vitest";
import { wholeReaderOf } from "../testing.ts";
import { checkSite } from "./check-site.ts";
import { allFaults, edited, faultsOf, PAGE, pages, titled } from "./testing-changes.ts";
import type { Files } from "./testing-sites.ts";

/** A site whose home page has a link on line 3, and one on line 5 that leads nowhere whatever is named. */
const linking = (link: string, more: Files): Files => ({
  "mkdocs.yml": "site_name: Lantern\n",
  ...pages("docs/use.md", "docs/guide/oil.md", "CHANGELOG.md", "CONTRIBUTING.md"),
  "docs/index.md": `# Home\n\n${link}\n\n[gone](guide/gone.md)\n`,
  ...more,
});
const LOST = "docs/index.md:5 broken-link";

test.each([
  ["a Makefile with a variable", "Makefile", "\tcp CHANGELOG.md $(OUT)/changelog.md\n"],
  ["a command of a manifest", "package.json", '{ "scripts": { "prebuild": "cp CHANGELOG.md docs/changelog.md" } }'],
  ["a task of Python", "pyproject.toml", "[tool.poe.tasks]\ndocs = 'cp CHANGELOG.md docs/changelog.md'\n"],
  ["an action of the repository", ".github/actions/docs/action.yml", "- run: cp CHANGELOG.md docs/changelog.md\n"],
  ["another host of workflows", ".woodpecker/docs.yml", "- cp CHANGELOG.md docs/changelog.md\n"],
  ["a script of Windows", "tools/docs.bat", "copy ..\\CHANGELOG.md docs\\changelog.md\r\n"],
  ["a script without an ending", "script/docs", "sed s/a/b/ CHANGELOG.md > docs/changelog.md\n"],
  ["code that joins a path", "tools/sync.py", "shutil.copy('CHANGELOG.md', DOCS / 'changelog.md')\n"],
  ["code of a command", "cmd/gendocs/main.go", 'os.WriteFile(filepath.Join(dir, "changelog.md"), text, 0o644)\n'],
  ["code of Rust", "xtask/src/main.rs", 'fs::write(root.join("docs/changelog.md"), text)?;\n'],
  ["a rule of a build", "docs/dune", "(rule (targets changelog.md) (action (copy ../CHANGELOG.md changelog.md)))\n"],
  ["what another tool passes over", ".lycheeignore", "docs/changelog.md\n"],
])("a page that %s names is made, and one that nothing names is lost", async (_, path, text) => {
  expect(await allFaults(linking("[a](changelog.md)", { [path]: text }))).toEqual([LOST]);
});

test("code that writes nothing says nothing of the pages that it names, and neither does the navigation", async () => {
  const read = linking("[a](flags.md)", { "tools/links.py": "LINKS = ['docs/flags.md']\n" });
  expect(await allFaults(read)).toEqual(["docs/index.md:3 broken-link", LOST]);
  const listed = linking("[a](flags.md)", {
    "mkdocs.yml": "nav:\n  - index.md\n  - use.md\n  - guide/oil.md\n  - flags.md\n",
  });
  expect(await allFaults(listed)).toEqual(["docs/index.md:3 broken-link", LOST, "mkdocs.yml:5 navigation-entry"]);
});

test("a name that other files have counts only where a line copies it to the folder of the link", async () => {
  const copied = (line: string) =>
    linking("[a](CONTRIBUTING.md)", { "package.json": `{ "scripts": { "docs": "${line}" } }` });
  expect(await allFaults(copied("cpy CONTRIBUTING.md docs/ && mkdocs build"))).toEqual([LOST]);
  expect(await allFaults(copied("prettier CONTRIBUTING.md"))).toHaveLength(2);
  expect(await allFaults(copied("cp CONTRIBUTING.md dist/ && mkdocs build"))).toHaveLength(2);
  const here = linking("[a](CONTRIBUTING.md)", { "docs/Makefile": "html:\n\tcp ../CONTRIBUTING.md .\n" });
  expect(await allFaults(here)).toEqual([LOST]);
});

test.each([
  ["typedoc.json", '{ "out": "docs/api" }'],
  ["proto/buf.gen.yaml", "plugins:\n  - out: ../docs/api\n"],
  ["turbo.json", '{ "tasks": { "docs": { "outputs": ["docs/api/**"] } } }'],
  ["docs/Makefile", "api:\n\tsphinx-apidoc -o api ../src\n"],
  [".gitmodules", '[submodule "api"]\n\tpath = docs/api\n'],
  ["src/Lantern.csproj", "<DocOutput>..\\docs\\api</DocOutput>\n"],
])("the pages of a folder that is not there and that %s names are made", async (path, text) => {
  const site = linking("[a](api/store.md) ![b](api/store.png)", { [path]: text });
  expect(await allFaults(site)).toEqual([LOST]);
  expect(await allFaults({ ...site, "docs/api/index.md": PAGE })).toHaveLength(3);
});

test("a folder is named below a variable, and by its name alone in code about documents", async () => {
  const site = (path: string, text: string) => linking("[a](operator/intro.md)", { [path]: text });
  const brace = "$".concat("{DOCS}");
  expect(await allFaults(site("scripts/fetch.sh", `git clone https://x.example "${brace}/operator"\n`))).toEqual([
    LOST,
  ]);
  expect(await allFaults(site("scripts/fetch.sh", "mkdir -p $DOCS/operator\n"))).toEqual([LOST]);
  const code = "await mkdir(path.join(docs, 'operator'));\n";
  expect(await allFaults(site("tools/fetch-docs.mjs", code))).toEqual([LOST]);
  expect(await allFaults(site("tools/lint.mjs", code))).toHaveLength(2);
  expect(await allFaults(site("scripts/run.sh", "kubectl apply operator\n"))).toHaveLength(2);
});

test("a picture that code draws is made, and so is one of whose source a rule tells", async () => {
  const site = linking("![a](img/growth.png) ![b](img/parts.svg)\n\n![c](img/gone.svg)", {
    "docs/img/oil.png": "",
    "docs/plots/growth.py": "plt.savefig('docs/img/growth.png')\n",
    "diagrams/parts.puml": "",
    "diagrams/gone.d2": "",
    Makefile: "docs/img/%.svg: diagrams/%.puml\n\tplantuml $<\n",
  });
  expect(await allFaults(site)).toEqual(["docs/index.md:5 missing-asset", "docs/index.md:7 broken-link"]);
});

test("a page that a template is for is made", async () => {
  const site = linking("[a](flags.md) [b](keys.md) [c](rules.md)", {
    "docs/flags.md.j2": "",
    "templates/docs/keys.md.tmpl": "",
    "docs/rules.Rmd": "",
    "docs/guide/gone.md.orig": "",
  });
  expect(await allFaults(site)).toEqual([LOST]);
});

test("a name of several words in code that writes pages is one of them", async () => {
  const code = "for (const { slug } of [{ slug: 'error-codes' }]) writeFileSync(`docs/guide/` + slug, text);\n";
  const site = linking("[a](guide/error-codes.md)", { "tools/gen/pages.ts": code });
  expect(await allFaults(site)).toEqual([LOST]);
});

test("an entry of the navigation and an import that a script makes are there", async () => {
  const site: Files = {
    "book.toml": "[book]\ntitle = 'Lantern'\n",
    "src/SUMMARY.md": "- [Home](home.md)\n- [Flags](flag-list.md)\n- [Gone](gone.md)\n",
    "src/home.md": PAGE,
    "build.rs": 'fn main() { std::fs::write("src/flag-list.md", flags()).unwrap(); }\n',
  };
  expect(await allFaults(site)).toEqual(["src/SUMMARY.md:3 navigation-entry"]);
  const docusaurus: Files = {
    "docusaurus.config.js": "module.exports = { title: 'Lantern' };\n",
    "docs/intro.mdx":
      "import Flags from './_flags.mdx';\nimport Gone from './_gone.mdx';\n\n# Intro\n\n<Flags /><Gone />\n",
    "scripts/flags.mjs": "await writeFile('docs/_flags.mdx', flags);\n",
  };
  expect(await allFaults(docusaurus)).toEqual(["docs/intro.mdx:2 bad-import"]);
});

const STARLIGHT: Files = {
  "astro.config.mjs":
    "import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ title: 'Lantern' })] };\n",
  "src/content/docs/index.md": titled("Home", "[a](/guide/start/) [b](/guide/api/users)\n\n[gone](/guide/gone/)"),
  "src/content/docs/guide/oil.md": titled("Oil", "Text."),
};

test.each([
  ["deploy/nginx.conf", "location = /guide/start { return 301 /; }\nlocation /guide/api/ { proxy_pass http://api; }\n"],
  ["firebase.json", '{ "rewrites": [{ "source": "/guide/start" }, { "source": "/guide/api/**" }] }'],
  ["worker/index.ts", "if (path === '/guide/start' || path.startsWith('/guide/api/')) return fetch(api);\n"],
  [
    "vercel.json",
    '{ "routes": [{ "src": "/guide/start", "status": 301 }, { "src": "/guide/api/(.*)", "dest": "/$1" }] }',
  ],
])("an address that %s names is served by the host", async (path, text) => {
  expect(await allFaults({ ...STARLIGHT, [path]: text })).toEqual(["src/content/docs/index.md:7 broken-link"]);
});

test("what a change takes away is lost, whatever names it", async () => {
  const site = linking("[a](use.md)", { Makefile: "\tsed s/a/b/ use.in > docs/use.md\n\tcat x.md > docs/flags.md\n" });
  expect(await faultsOf(site, { "docs/use.md": null })).toEqual(["docs/index.md:3 broken-link"]);
  expect(await faultsOf(site, edited(site, "docs/index.md", "use.md", "flags.md"))).toEqual([]);
  expect(await faultsOf(site, edited(site, "docs/index.md", "use.md", "flag.md"))).toHaveLength(1);
});

test("build files are read only where something is missing, and what is named is counted as not known", async () => {
  const site = linking("[a](flags.md)", { "tools/sync.py": "shutil.copy('x', 'docs/flags.md')\n" });
  const { counts } = await checkSite({ reader: wholeReaderOf(site), base: null });
  expect(counts.unknownLinks).toBe(1);
  const whole = { ...site, "cmd/main.go": "package main\n", "docs/index.md": PAGE };
  const reader = wholeReaderOf(whole);
  const read = new Set<string>();
  const readMany = async (paths: readonly string[]) => {
    for (const path of paths) read.add(path);
    return reader.readMany(paths);
  };
  await checkSite({ reader: { ...reader, readMany }, base: null });
  expect([...read]).not.toContain("cmd/main.go");
});

test("code that names a folder like one of the site's pages makes no page that an entry lacks there", async () => {
  const site: Files = {
    "guide/mkdocs.yml": "site_name: Lantern\nnav:\n  - Home: index.md\n  - Oil: features/oil.md\n",
    ...pages("guide/docs/index.md", "guide/docs/features/oil.md", "guide/docs/features/wick.md"),
    "scripts/generate_docs.py": "rows = load('features')\nopen(out, 'w').write(rows)\n",
  };
  const change = edited(site, "guide/mkdocs.yml", "features/oil.md", "features/oil-gone.md");
  expect(await faultsOf(site, change)).toContain("guide/mkdocs.yml:4 navigation-entry");
});
