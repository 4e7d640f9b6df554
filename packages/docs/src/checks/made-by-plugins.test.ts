import { expect, test } from "vitest";
import { allFaults, allTold, PAGE, pages, titled } from "./testing-changes.ts";
import type { Files } from "./testing-sites.ts";

const mkdocs = (config: string, files: Files): Files => ({ "mkdocs.yml": `site_name: Lantern\n${config}`, ...files });

test("MkDocs: pages that scripts of gen-files write are there for links, and the navigation may name those of hooks", async () => {
  const home = "# Home\n\n[a](api/lamp/oil.md#lamp.oil) [b](api/) [c](changes.md)\n\n[d](gone.md)\n";
  const scripts = mkdocs("plugins:\n  - gen-files:\n      scripts: [scripts/pages.py]\n", {
    "scripts/pages.py": 'out = Path("api", path)\nwith mkdocs_gen_files.open("changes.md", "w") as file:\n    pass\n',
    "docs/index.md": home,
    ...pages("docs/a.md"),
  });
  expect(await allFaults(scripts)).toEqual(["docs/index.md:5 broken-link"]);
  const hook = (code: string) =>
    mkdocs("hooks: [hooks/pages.py]\nnav:\n  - index.md\n  - changes.md\n  - lost.md\n", {
      "hooks/pages.py": code,
      "docs/index.md": "# Home\n\n[c](changes.md)\n",
    });
  const makes = 'def on_files(files, config):\n    files.append(File.generated(config, "changes.md", content="x"))\n';
  expect(await allFaults(hook(makes))).toEqual(["mkdocs.yml:6 navigation-entry"]);
  expect(await allFaults(hook('print("changes.md")\n'))).toContain("docs/index.md:3 broken-link");
});

test("MkDocs: what plugins, themes and each build write beside the pages is there", async () => {
  const site = mkdocs(
    'theme:\n  name: material\nplugins:\n  - techdocs-core\n  - llmstxt\n  - with-pdf\n  - coverage\n  - api-autonav:\n      api_root_uri: code\n  - blog\nnav: [index.md, blog/index.md, "a.md"]\n',
    {
      "docs/index.md": [
        "# Home",
        "",
        "[a](/catalog/default/component/lamp) [b](llms.txt) [c](pdf/document.pdf) [d](coverage.md)",
        "[e](code/lamp.md) ![f](assets/images/favicon.png) [g](sitemap.xml) [h](blog/category/oil.md)",
        "",
        "[i](llms.pdf) [j](code.md/x.md)",
        "",
      ].join("\n"),
      "docs/blog/index.md": "# Blog\n",
      ...pages("docs/a.md"),
    },
  );
  expect(await allFaults(site)).toEqual(["docs/index.md:6 broken-link", "docs/index.md:6 missing-asset"]);
});

test("MkDocs: drafts and the page for lost addresses need no entry, and a slash in a list of a folder begins an address", async () => {
  const site = mkdocs("nav: [index.md]\ndraft_docs: |\n  drafts/\n", {
    "docs/index.md": PAGE,
    ...pages("docs/drafts/a.md", "docs/404.md", "docs/lost.md"),
  });
  expect(await allFaults(site)).toEqual(["docs/lost.md:1 orphan-page"]);
  const listed = mkdocs("plugins: [awesome-pages]\n", {
    "docs/.pages": "nav:\n  - index.md\n  - API: /api/\n  - Lost: lost\n  - ...\n",
    "docs/index.md": PAGE,
    ...pages("docs/a.md"),
  });
  expect(await allFaults(listed)).toEqual(["docs/.pages:4 navigation-entry"]);
});

test("MkDocs: a configuration that takes the rest from that of another language is a translation of its site", async () => {
  const site = {
    "docs/en/mkdocs.yml": "site_name: Lantern\nnav: [index.md, a.md]\n",
    "docs/de/mkdocs.yml": "INHERIT: ../en/mkdocs.yml\n",
    "docs/en/docs/index.md": "# Home\n\n[a](/de/a/) [b](a.md)\n\n[c](gone.md)\n",
    "docs/de/docs/index.md": "# Start\n\n![a](img/lamp.png)\n\n![b](img/gone.png)\n",
    "docs/en/docs/img/lamp.png": "",
    ...pages("docs/en/docs/a.md", "docs/de/docs/a.md"),
  };
  expect(await allFaults(site)).toEqual([
    "docs/de/docs/index.md:5 missing-asset",
    "docs/en/docs/index.md:5 broken-link",
  ]);
});

