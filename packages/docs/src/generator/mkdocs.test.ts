import { expect, test } from "vitest";
import { checkSite } from "../checks/check-site.ts";
import { allFaults, allTold, edited, faultsOf, pages } from "../checks/testing-changes.ts";
import type { Files } from "../checks/testing-sites.ts";
import { wholeReaderOf } from "../testing.ts";

test("MkDocs: a file of a folder lists what the plugin awesome-pages shows of it", async () => {
  const site: Files = {
    "mkdocs.yml": "site_name: Lantern\nplugins: [awesome-pages]\n",
    "docs/.pages": "nav:\n  - index.md\n  - Guides: guides\n  - ... | flat\n",
    "docs/guides/.pages": "nav:\n  - deploy.md\n  - Keys: keys.md\n  - more\n",
    ...pages("docs/index.md", "docs/guides/deploy.md", "docs/guides/keys.md", "docs/guides/more/a.md", "docs/api/b.md"),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "docs/guides/.pages", "keys.md", "kees.md"))).toEqual([
    "docs/guides/.pages:3 navigation-entry",
    "docs/guides/keys.md:1 orphan-page",
  ]);
  expect(await faultsOf(site, edited(site, "docs/guides/.pages", "  - more\n", ""))).toEqual([
    "docs/guides/more/a.md:1 orphan-page",
  ]);
});

test("MkDocs: the table of contents of the plugin literate-nav is navigation", async () => {
  const site: Files = {
    "mkdocs.yml": "site_name: Lantern\nplugins:\n  - literate-nav:\n      nav_file: SUMMARY.md\n",
    "docs/SUMMARY.md": "* [Home](index.md)\n* [Deploy](guides/deploy.md)\n* [API](api/)\n",
    "docs/api/SUMMARY.md": "* [B](b.md)\n",
    ...pages("docs/index.md", "docs/guides/deploy.md", "docs/api/b.md"),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "docs/SUMMARY.md", "guides/deploy.md", "guides/deploys.md"))).toEqual([
    "docs/SUMMARY.md:2 broken-link",
    "docs/SUMMARY.md:2 navigation-entry",
    "docs/guides/deploy.md:1 orphan-page",
  ]);
  expect(await allFaults({ ...site, "docs/SUMMARY.md": "* [Home](index.md)\n* *\n" })).toEqual([]);
});

test("MkDocs: what is indented below an admonition or a tab is read as Markdown", async () => {
  const site: Files = {
    "mkdocs.yml": "site_name: Lantern\n",
    "docs/keys.md": "# Keys\n\n!!! note\n\n    ## Rotate\n\n    Text.\n",
    "docs/index.md": [
      "# Home\n",
      "!!! warning\n\n    See [a](keys.md#rotate).\n",
      '???+ note "More"\n    See [b](keys.md).\n',
      '=== "Linux"\n\n    !!! tip\n        See [c](keys.md).\n\n    ```sh\n    [no](link.md)\n    ```\n',
      '=== "macOS"\n\n    [d](#linux)\n',
      "A text\n\n    [code](no.md)\n",
    ].join("\n"),
  };
  const wrong = (mark: string) => edited(site, "docs/index.md", `[${mark}](keys.md`, `[${mark}](kees.md`);

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, wrong("a"))).toEqual(["docs/index.md:5 broken-link"]);
  expect(await faultsOf(site, wrong("b"))).toEqual(["docs/index.md:8 broken-link"]);
  expect(await faultsOf(site, wrong("c"))).toEqual(["docs/index.md:13 broken-link"]);
  expect(await faultsOf(site, edited(site, "docs/keys.md", "## Rotate", "## Turn"))).toEqual([
    "docs/index.md:5 broken-anchor",
  ]);
});

