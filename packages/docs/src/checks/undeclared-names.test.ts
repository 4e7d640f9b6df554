import { expect, test } from "vitest";
import { wholeReaderOf } from "../testing.ts";
import { checkSite } from "./check-site.ts";

type Files = Record<string, string>;

const NEXTRA: Files = {
  "package.json": '{ "dependencies": { "nextra": "4.0.0" } }',
  "content/_meta.ts": "export default { index: 'Home', a: 'A' }\n",
  "content/index.mdx": "# Home\n",
  "content/a.mdx": "# A\n\n<Chart />\n",
};

async function componentsOf(files: Files) {
  const { errors, warnings } = await checkSite({ reader: wholeReaderOf(files), base: null });
  expect(warnings).toEqual([]);
  return errors.map(({ path, line, column, rule }) => `${path}:${line}:${column} ${rule}`);
}

test("a component that is defined nowhere ends the build, with a base or without", async () => {
  expect(await componentsOf(NEXTRA)).toEqual(["content/a.mdx:3:1 unknown-component"]);
});

test("it is found on a site that uses hundreds of others that only its theme knows", async () => {
  const pages = Array.from({ length: 40 }, (_, at) => [
    `content/page${at}.mdx`,
    `# Page\n\n${Array.from({ length: 20 }, (_, name) => `<Theme${name} />`).join("\n")}\n`,
  ]);

  expect(await componentsOf({ ...NEXTRA, ...Object.fromEntries(pages) })).toEqual([
    "content/a.mdx:3:1 unknown-component",
  ]);
});

test.each([
  ["an import", { "content/a.mdx": 'import { Chart } from "charts";\n\n# A\n\n<Chart />\n' }],
  ["a definition on the page", { "content/a.mdx": "export const Chart = () => null;\n\n# A\n\n<Chart />\n" }],
  ["mdx-components", { "mdx-components.tsx": "export const useMDXComponents = (own) => ({ Chart, ...own });\n" }],
  [
    "all that a module exports",
    {
      "mdx-components.tsx": 'import * as own from "./parts";\nexport const useMDXComponents = () => own;\n',
      "parts/index.tsx": "export function Chart() {}\nexport { Plan } from './plan';\n",
    },
  ],
  [
    "a list of exports",
    {
      "mdx-components.tsx": 'import * as own from "./parts";\nexport const useMDXComponents = () => own;\n',
      "parts.js": 'export { Chart } from "./chart";\n',
    },
  ],
  [
    "a module that a page takes in whole",
    {
      "app/[[...slug]]/page.tsx":
        'export default async () => <MDX components={{ ...(await import("../../parts.tsx")) }} />;\n',
      "parts.tsx": "export const Chart = () => null;\n",
    },
  ],
  ["the configuration", { ".docsteward/checks.json": '{ "components": ["Chart"] }' }],
])("%s makes a component known", async (_name, files) => {
  expect(await componentsOf({ ...NEXTRA, ...files } as Files)).toEqual([]);
});

test.each(["...icons", "...(icons)", "...(icons as any)", "...(icons as unknown as Record<string, never>)"])(
  "where a site registers a whole package by %s, which components it has is not known",
  async (spread) => {
    const code = `import * as icons from "icons";\nexport const useMDXComponents = (own) => ({ ${spread}, ...own });\n`;
    expect(await componentsOf({ ...NEXTRA, "mdx-components.tsx": code })).toEqual([]);
  },
);

test("a file that spreads a package and gives pages no components registers none", async () => {
  const code =
    'import * as mdx from "eslint-plugin-mdx";\nexport default [{ ...mdx, files: ["content/Chart.mdx"] }];\n';
  expect(await componentsOf({ ...NEXTRA, "eslint.config.mjs": code })).toEqual(["content/a.mdx:3:1 unknown-component"]);
});

test("a package of the generator that is registered as a whole is known", async () => {
  const code =
    'import theme from "nextra-theme-docs";\nexport const useMDXComponents = (own) => ({ ...theme, ...own });\n';
  expect(await componentsOf({ ...NEXTRA, "mdx-components.tsx": code })).toEqual([
    "content/a.mdx:3:1 unknown-component",
  ]);
});

test("a module that defines a component and hands it to no page does not make it known", async () => {
  expect(await componentsOf({ ...NEXTRA, "components/chart.tsx": "export function Chart() {}\n" })).toEqual([
    "content/a.mdx:3:1 unknown-component",
  ]);
});

test("names that another module exports are no names of the page", async () => {
  const files = { ...NEXTRA, "content/a.mdx": '# A\n\nexport { Page as default, load } from "@/page"\n' };

  expect(await componentsOf(files)).toEqual([]);
});

