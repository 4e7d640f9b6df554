import { expect, test } from "vitest";
import { wholeReaderOf } from "../testing.ts";
import { checkSite } from "./check-site.ts";
import { allFaults, allTold, edited, faultsOf, PAGE, titled } from "./testing-changes.ts";
import type { Files } from "./testing-sites.ts";

const BOOK: Files = {
  "book.toml": "[book]\ntitle = 'Lantern'\n",
  "src/SUMMARY.md": "# Summary\n\n- [Home](home.md)\n- [Use](guide/use.md)\n",
  "src/home.md": "# Home\n\n[a](./api/store/index.html) [b](./api/flags/index.html#on)\n\n[c](./api)\n",
  "src/guide/use.md": PAGE,
};

test("HTML below a folder that nothing is in is the reference of another tool, said once as a note", async () => {
  const { errors, warnings, notes, counts } = await checkSite({ reader: wholeReaderOf(BOOK), base: null });
  expect([errors, warnings]).toEqual([[], []]);
  expect(notes.map(({ line, message }) => `${line} ${message}`)).toEqual([
    expect.stringMatching(/^3 2 links lead to HTML below src\/api, of which nothing is in this repository/),
  ]);
  expect(counts.unknownLinks).toBe(3);
});

test("HTML below a folder of another name may be of one that was renamed: it is a warning, said once", async () => {
  const site = { ...BOOK, "src/home.md": "# Home\n\n[a](shown/a.html)\n\n[b](shown/b.html)\n" };
  expect(await allFaults(site)).toEqual(["src/home.md:3 shared-cause"]);
});

test("HTML beside pages and links to files of pages are faults, and so is what a change adds", async () => {
  const site = {
    ...BOOK,
    "src/home.md": "# Home\n\n[a](guide/gone.html)\n\n[b](./api/gone.md)\n\n[c](./api/store/index.html)\n",
  };
  expect(await allFaults(site)).toEqual(["src/home.md:3 broken-link", "src/home.md:5 broken-link"]);
  expect(await faultsOf(BOOK, edited(BOOK, "src/guide/use.md", "Text.", "[d](../api/keys/index.html)"))).toEqual([
    "src/guide/use.md:3 broken-link",
  ]);
});

test("a folder that a build file copies into the output of a book is known to be made, of a change as well", async () => {
  const site: Files = { ...BOOK, "nix/docs.nix": "mdbook build\ncp -r doc/. book/api/\n" };
  expect(await allTold(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "src/guide/use.md", "Text.", "[d](../api/keys/index.html)"))).toEqual([]);
});

const API = (more: string): Files => ({
  "docs.json": `{ "navigation": [{ "group": "A", "pages": ["index"] }, { "group": "API", ${more} }] }`,
  "index.mdx": titled(
    "Home",
    "[a](/api-reference/users/create-user)\n\n[b](/api-reference/users)\n\n[c](/guides/users/create-user)",
  ),
});

test("Mintlify: pages of a description elsewhere lie in groups below one folder, and everything else is written", async () => {
  const url = "https://example.com/openapi.yaml";
  expect(await allFaults(API(`"openapi": "${url}"`))).toEqual(["index.mdx:7 broken-link", "index.mdx:9 broken-link"]);
  const inFolder = API(`"openapi": { "source": "${url}", "directory": "guides" }`);
  expect(await allFaults(inFolder)).toEqual(["index.mdx:5 broken-link", "index.mdx:7 broken-link"]);
});

test("Mintlify: pages of a description in the repository are called like its operations", async () => {
  const site: Files = {
    ...API('"openapi": "spec/openapi.yaml"'),
    "spec/openapi.yaml": "openapi: 3.1.0\npaths:\n  /users:\n    post:\n      summary: Create user\n",
  };
  expect(await allFaults(site)).toEqual(["index.mdx:9 broken-link"]);
  const gone = edited(site, "index.mdx", "create-user)\n\n[b]", "remove-user)\n\n[b]");
  expect(await faultsOf(site, gone)).toEqual(["index.mdx:5 broken-link"]);
});

