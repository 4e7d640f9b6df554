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
