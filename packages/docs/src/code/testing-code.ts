import { wholeReaderOf } from "../testing.ts";
import { readCodeDialect } from "./code-dialect.ts";
import { compareCode, createCodeReader } from "./page-code.ts";

/** A page without code. */
export const PAGE = "---\ntitle: Home\ndescription: A page.\n---\n\n# Home\n\nHello there.\n";

/** A page of each dialect with the code that such pages have. */
export const SITES: Record<string, { files: Record<string, string>; path: string; page: string }> = {
  mintlify: {
    files: { "docs.json": '{ "navigation": ["index"] }' },
    path: "index.mdx",
    page: `---\ntitle: Home\nicon: "house"\n---\n\nimport Snippet from "/snippets/intro.mdx";\n\nexport const plan = "pro";\n\nHello there, {plan} user.\n\n<Card title="A" href="/a" icon={plan}>Text</Card>\n\n\`\`\`js\nconst a = { b: 1 };\n\`\`\`\n`,
  },
  docusaurus: {
    files: { "docusaurus.config.js": "module.exports = {}" },
    path: "docs/index.md",
    page: `---\nsidebar_label: Home\n---\n\nimport Tabs from '@theme/Tabs'\n\n# Home {#home}\n\n<!-- a comment -->\n\nHello there.\n\n<Tabs groupId="os" values={[{ label: "Mac", value: "mac" }]} onChange={(v) => v} />\n`,
  },
  nextra: {
    files: { "pages/_meta.json": "{}" },
    path: "pages/index.mdx",
    page: `import { Callout, Tabs } from 'nextra/components'\n\n# Home\n\nHello there.\n\n<Tabs items={['npm', 'pnpm']}>x</Tabs>\n`,
  },
  fumadocs: {
    files: { "content/docs/meta.json": '{ "pages": ["index"] }' },
    path: "content/docs/index.mdx",
    page: `---\ntitle: Home\n---\n\nimport { Rocket } from 'lucide-react';\n\nHello there.\n\n<Cards>\n  <Card icon={<Rocket />} title="A" href="/a" />\n</Cards>\n`,
  },
  mkdocs: {
    files: { "mkdocs.yml": "site_name: X\n" },
    path: "docs/index.md",
    page: `# Home\n\nHello there.\n\n!!! note\n\n    Text with \`{ code }\`.\n\n![a](a.png){ width=300 }\n\n=== "Tab"\n\n    Text.\n`,
  },
  vitepress: {
    files: { ".vitepress/config.ts": "export default {}" },
    path: "index.md",
    page: `---\ntitle: Home\nhead:\n  - - meta\n    - name: description\n      content: Old words\n---\n\n<script setup>\nimport data from './data.ts'\n</script>\n\n# Home\n\nHello there, {{ data.name }}.\n\n<a :href="data.url">x</a>\n\n::: tip\nText\n:::\n`,
  },
};

export const dialectOf = (files: Record<string, string>) => readCodeDialect(wholeReaderOf(files));

/** The code that a file of such a site gains. @param before null for a new file */
export async function added(site: string, path: string, before: string | null, after: string) {
  const dialect = await dialectOf({ ...SITES[site]?.files, [path]: before ?? "" });
  return compareCode({ path, text: after }, before === null ? [] : [{ path, text: before }], createCodeReader(dialect))
    .added;
}
