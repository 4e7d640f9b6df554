import { expect, test } from "vitest";
import { allFaults, titled } from "./testing-changes.ts";
import type { Files } from "./testing-sites.ts";

const config = (sidebar: string, plugins = "") =>
  `import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({\n  ${plugins}\n  sidebar: [\n    ${sidebar}\n  ],\n})] };\n`;

const starlight = (sidebar: string, plugins?: string): Files => ({
  "docs/astro.config.mjs": config(sidebar, plugins),
  "docs/src/content/docs/index.md": titled("Home", "Text."),
  "docs/src/content/docs/install.md": titled("Install", "Text."),
  "docs/src/content/docs/guides/deploy.md": titled("Deploy", "Text."),
});

test("Starlight: a group of a folder that isn't there is empty", async () => {
  expect(await allFaults(starlight("{ label: 'Guides', autogenerate: { directory: 'guides' } },"))).toEqual([]);
  expect(await allFaults(starlight("{ label: 'Guides', autogenerate: { directory: 'guide' } },"))).toEqual([
    "docs/astro.config.mjs:5 navigation-entry",
  ]);
  const made = {
    ...starlight("{ label: 'API', autogenerate: { directory: 'api' } },"),
    ".gitignore": "docs/src/content/docs/api/\n",
  };
  expect(await allFaults(made)).toEqual([]);
});

test("Starlight: a link of the sidebar from the root of the site leads to a page, where no plugin adds any", async () => {
  const [right, wrong] = ["{ label: 'Install', link: '/install/' },", "{ label: 'Install', link: '/instal/' },"];
  expect(await allFaults(starlight(right))).toEqual([]);
  expect(await allFaults(starlight(wrong))).toEqual(["docs/astro.config.mjs:5 navigation-entry"]);
  expect(await allFaults(starlight(wrong, "plugins: [linksValidator()],"))).toEqual([
    "docs/astro.config.mjs:5 navigation-entry",
  ]);
  expect(await allFaults(starlight(wrong, "plugins: [openApi({ base: 'instal' })],"))).toEqual([]);
  expect(await allFaults({ ...starlight(wrong), "docs/src/pages/instal.astro": "" })).toEqual([]);
});
