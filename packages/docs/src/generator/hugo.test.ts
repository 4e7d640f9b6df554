import { expect, test } from "vitest";
import { allFaults, allTold, edited, faultsOf, pages, titled } from "../checks/testing-changes.ts";
import type { Files } from "../checks/testing-sites.ts";

test("Hugo: the shortcodes ref and relref lead to pages, by path or by the end of one", async () => {
  const site: Files = {
    "hugo.toml": 'title = "Lantern"\n',
    "content/_index.md": "---\ntitle: Home\n---\n",
    "content/docs/_index.md": "---\ntitle: Docs\n---\n",
    "content/docs/install.md": "---\ntitle: Install\n---\n\n## Linux\n",
    "content/docs/guide/index.md": "---\ntitle: Guide\n---\n",
    "content/docs/start.md": [
      "---\ntitle: Start\n---\n",
      'See [a]({{< ref "install.md" >}}), [b]({{% relref "/docs/guide" %}}) and [c]({{< relref "install#linux" >}}).',
      '[d]({{< ref "guide/" >}}), [e]({{< ref "Docs/Install.md" >}}) and [f]({{< relref path="x" lang="fr" >}}).',
      '{{</* ref "example" */>}}',
    ].join("\n"),
  };
  const path = "content/docs/start.md";

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, path, '"install.md"', '"instal.md"'))).toEqual([`${path}:5 broken-link`]);
  expect(await faultsOf(site, edited(site, path, "#linux", "#windows"))).toEqual([`${path}:5 broken-anchor`]);
  expect(await faultsOf(site, { "content/docs/guide/index.md": null })).toEqual([
    `${path}:5 broken-link`,
    `${path}:6 broken-link`,
  ]);
});

test("Hugo: terms have ids where the configuration says so, and a template for links looks pages up", async () => {
  const path = "content/docs/start.md";
  const site: Files = {
    "hugo.toml": "[markup.goldmark.parser]\nautoDefinitionTermID = true\n",
    "layouts/_markup/render-link.html": "{{ .Page.GetPage .Destination }}\n",
    "content/_index.md": "---\ntitle: Home\n---\n",
    "content/docs/newKey.md":
      "---\ntitle: Keys\n---\n\n## Region\n\n`region`\n: Where keys lie.\n\n`life`\n\n: How long.\n",
    [path]: [
      "---\ntitle: Start\n---\n",
      "[a](/docs/newKey/), [b](docs/newkey/), [c](/docs/newkey/#life) and [d](/docs/newkey/#region-1).",
    ].join("\n"),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, path, "#region-1", "#region-2"))).toEqual([`${path}:5 broken-anchor`]);
  expect(await faultsOf(site, edited(site, path, "](docs/newkey/", "](docs/newkeys/"))).toEqual([
    `${path}:5 broken-link`,
  ]);
  expect(await allFaults({ ...site, ...edited(site, "hugo.toml", "true", "false") })).toEqual([
    `${path}:5 broken-anchor`,
    `${path}:5 broken-anchor`,
  ]);
});

test("Hugo: an address from the root may lead to the page of the source from every language", async () => {
  const site: Files = {
    "hugo.toml": 'defaultContentLanguage = "en"\n[languages.en]\n[languages.fr]\n',
    "content/docs/keys.md": "---\ntitle: Keys\n---\n\n## Rotate\n",
    "content/docs/keys.fr.md": "---\ntitle: Clefs\n---\n\n## Tourner\n",
    "content/docs/start.md": "---\ntitle: Start\n---\n",
    "content/docs/start.fr.md": "---\ntitle: Commencer\n---\n\n[x](/docs/keys/#rotate) [y](/docs/keys/#tourner)\n",
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "content/docs/start.fr.md", "#rotate", "#turn"))).toEqual([
    "content/docs/start.fr.md:5 broken-anchor",
  ]);
});

test("Hugo: folders that the configuration mounts have the address of the place they are put at", async () => {
  const site: Files = {
    "hugo.yaml": [
      "module:\n  mounts:",
      "    - source: content/en\n      target: content",
      "    - source: content/v2\n      target: content/docs",
      "    - source: assets\n      target: assets\n",
    ].join("\n"),
    ...pages("content/en/guide/keys.md", "content/v2/2.0/deploy.md"),
    "content/en/_index.md": "# Home\n\n[x](/guide/keys)\n\n[y](/docs/2.0/deploy)\n\n[z](/tags/security/)\n",
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "content/en/_index.md", "/guide/keys", "/en/guide/keys"))).toEqual([
    "content/en/_index.md:3 broken-link",
  ]);
  expect(await faultsOf(site, edited(site, "content/en/_index.md", "/deploy", "/deploy-gone"))).toEqual([
    "content/en/_index.md:5 broken-link",
  ]);
});

test("Hugo: a name without a path is the template's, where the site has one for links", async () => {
  const site: Files = {
    "hugo.toml": "",
    "layouts/_markup/render-link.html": "<a>{{ .Text }}</a>\n",
    ...pages("content/b.md"),
    "content/a.md": "# A\n\n[Term](g) and [b](../b/).\n",
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "content/a.md", "../b/", "../c/"))).toEqual(["content/a.md:3 broken-link"]);
  const { "layouts/_markup/render-link.html": _, ...without } = site;
  expect(await allFaults(without)).toEqual(["content/a.md:3 broken-link"]);
});