test.each(["'!include ./api/mkdocs.yml'", "!include api/mkdocs.yml"])(
  "MkDocs: a navigation takes in another site by %s",
  async (include) => {
    const site: Files = {
      "mkdocs.yml": `site_name: Lantern\nplugins: [monorepo]\nnav:\n  - Home: index.md\n  - API: ${include}\n`,
      "api/mkdocs.yml": "site_name: api-reference\nnav:\n  - Keys: keys.md\n  - Teams: teams.md\n",
      "docs/index.md": "# Home\n\n[x](/api-reference/keys/)\n",
      "api/docs/keys.md": "# Keys\n\n[y](teams.md)\n",
      ...pages("api/docs/teams.md"),
    };

    expect(await allFaults(site)).toEqual([]);
    expect(await faultsOf(site, edited(site, "api/docs/keys.md", "teams.md", "team.md"))).toEqual([
      "api/docs/keys.md:3 broken-link",
    ]);
    expect(await faultsOf(site, edited(site, "docs/index.md", "/keys/", "/kees/"))).toEqual([
      "docs/index.md:3 broken-link",
    ]);
    expect(await faultsOf(site, edited(site, "api/mkdocs.yml", "teams.md", "team.md"))).toEqual([
      "api/docs/teams.md:1 orphan-page",
      "api/mkdocs.yml:4 navigation-entry",
    ]);
  },
);

test("MkDocs: files of a theme's own folder are shown as if they lay among the pages", async () => {
  const site: Files = {
    "mkdocs.yml": "site_name: Lantern\ntheme:\n  name: material\n  custom_dir: docs/.theme\n",
    "docs/.theme/img/logo.png": "",
    ...pages("docs/keys.md"),
    "docs/guide/index.md": "# Home\n\n![x](../img/logo.png)\n",
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "docs/guide/index.md", "logo.png", "lego.png"))).toEqual([
    "docs/guide/index.md:3 missing-asset",
  ]);
});

test("MkDocs: the configuration leaves pages out of the site, and others out of the navigation", async () => {
  const site: Files = {
    "mkdocs.yml": "nav:\n  - a.md\nexclude_docs: |\n  *.es.md\n  drafts/\nnot_in_nav: |\n  more/\n",
    ...pages("docs/a.md", "docs/more/b.md"),
    "docs/a.es.md": "# A\n\n[x](gone.md)\n",
    "docs/drafts/c.md": "# C\n\n[x](gone.md)\n",
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await allFaults({ ...site, "mkdocs.yml": "nav:\n  - a.md\n" })).toEqual([
    "docs/a.es.md:3 broken-link",
    "docs/drafts/c.md:1 orphan-page",
    "docs/drafts/c.md:3 broken-link",
    "docs/more/b.md:1 orphan-page",
  ]);
});

test("MkDocs: a navigation may name pages with backslashes, and a plugin lists the posts of its folders", async () => {
  const site: Files = {
    "mkdocs.yml":
      "site_name: Lantern\nplugins:\n  - blogging:\n      dirs: [news]\nnav:\n  - Home: index.md\n  - Keys: api\\keys.md\n",
    ...pages("docs/index.md", "docs/api/keys.md", "docs/news/first.md", "docs/other.md"),
  };
  expect(await allFaults(site)).toEqual(["docs/other.md:1 orphan-page"]);
});

test("MkDocs: with a folder for each language, the navigation counts from that of the source", async () => {
  const site: Files = {
    "mkdocs.yml": [
      "site_name: Lantern",
      "plugins:",
      "  - i18n:",
      "      docs_structure: folder",
      "      languages:",
      "        - { locale: en, default: true }",
      "        - { locale: tr }",
      "nav:",
      "  - Home: index.md",
      "  - Keys: keys.md",
      "  - Gone: gone.md",
      "",
    ].join("\n"),
    ...pages("docs/en/index.md", "docs/en/keys.md", "docs/en/alone.md", "docs/tr/index.md", "docs/tr/keys.md"),
  };
  expect(await allFaults(site)).toEqual(["docs/en/alone.md:1 orphan-page", "mkdocs.yml:11 navigation-entry"]);
});