test("Hugo: what a module or a file elsewhere is mounted as is there, by reference too", async () => {
  const site = {
    "hugo.toml": [
      'title = "Lantern"',
      "removePathAccents = true",
      "[module]",
      "[[module.imports]]",
      'path = "github.com/lantern/oil"',
      "[[module.imports.mounts]]",
      'source = "docs"',
      'target = "content/docs/oil"',
      "[[module.mounts]]",
      'source = "../CHANGES.md"',
      'target = "content/changes.md"',
      "",
    ].join("\n"),
    "content/_index.md": titled(
      "Home",
      '[a](/docs/oil/x/) [b](/changes/) [c]({{< ref "/docs/oil/x" >}}) [d](/docs/ol-olive/) [e](index.print.html)\n\n[f]({{< ref "/docs/gone" >}}) [g](/docs/gone/)',
    ),
    "content/docs/Öl Olive.md": titled("A", "Text."),
  };
  expect(await allFaults(site)).toEqual(["content/_index.md:7 broken-link", "content/_index.md:7 broken-link"]);
});

test("Jekyll: a plugin of the repository may make pages below the folders that it names", async () => {
  const site = (code: string): Files => ({
    "_config.yml": "theme: minima\n",
    "_plugins/topics.rb": code,
    "index.md": titled("Home", "[a](/topics/oil/) [b](topics/wick/)\n\n[c](gone.md)"),
    "a.md": titled("A", "Text."),
  });
  const made = 'class Topics < Jekyll::Generator\n  def generate(site)\n    @dir = "topics"\n  end\nend\n';
  expect(await allTold(site(made))).toEqual(["index.md:7 broken-link"]);
  expect(await allTold(site("# topics\n"))).not.toEqual(["index.md:7 broken-link"]);
});

test("Sphinx: galleries and other extensions write documents, addresses have been others, and a picture may be of any kind", async () => {
  const site = {
    "docs/conf.py": [
      'extensions = ["myst_parser", "sphinx_gallery.gen_gallery", "exhale"]',
      'sphinx_gallery_conf = {"examples_dirs": ["../examples"], "gallery_dirs": ["tutorials"]}',
      'exhale_args = {"containmentFolder": "./cpp"}',
      'redirects = {"old/lamp": "../a.html"}',
      "",
    ].join("\n"),
    "docs/index.md":
      "# Home\n\n[a](tutorials/index.rst) [b](old/lamp.html) ![c](img/lamp.*)\n\n![d](img/wick.*) [e](more/index.rst)\n\n```{toctree}\na\ntutorials/index\ncpp/root\ncppx/root\n```\n",
    "docs/img/lamp.svg": "",
    ...pages("docs/a.md"),
  };
  expect(await allFaults(site)).toEqual([
    "docs/index.md:11 navigation-entry",
    "docs/index.md:5 broken-link",
    "docs/index.md:5 missing-asset",
  ]);
});

test("mdBook: links may begin with where the book is hosted, and translations and pages of its own lie beside its chapters", async () => {
  const site = {
    "book.toml": '[book]\ntitle = "Lantern"\n[preprocessor.bib]\n[output.html]\nsite-url = "/lantern/"\n',
    "po/de.po": "",
    "src/SUMMARY.md": "- [A](a.md)\n- [B](b.md)\n",
    "src/a.md":
      "# A\n\n[a](/lantern/b.html) [b](toc.html) [c](de/a.html) [d](bibliography.html)\n\n[e](/lantern/gone.html) [f](gone.html)\n",
    ...pages("src/b.md"),
  };
  const found = await allFaults(site);
  expect(found.every((one) => one.startsWith("src/a.md:5 "))).toBe(true);
  expect(found).toHaveLength(2);
});

test("in a wiki and in a vault a link may name a page or a picture alone", async () => {
  const site = (mark: string): Files => ({
    [mark]: "{}\n",
    "Home.md":
      "# Home\n\n[a](Oil-Lamp) [b](Oil-Lamp.md#First%20wick) [c](Oil-Lamp.md#^part) ![d](lamp.png)\n\n[e](Gone-Lamp.md)\n",
    "deep/Oil-Lamp.md": "# Oil\n\n## First wick\n\nText. ^part\n",
    "files/lamp.png": "",
  });
  expect(await allFaults(site(".obsidian/app.json"))).toEqual(["Home.md:5 broken-link"]);
  expect(await allFaults(site("_Sidebar.md"))).toEqual(["Home.md:5 broken-link"]);
  expect((await allFaults(site("notes.json"))).length).toBeGreaterThan(3);
});

