import { expect, test } from "vitest";
import { allFaults, edited, faultsOf } from "../checks/testing-changes.ts";
import type { Files } from "../checks/testing-sites.ts";

test("Starlight: pages that options of a plugin name are pages of the navigation", async () => {
  const site: Files = {
    "astro.config.mjs": [
      "import starlight from '@astrojs/starlight';",
      "import topics from 'starlight-sidebar-topics';",
      "export default defineConfig({ integrations: [starlight({ plugins: [topics([",
      "  { link: '/guides/deploy/', items: ['guides/rules', { slug: 'guides/keys' }] },",
      "])] })] });",
    ].join("\n"),
    "src/content/docs/guides/deploy.md": "---\ntitle: Deploy\n---\n",
    "src/content/docs/guides/keys.md": "---\ntitle: Keys\n---\n",
    "src/content/docs/guides/rules.md": "---\ntitle: Rules\n---\n",
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "astro.config.mjs", "slug: 'guides/keys'", "slug: 'guides/key'"))).toContain(
    "astro.config.mjs:4 navigation-entry",
  );
  expect(await faultsOf(site, edited(site, "astro.config.mjs", "'guides/rules'", "'guides/rule'"))).toContain(
    "astro.config.mjs:4 navigation-entry",
  );
});

test("Starlight: a page that has no translation answers at the address of its translation", async () => {
  const page = (text: string) => `---\ntitle: Page\n---\n\n${text}\n`;
  const site: Files = {
    "astro.config.mjs":
      "import starlight from '@astrojs/starlight';\nexport default defineConfig({ integrations: [starlight({ locales: { root: { lang: 'en' }, fr: { lang: 'fr' } } })] });\n",
    "src/content/docs/index.md": page("Text."),
    "src/content/docs/guides/deploy.md": page("Text."),
    "src/content/docs/fr/guides/keys.md": page("[x](/fr/guides/deploy/) [y](/fr/)\n\n[z](/fr/guides/gone/)"),
  };

  expect(await allFaults(site)).toEqual(["src/content/docs/fr/guides/keys.md:7 broken-link"]);
});