test("MkDocs: a link may name the path that the site is hosted at", async () => {
  const site: Files = {
    "mkdocs.yml": "site_name: Lantern\nsite_url: https://lantern.example/lamp\nnav:\n  - Home: index.md\n",
    "docs/index.md": "# Home\n\n[a](/lamp/guides/keys)\n\n[b](/lamp/guides/kees)\n",
    ...pages("docs/guides/keys.md"),
  };
  expect(await allFaults(site)).toEqual(["docs/index.md:5 broken-link"]);
});

test("MkDocs: a page of a folder with an underscore is built, and may be in no navigation", async () => {
  const site: Files = {
    "mkdocs.yml": "site_name: Lantern\nnav:\n  - Home: index.md\n",
    ...pages("docs/index.md", "docs/_guides/keys.md", "docs/_snippets/a.md"),
  };
  expect(await allFaults(site)).toEqual(["docs/_guides/keys.md:1 orphan-page"]);
});

test("MkDocs: an address from the root leads a translation to the page of the source", async () => {
  const site: Files = {
    "mkdocs.yml": [
      "site_name: Lantern",
      "plugins:",
      "  - i18n:",
      "      languages:",
      "        - { locale: en, default: true }",
      "        - { locale: fr }",
      "",
    ].join("\n"),
    "docs/index.md": "# Home\n",
    "docs/index.fr.md": "# Accueil\n\n[a](/keys/#region)\n\n[b](/keys/#gone)\n",
    "docs/keys.md": "# Keys\n\n## Region\n",
    "docs/keys.fr.md": "# Clefs\n\n## Endroit\n",
  };
  expect(await allFaults(site)).toEqual(["docs/index.fr.md:5 broken-anchor"]);
});

test("MkDocs: navigation that is inherited is checked where it stands, and names count from the site's own pages", async () => {
  const site: Files = {
    "site/mkdocs.yml": "INHERIT: ../shared/base.yml\nsite_name: Lantern\ndocs_dir: manual\n",
    "shared/base.yml": "INHERIT: ./root.yaml\ndocs_dir: text\n",
    "shared/root.yaml": "theme:\n  name: material\nnav:\n  - Home: index.md\n  - Guides:\n      - Keys: keys.md\n",
    ...pages("site/manual/index.md", "site/manual/keys.md"),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "shared/root.yaml", "keys.md", "kees.md"))).toEqual([
    "shared/root.yaml:6 navigation-entry",
    "site/manual/keys.md:1 orphan-page",
  ]);
  const own = {
    ...site,
    "site/mkdocs.yml": `${site["site/mkdocs.yml"]}nav:\n  - index.md\n  - keys.md\n  - gone.md\n`,
  };
  expect(await allFaults(own)).toEqual(["site/mkdocs.yml:7 navigation-entry"]);
  expect(await faultsOf(site, edited(site, "shared/root.yaml", "  name: material", "  name: [material"))).toEqual(
    expect.arrayContaining(["shared/root.yaml:3 navigation-syntax"]),
  );
});

test("MkDocs: an address of the plugin for redirects answers", async () => {
  const site: Files = {
    "mkdocs.yml":
      "site_name: Lantern\nnav:\n  - index.md\n  - keys.md\n  - guides/more.md\nplugins:\n  - redirects:\n      redirect_maps:\n        guides/old.md: keys.md\n",
    "docs/index.md": "# Home\n\n[a](/guides/old/) [b](/guides/older/)\n",
    ...pages("docs/keys.md", "docs/guides/more.md"),
  };

  expect(await allTold(site)).toEqual(["docs/index.md:3 broken-link", "docs/index.md:3 redirected-link"]);
});