test.each([
  ["fumadocs-python/components", "PyFunction", "PyFunktion"],
  ["nextra/components", "FileTree", "FileTrees"],
])("what %s holds is known where the site registers all of it", async (from, name, other) => {
  const code = `import * as all from "${from}";\nexport const useMDXComponents = (own) => ({ ...all, ...own });\n`;
  const site = (tag: string) => ({
    ...NEXTRA,
    "mdx-components.tsx": code,
    "content/a.mdx": `# A\n\n<${tag} />\n`,
  });

  expect(await componentsOf(site(name))).toEqual([]);
  expect(await componentsOf(site(other))).toEqual(["content/a.mdx:3:1 unknown-component"]);
});

test("of a package of the generator's name that is not known, the components are not known either", async () => {
  const code = `import * as all from "fumadocs-story/ui";\nexport const useMDXComponents = () => ({ ...all });\n`;
  expect(await componentsOf({ ...NEXTRA, "mdx-components.tsx": code })).toEqual([]);
});

const DOCUSAURUS = (config: string): Files => ({
  "docusaurus.config.js": `module.exports = { title: 'X', presets: ['classic'], ${config} };\n`,
  "docs/index.mdx": "# Home\n\n[a](a.mdx)\n",
  "docs/a.mdx": "# A\n\n<Chart />\n",
});
const UNKNOWN = ["docs/a.mdx:3:1 unknown-component"];

test.each<[string, string[], Files]>([
  ["no theme", UNKNOWN, DOCUSAURUS("")],
  [
    "themes that have none",
    UNKNOWN,
    DOCUSAURUS("themes: ['@docusaurus/theme-mermaid', ['docusaurus-theme-openapi-docs', {}]]"),
  ],
  ["a theme that is not known", [], DOCUSAURUS("themes: [['@lantern/docusaurus-theme', {}]]")],
  ["a theme of the repository without it", UNKNOWN, DOCUSAURUS("themes: ['./our-theme']")],
  [
    "a theme of the repository with it",
    [],
    {
      ...DOCUSAURUS("themes: ['./our-theme']"),
      "our-theme/theme/MDXComponents.jsx": "export default { ...Original, Chart };\n",
    },
  ],
  [
    "the site's own src/theme/MDXComponents",
    [],
    {
      ...DOCUSAURUS(""),
      "src/theme/MDXComponents/index.js":
        "import MDXComponents from '@theme-original/MDXComponents';\nimport Chart from '../../chart';\nexport default { ...MDXComponents, Chart };\n",
    },
  ],
  [
    "a src/theme/MDXComponents with others",
    UNKNOWN,
    { ...DOCUSAURUS(""), "src/theme/MDXComponents.js": "export default { ...MDXComponents, Plan };\n" },
  ],
])("Docusaurus gives pages components by %s", async (_name, expected, files) => {
  expect(await componentsOf(files)).toEqual(expected);
});

test.each([
  ["a file", "'./src/components/Chart.astro'", []],
  ["another file", "'./src/components/Charts.astro'", ["src/content/docs/a.mdx:6:1 unknown-component"]],
  ["a part of a package", "{ charts: ['Plan', ['default', 'Chart']] }", []],
  ["a package", "{ charts: 'Chart' }", []],
  ["a part under another name", "{ charts: [['Chart', 'Plan']] }", ["src/content/docs/a.mdx:6:1 unknown-component"]],
])("Starlight gives pages what astro-auto-import takes in by %s", async (_name, imports, expected) => {
  const files = {
    "astro.config.mjs": `import starlight from '@astrojs/starlight';\nimport AutoImport from 'astro-auto-import';\nexport default defineConfig({ integrations: [AutoImport({ imports: [${imports}] }), starlight({ title: 'X' })] });\n`,
    "src/content/docs/index.mdx": "---\ntitle: Home\n---\n\n[a](/a/)\n",
    "src/content/docs/a.mdx": "---\ntitle: A\n---\n\n\n<Chart />\n",
  };
  expect(await componentsOf(files)).toEqual(expected);
});

test("VitePress pages may use any component: it is looked up when the page is shown, and ends no build", async () => {
  const files = {
    ".vitepress/config.ts": "export default { title: 'X' };\n",
    ".vitepress/theme/index.ts":
      "import { enhanceAppWithTabs } from 'vitepress-plugin-tabs/client';\nexport default { enhanceApp({ app }) { enhanceAppWithTabs(app); app.component('Chart', Chart); } };\n",
    "index.md": "# Home\n\n[a](/a)\n",
    "a.md": "# A\n\n<Chart />\n\n<PluginTabs><PluginTabsTab label='x'>X</PluginTabsTab></PluginTabs>\n",
  };
  expect(await componentsOf(files)).toEqual([]);
});

test("a component that code registers by its name is known in Nextra, as in an app of Vue", async () => {
  expect(await componentsOf({ ...NEXTRA, "theme.config.tsx": 'app.component("Chart", Chart);\n' })).toEqual([]);
});