test("Mintlify: a file that a redirect leads elsewhere is no orphan, and one that it leads to itself is", async () => {
  const site = (destination: string): Files => ({
    "docs.json": `{ "navigation": { "pages": ["index"] }, "redirects": [{ "source": "/old", "destination": "${destination}" }] }`,
    "index.mdx": titled("Home", "Text."),
    "old.mdx": titled("Old", "Text."),
  });
  expect(await allFaults(site("/"))).toEqual([]);
  expect(await allFaults(site("/old"))).toEqual(["old.mdx:1 orphan-page"]);
});

test("MkDocs: blocks that hooks take before Markdown is read are no faults, and those of a change are", async () => {
  const hook = (name: string): Files => ({
    "mkdocs.yml": "site_name: Lantern\nhooks:\n  - hooks/box.py\n",
    "hooks/box.py": `def ${name}(markdown, **kwargs):\n    return markdown\n`,
    "docs/index.md": "# Home\n\n::box\nimage: ```gif\na.png\n```\n::end\n\nThen go on with the rest of it.\n",
    "docs/more.md": PAGE,
  });
  const site = hook("on_page_markdown");
  expect(await allFaults(site)).toEqual([]);
  expect(await allTold(site)).toEqual(["docs/index.md:6 shared-cause"]);
  expect(await allFaults(hook("on_post_build"))).toEqual(["docs/index.md:6 unclosed-fence"]);
  expect(await faultsOf(site, edited(site, "docs/more.md", "Text.", "```sh\nnpm ci"))).toEqual([
    "docs/more.md:3 unclosed-fence",
  ]);
});

test("MkDocs: a heading of a name in angle brackets has the name as its anchor", async () => {
  const site: Files = {
    "mkdocs.yml": "site_name: Lantern\n",
    "docs/index.md": "# Home\n\n[a](use.md#container)\n\n[b](use.md#box)\n",
    "docs/use.md": "# Use\n\n## <Container>\n\nText.\n",
  };
  expect(await allFaults(site)).toEqual(["docs/index.md:5 broken-anchor"]);
});

test("Hugo: anchors of a page are not known where a template of its shortcodes writes ids out of data", async () => {
  const site = (id: string): Files => ({
    "hugo.toml": "title = 'Lantern'\n",
    "content/_index.md": titled("Home", "[a](/tools/#saw)"),
    "content/tools.md": titled("Tools", "{{< catalog >}}"),
    "layouts/shortcodes/catalog.html": '{{ partial "rows.html" .Page }}\n',
    "layouts/partials/rows.html": `{{ range site.Data.tools }}<tr id="${id}"></tr>{{ end }}\n`,
  });
  expect(await allFaults(site("{{ .anchor }}"))).toEqual([]);
  expect(await allFaults(site("hammer"))).toEqual(["content/_index.md:5 broken-anchor"]);
});

test("mdBook: an entry names a file whatever its ending is, in its own case", async () => {
  const site: Files = { ...BOOK, "src/home.md": PAGE, "src/notes/README.MD": PAGE };
  const listed = (ref: string) => ({ ...site, "src/SUMMARY.md": `${site["src/SUMMARY.md"]}- [Notes](${ref})\n` });
  expect(await allFaults(listed("notes/README.MD"))).toEqual([]);
  expect(await allFaults(listed("notes/README.md"))).toEqual(["src/SUMMARY.md:5 navigation-entry"]);
});

test("Docusaurus: a category opens with a page of its own instance of the plugin for docs", async () => {
  const site: Files = {
    "docusaurus.config.js":
      "module.exports = { presets: [['classic', { docs: { path: 'main' } }]], plugins: [['@docusaurus/plugin-content-docs', { id: 'base', path: 'base', routeBasePath: 'base' }]] };\n",
    "main/intro.md": PAGE,
    "base/policy/intro.md": PAGE,
    "base/policy/_category_.json": '{ "link": { "type": "doc", "id": "policy/intro" } }\n',
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, { "base/policy/intro.md": null, "base/policy/start.md": PAGE })).toEqual([
    "base/policy/_category_.json:1 navigation-entry",
    "base/policy/start.md:1 orphan-page",
  ]);
});