test.each(["::: mkdocs-click\n    :module: lantern.cli\n    :command: main", "::: lantern.store.Store"])(
  "MkDocs: headings that a plugin makes of code are not known, and links to them are counted (%s)",
  async (text) => {
    const site: Files = {
      "mkdocs.yml": "site_name: Lantern\nnav:\n  - index.md\n  - cli.md\n",
      "docs/index.md": "# Home\n\n[a](cli.md#lantern-run) [b](cli.md)\n",
      "docs/cli.md": `# CLI\n\n${text}\n`,
    };
    const check = (files: Files) => checkSite({ reader: wholeReaderOf(files), base: null });

    expect(await allTold(site)).toEqual([]);
    expect((await check(site)).counts).toEqual({ pages: 2, links: 2, unknownLinks: 1 });
    expect(await allTold({ ...site, "docs/cli.md": "# CLI\n" })).toEqual(["docs/index.md:3 broken-anchor"]);
  },
);

test("MkDocs: the plugin i18n has a navigation of a language among its options", async () => {
  const site: Files = {
    "mkdocs.yml": [
      "site_name: Lantern\nnav:\n  - index.md",
      "plugins:\n  - search\n  - i18n:\n      docs_structure: folder\n      languages:",
      "        - locale: en\n          default: true",
      "        - locale: fr\n          nav:\n            - Accueil: index.md\n            - Guides:\n                - Huile: oil.md",
      "            - Licence: licence.md\n",
    ].join("\n"),
    ...pages("docs/en/index.md", "docs/fr/index.md", "docs/fr/oil.md", "docs/en/licence.md"),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "mkdocs.yml", "oil.md", "oils.md"))).toEqual([
    "docs/fr/oil.md:1 orphan-page",
    "mkdocs.yml:15 navigation-entry",
  ]);
  const links = "# Accueil\n\n[a](oil.md) [b](licence.md)\n\n[c](oils.md) [d](../oil.md)\n";
  expect(await allFaults({ ...site, "docs/fr/index.md": links })).toEqual([
    "docs/fr/index.md:5 broken-link",
    "docs/fr/index.md:5 broken-link",
  ]);
  expect(await allFaults({ ...site, "docs/fr/wick.md": "# Wick\n" })).toEqual(["docs/fr/wick.md:1 orphan-page"]);

  const {
    "docs/fr/oil.md": _,
    "docs/fr/index.md": __,
    "docs/en/index.md": ___,
    "docs/en/licence.md": ____,
    ...own
  } = site;
  const bySuffix: Files = {
    ...own,
    "mkdocs.yml": site["mkdocs.yml"]?.replace("docs_structure: folder", "docs_structure: suffix") ?? "",
    ...pages("docs/index.md", "docs/licence.md", "docs/oil.fr.md"),
  };
  expect(await faultsOf(bySuffix, edited(bySuffix, "mkdocs.yml", "oil.md", "oils.md"))).toContain(
    "mkdocs.yml:15 navigation-entry",
  );
  expect((await allFaults(bySuffix)).filter((fault) => fault.includes("navigation-entry"))).toEqual([]);
});

test("MkDocs: the plugin i18n takes a page or picture with a language in its name for the one without", async () => {
  const site: Files = {
    "mkdocs.yml":
      "nav:\n  - index.md\n  - oil.md\nplugins:\n  - i18n:\n      languages:\n        - locale: en\n          default: true\n        - locale: fr\n",
    "docs/index.en.md": "# Home\n\n[oil](oil.md)\n\n![lamp](lamp.png)\n\n![wick](wick.png)\n",
    "docs/index.fr.md": "# Accueil\n\n[huile](oil.md)\n\n![lampe](lamp.png)\n\n![mèche](wick.png)\n",
    "docs/lamp.en.png": "",
    "docs/lamp.fr.png": "",
    "docs/wick.fr.png": "",
    ...pages("docs/oil.en.md", "docs/oil.fr.md"),
  };

  expect(await allFaults(site)).toEqual(["docs/index.en.md:7 missing-asset"]);
  const gone = await faultsOf(site, { "docs/oil.en.md": null, "docs/oil.fr.md": null });
  expect(gone).toContain("docs/index.en.md:3 broken-link");
  expect(gone).toContain("docs/index.fr.md:3 broken-link");
  expect(gone).toContain("mkdocs.yml:3 navigation-entry");
});