test("MkDocs: a page that the configuration or a template of the theme links to is no orphan, and one that sends readers on is none", async () => {
  const site = mkdocs(
    [
      "copyright: '<a href=\"/privacy/\">Privacy</a>'",
      "theme:",
      "  name: material",
      "  custom_dir: overrides",
      "extra:",
      "  consent: 'See <a href=\"imprint/\">this</a>'",
      "plugins:",
      "  - tags: {tags_file: labels.md}",
      "  - search",
      "# - lost.md",
      "nav: [index.md]",
      "",
    ].join("\n"),
    {
      "overrides/home.html": "<a href=\"{{ 'oil/lamp.md' | url }}\">x</a>\n",
      "docs/former.md": '<meta http-equiv="refresh" content="0; url=../">\n',
      ...pages("docs/index.md", "docs/privacy.md", "docs/imprint.md", "docs/labels.md", "docs/oil/lamp.md"),
      ...pages("docs/lost.md", "docs/search.md"),
    },
  );
  expect(await allFaults(site)).toEqual(["docs/lost.md:1 orphan-page", "docs/search.md:1 orphan-page"]);
});

test("MkDocs: a hook or the plugin for simple hooks may copy pages, and configurations beside it build other languages", async () => {
  const copies =
    'import shutil\ndef copy():\n    shutil.copy("README.md", "docs/index.md")\n    shutil.copy("CHANGES.md", "docs/CHANGES.md")\n';
  const site = mkdocs(
    'plugins:\n  - mkdocs-simple-hooks:\n      hooks:\n        on_pre_build: "tools.hooks:copy"\nnav: [index.md, CHANGES.md, lamp.md, gone.md]\n',
    {
      "tools/hooks.py": copies,
      "mkdocs-de.yml": "site_name: Lantern\ndocs_dir: docs-de\n",
      "docs/lamp.md": "# Lamp\n\n[a](CHANGES.md) [b](index.md) [c](../de/lamp/)\n\n[d](gone.md)\n",
    },
  );
  expect(await allFaults(site)).toEqual(["docs/lamp.md:5 broken-link", "mkdocs.yml:6 navigation-entry"]);
});

test("Hugo: a day before the name of a page may be its date alone", async () => {
  const site = (config: string): Files => ({
    "hugo.toml": `title = "Lantern"\n${config}`,
    "content/posts/2024-01-02-lamp.md": titled("Lamp", "Text."),
    "content/posts/oil.md": titled("Oil", "[a](/posts/lamp/)"),
  });
  expect(await allFaults(site('[frontmatter]\ndate = [":filename", ":default"]\n'))).toEqual([]);
  expect(await allFaults(site(""))).toEqual(["content/posts/oil.md:5 broken-link"]);
});

test("Jekyll: folders that the build keeps and lists of paginate-v2 are made elsewhere", async () => {
  const site = {
    "_config.yml": "theme: minima\nkeep_files: [api]\nautopages: {enabled: true}\n",
    "index.md": titled("Home", "[a](/api/index.html) [b](/tag/oil/)\n\n[c](gone.md)"),
    "a.md": titled("A", "Text."),
  };
  expect(await allTold(site)).toEqual(["index.md:7 broken-link"]);
});

test("MkDocs: links between sites that one takes in count from where it shows them, also those that a star takes in", async () => {
  const site = mkdocs("plugins: [monorepo]\nnav:\n  - index.md\n  - Parts: '*include ./parts/*/mkdocs.yml'\n", {
    "docs/index.md":
      "# Home\n\n[a](lamp/index.md) [b](oil/deep/a.md#wick)\n\n[c](oil/gone.md) [d](oil/deep/a.md#gone)\n",
    "parts/lamp/mkdocs.yml": "site_name: Lamp\nnav: [index.md]\n",
    "parts/oil/mkdocs.yml": "site_name: Oil\nnav: [index.md, deep/a.md]\n",
    "parts/lamp/docs/index.md": "# Lamp\n\n[a](../index.md) [b](../oil/deep/a.md)\n\n[c](../gone.md)\n",
    "parts/oil/docs/deep/a.md": "# A\n\n## Wick\n",
    ...pages("parts/oil/docs/index.md"),
  });
  expect(await allFaults(site)).toEqual([
    "docs/index.md:5 broken-anchor",
    "docs/index.md:5 broken-link",
    "parts/lamp/docs/index.md:5 broken-link",
  ]);
});

test("Jekyll: a document of a collection may be HTML, and Hugo takes diagrams out before it reads Markdown", async () => {
  const jekyll = {
    "_config.yml": "theme: minima\ncollections:\n  people: {output: true}\n",
    "_people/ann.html": "---\n---\n",
    "index.md": titled("Home", "[a](/people/ann.html) [b](/people/ann)\n\n[c](/people/bob)"),
    "_people/joe.md": titled("Joe", "Text."),
  };
  expect(await allFaults(jekyll)).toEqual(["index.md:7 broken-link"]);
  const hugo = {
    "hugo.toml": 'title = "Lantern"\n',
    "content/a.md": titled("A", '{{< mermaid class="x" >}}\nA[x](gone.md) -->|y| B\n{{< /mermaid >}}\n\n[a](gone.md)'),
    "content/b.md": titled("B", "Text."),
  };
  expect(await allFaults(hugo)).toEqual(["content/a.md:9 broken-link"]);
});
