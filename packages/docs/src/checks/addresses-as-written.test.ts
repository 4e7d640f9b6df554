import { expect, test } from "vitest";
import { allFaults, allTold, titled } from "./testing-changes.ts";

const hugo = (config = "") => ({ "hugo.toml": `baseURL = "https://lantern.example/"\n${config}` });
const page = (title: string, text: string, more = "") => `---\nlayout: page\ntitle: ${title}\n${more}---\n\n${text}\n`;

test("Hugo: an alias without a slash counts from the folder of its page", async () => {
  const site = {
    ...hugo(),
    "content/docs/_index.md": titled("Docs", "[a](/docs/old/) [b](/former/)\n\n[c](/old/x/) [d](/docs/gone/)"),
    "content/docs/a.md": "---\ntitle: A\naliases: [old, ../former]\n---\n\nText.\n",
    "content/old/a.md": titled("A", "Text."),
  };
  expect(await allFaults(site)).toEqual([
    "content/docs/_index.md:7 broken-link",
    "content/docs/_index.md:7 broken-link",
  ]);
});

test("Hugo: a template of content makes pages in its folder, and pages may be no Markdown", async () => {
  const site = {
    ...hugo(),
    "content/books/_content.gotmpl": "{{ $.AddPage . }}\n",
    "content/books/own.md": titled("Own", "Text."),
    "content/docs/a.org": "#+TITLE: A\n",
    "content/docs/b/index.adoc": "= B\n",
    "content/docs/c.md": titled(
      "C",
      "[a](/books/one/) [b](../../books/two/) [c](/docs/a/) [d](/docs/b/)\n\n[e](/docs/gone/)",
    ),
  };
  expect(await allFaults(site)).toEqual(["content/docs/c.md:7 broken-link"]);
  const { "content/books/_content.gotmpl": _, ...without } = site;
  expect(await allFaults(without)).toHaveLength(3);
});

test("Hugo: lists of a section have a form of addresses of their own", async () => {
  const site = {
    ...hugo("[permalinks.section]\nposts = '/articles/'\n"),
    "content/posts/_index.md": titled("Posts", "Text."),
    "content/docs/a.md": titled("A", "[a](/articles/)\n\n[b](/docs/gone/)"),
  };
  expect(await allFaults(site)).toEqual(["content/docs/a.md:7 broken-link"]);
});

test("the text of a tag for code is no Markdown in Hugo and Jekyll", async () => {
  const text = (open: string, close: string) => `${open}\n[x](gone.md)\n${close}\n\n[y](lost.md)`;
  const site = {
    ...hugo(),
    "content/a.md": titled("A", text("{{< highlight md >}}", "{{< /highlight >}}")),
    "content/b.md": titled("B", "Text."),
  };
  expect(await allFaults(site)).toEqual(["content/a.md:9 broken-link"]);
  const jekyll = {
    "_config.yml": "theme: minima\n",
    "a.md": page("A", text("{% highlight md %}", "{% endhighlight %}")),
    "b.md": page("B", "Text."),
  };
  expect(await allFaults(jekyll)).toEqual(["a.md:10 broken-link"]);
});

test("Jekyll: a former address needs no slash, and polyglot shows each page in each language", async () => {
  const site = {
    "_config.yml": "theme: minima\nplugins: [jekyll-polyglot]\nlanguages: [en, fr]\ndefault_lang: en\n",
    "docs/a.md": page("A", "[a](/docs/was) [b](/fr/docs/a)\n\n[c](/docs/gone)", "redirect_from: docs/was\n"),
    "docs/b.md": page("B", "Text."),
    "fr/own.md": page("O", "Text."),
  };
  expect(await allFaults(site)).toEqual(["docs/a.md:9 broken-link"]);
});

test("MkDocs: posts of the blog of Material have addresses by their day", async () => {
  const site = {
    "mkdocs.yml": "site_name: Lantern\nplugins:\n  - blog\n",
    "docs/index.md":
      "# Home\n\n[a](blog/2024/01/31/hello/) [b](blog/archive/2024/) [c](blog/category/news/)\n\n[d](blog/gone/)\n",
    "docs/blog/index.md": "# Blog\n",
    "docs/blog/posts/hello.md": "---\ndate: 2024-01-31\n---\n\n# Hello\n",
  };
  expect(await allFaults(site)).toEqual(["docs/index.md:5 broken-link"]);
});

test("MkDocs: plugins find pages and pictures by name", async () => {
  const site = (plugin: string) => ({
    "mkdocs.yml": `site_name: Lantern\nplugins: [${plugin}]\n`,
    "docs/x/index.md": "# Home\n\n[a](deep.md) ![b](pic.png)\n\n[c](gone.md) ![d](gone.png)\n",
    "docs/a/b/deep.md": "# Deep\n",
    "docs/a/pic.png": "",
  });
  const gone = ["docs/x/index.md:5 broken-link", "docs/x/index.md:5 missing-asset"];
  expect((await allFaults(site("autolinks"))).filter((one) => !one.endsWith("orphan-page"))).toEqual(gone);
  expect(await allFaults(site("search"))).toHaveLength(4);
});

test("Sphinx: a document and the index of a folder of its name have two addresses", async () => {
  const site = {
    "docs/conf.py": "extensions = ['myst_parser']\n",
    "docs/index.md": "# Home\n\n```{toctree}\nsetup\nsetup/index\n```\n",
    "docs/setup.md": "# Setup\n",
    "docs/setup/index.md": "# More setup\n",
  };
  expect(await allTold(site)).toEqual([]);
});

test("GitBook: an address may count from the top of the repository", async () => {
  const site = {
    "book/.gitbook.yaml": "root: ./\n",
    "book/SUMMARY.md": "# Summary\n\n* [Home](README.md)\n* [Rules](rules.md)\n",
    "book/README.md": "# Home\n\n[rules](/book/rules.md)\n\n[gone](/book/gone.md)\n",
    "book/rules.md": "# Rules\n",
  };
  expect((await allFaults(site)).filter((one) => one.includes(":3 "))).toEqual([]);
});

test("Jekyll: where each page is a folder, a link counts from its slash", async () => {
  const site = {
    "_config.yml": "theme: minima\npermalink: pretty\n",
    "index.md": "---\n---\n\n# Home\n",
    "parts/index.md": "---\n---\n\n# Parts\n\n## Wicks\n",
    "parts/oil.md": "---\n---\n\n# Oil\n\n[wicks](../#wicks) [gone](../#oils)\n",
  };
  expect(await allFaults(site)).toEqual(["parts/oil.md:6 broken-anchor"]);
  // Without it, `../` leads from `/parts/oil.html` to the home page.
  expect(await allFaults({ ...site, "_config.yml": "theme: minima\n" })).toHaveLength(2);
});