test("mdBook: what a comment of the summary holds is no entry, and what stands behind it is", async () => {
  const listed = (more: string): Files => ({
    ...BOOK,
    "src/home.md": PAGE,
    "src/SUMMARY.md": `${BOOK["src/SUMMARY.md"]}${more}`,
  });
  expect(
    await allFaults(listed("<!-- - [A](a.md)\n- [B](b.md)\n -->- [C](guide/use.md) <!-- [D](d.md) -->\n")),
  ).toEqual([]);
  expect(await allFaults(listed("<!-- later\n-->\n- [A](a.md)\n<!-- - [B](b.md)\n"))).toEqual([
    "src/SUMMARY.md:7 navigation-entry",
    "src/SUMMARY.md:8 navigation-entry",
  ]);
});

test("GitBook: the id of a heading with names may leave out their signs", async () => {
  const site = (anchor: string): Files => ({
    ".gitbook.yaml": "root: ./\n",
    "README.md": `# Home\n\n[a](cli.md#${anchor})\n`,
    "SUMMARY.md": "# Summary\n\n- [Home](README.md)\n- [CLI](cli.md)\n",
    "cli.md": "# CLI\n\n## `run worker <conf_path>`\n\nText.\n",
  });
  expect(await allFaults(site("run-worker-confpath"))).toEqual([]);
  expect(await allFaults(site("run-worker-conf_path"))).toEqual([]);
  expect(await allFaults(site("run-walker"))).toEqual(["README.md:3 broken-anchor"]);
});

test("GitHub shows a file that it renders below the anchor readme, and a site does not", async () => {
  const plain: Files = { "README.md": "# Home\n\n[a](doc/use.md#readme)\n\n[b](doc/use.md#red)\n", "doc/use.md": PAGE };
  expect(await allFaults(plain)).toEqual(["README.md:5 broken-anchor"]);
  const site: Files = {
    "mkdocs.yml": "site_name: Lantern\n",
    "docs/index.md": "# Home\n\n[a](use.md#readme)\n",
    "docs/use.md": PAGE,
  };
  expect(await allFaults(site)).toEqual(["docs/index.md:3 broken-anchor"]);
});

test("MkDocs: a page that a snippet takes in, counted from the configuration, is no orphan, and neither is an empty one", async () => {
  const site: Files = {
    "mkdocs.yml": "site_name: Lantern\nnav:\n  - index.md\n",
    "docs/index.md": '# Home\n\n--8<-- "docs/lists/a.md"\n\nThe list b.md is to include more.\n',
    "docs/lists/a.md": PAGE,
    "docs/lists/b.md": PAGE,
    "docs/lists/c.md": "\n",
  };
  expect(await allFaults(site)).toEqual(["docs/lists/b.md:1 orphan-page"]);
});

test("links of a README that is a template with placeholders for other repositories are not known", async () => {
  const body = "\n\n[License](./LICENSE)\n\n![Logo](logo.png)\n";
  const site = (path: string, title: string): Files => ({ "README.md": PAGE, [path]: `# ${title}${body}` });
  expect(await allFaults(site("templates/repository-template/README.md", "<PROJECT NAME>"))).toEqual([]);
  expect(await allFaults(site("go-template/README.md", "<TODO: a name>"))).toEqual([]);
  expect(await allFaults(site("templates/README.md", "Templates"))).toEqual([
    "templates/README.md:3 broken-link",
    "templates/README.md:5 missing-asset",
  ]);
  expect(await allFaults(site("docs/README.md", "<PROJECT NAME>"))).toHaveLength(2);
});