test("Hugo: a reference in a comment needs its page, and no heading that nobody sees", async () => {
  const site: Files = {
    "hugo.toml": "",
    "content/a.md":
      '# A\n\n<!-- later: [b]({{< ref "b#soon" >}})\n[b]({{< ref "b#soon" >}}) -->\n\n[c]({{< ref "b" >}})\n',
    ...pages("content/b.md"),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "content/a.md", 'ref "b" ', 'ref "b#soon" '))).toEqual([
    "content/a.md:6 broken-anchor",
  ]);
  expect(await faultsOf(site, { "content/b.md": null })).toEqual([
    "content/a.md:3 broken-link",
    "content/a.md:4 broken-link",
    "content/a.md:6 broken-link",
  ]);
});

test("Hugo: a file lies where a browser looks for it from the address of its page", async () => {
  const site: Files = {
    "hugo.toml": "title = 'Lantern'\n",
    "content/docs/_index.md": titled("Docs", "Text."),
    "content/docs/monitor.md": titled("Monitor", "[rules](../lantern.rules)"),
    "content/docs/lantern.rules": "",
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "content/docs/monitor.md", "../lantern", "../lamp"))).toEqual([
    "content/docs/monitor.md:5 broken-link",
  ]);
});

test("Hugo: an address may begin with that of the site at its host", async () => {
  const site: Files = {
    "hugo.toml": "baseURL = 'https://example.org/lantern/'\n",
    "content/_index.md": titled("Home", "[a](/lantern/guides/keys) [b](/guides/keys)"),
    "content/guides/keys.md": titled("Keys", "Text."),
    "content/guides/rules.md": titled("Rules", "Text."),
  };
  expect(await allFaults(site)).toEqual([]);
  expect(
    await faultsOf(site, edited(site, "content/_index.md", "/lantern/guides/keys", "/lantern/guides/gone")),
  ).toEqual(["content/_index.md:5 broken-link"]);
});

test("Hugo: a blank around a reference counts for nothing, and a file may be shown from any folder", async () => {
  const site: Files = {
    "hugo.toml": "title = 'Lantern'\n",
    "content/_index.md":
      '# Home\n\n{{< ref " install.md" >}} {{< ref "instal.md" >}}\n\n![a](/images/a.png)\n\n![b](/images/b.png)\n',
    ...pages("content/install.md"),
    "media/images/a.png": "",
    "static/c.png": "",
  };
  expect(await allFaults(site)).toEqual(["content/_index.md:3 broken-link", "content/_index.md:7 missing-asset"]);
});

test("Hugo: HTML that a shortcode holds ends with it, and outside of one it goes on", async () => {
  const page = (open: string, close: string) =>
    titled("Home", `[a](#after)\n\n${open}\n<?php\n\n[gone](gone.md)\n${close}\n\n## After`);
  const site = (text: string): Files => ({ "hugo.toml": 'title = "Lantern"\n', "content/_index.md": text });

  expect(await allTold(site(page('{{< tab "PHP" >}}\n{{< note >}}', "{{< /tab >}}")))).toEqual([]);
  expect(await allTold(site(page('{{< tab "PHP" >}}', "{{< / tab >}}")))).toEqual([]);
  expect(await allTold(site(page("{{< note >}}", "Text.")))).toEqual(["content/_index.md:5 shared-cause"]);
});

test("Hugo: the site's own language is no part of an address, though no language is named", async () => {
  const site: Files = {
    "hugo.toml": 'title = "Lantern"\n',
    "content/_index.en.md": titled("Home", "[a](docs/keys/), [b](/docs/) and [c](docs/lost/)."),
    "content/docs/_index.en.md": titled("Docs", "[a](keys/)"),
    "content/docs/keys.en.md": titled("Keys", "Text."),
  };
  expect(await allFaults(site)).toEqual(["content/_index.en.md:5 broken-link"]);
});

test("Hugo: keys may be written in any case, and a reference leads to the page in its own language", async () => {
  const site: Files = {
    "hugo.toml": '[Languages.en]\ntitle = "Lantern"\n[Languages.fr]\ntitle = "Lanterne"\n',
    "content/_index.en.md": titled("Home", '[a]({{< ref "docs/keys.md#region" >}}) [b](/fr/docs/keys/)'),
    "content/_index.fr.md": titled("Accueil", '[a]({{< ref "docs/keys.md#endroit" >}})'),
    "content/docs/keys.en.md": titled("Keys", "## Region"),
    "content/docs/keys.fr.md": titled("Clefs", "## Endroit"),
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "content/_index.en.md", "#region", "#endroit"))).toEqual([
    "content/_index.en.md:5 broken-anchor",
  ]);
});

test("Hugo: signs of a name are not in its address, and blanks are one hyphen", async () => {
  const addresses = ["qa", "whats-new", "c++", "v1.2.3", "k-v", "a-b", "日本-語"];
  const names = ["Q&A", "What's New", "C++", "v1.2.3", "K (V)", "A - B", "日本 語"];
  const site: Files = {
    "hugo.toml": 'baseURL = "https://lantern.example/"\n[permalinks]\nposts = "/p/:slug/"\n',
    ...Object.fromEntries(names.map((name) => [`content/docs/${name}.md`, titled("Page", "Text.")])),
    "content/posts/file.md": titled("Some title & more", "Text."),
    "content/_index.md": titled(
      "Home",
      `${addresses.map((one) => `[x](/docs/${one}/)`).join(" ")} [y](/p/some-title-more/)\n\n[z](/docs/q&a/)`,
    ),
  };
  expect(await allTold(site)).toEqual(["content/_index.md:7 broken-link"]);
});
