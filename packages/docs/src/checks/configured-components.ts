import { posix } from "node:path";
import type { Node } from "jsonc-parser";
import type { DocsReader } from "../docs-reader.ts";
import { propertiesOf, propertyOf, textOf } from "../navigation/read-json.ts";
import { readCalls, readModule, readModuleTexts } from "../navigation/read-module.ts";
import type { Site } from "../site/site.ts";

/**
 * Themes of Docusaurus that give pages no components of their own: their published packages have no `theme/MDXComponents` (looked at
 * in November 2026, each in its newest version). What others give is not in the repository.
 */
const THEMES_WITHOUT = new Set([
  "@easyops-cn/docusaurus-search-local",
  "@getcanary/docusaurus-theme-search-pagefind",
  "@inkeep/cxkit-docusaurus",
  "@inkeep/docusaurus/chatButton",
  "@inkeep/docusaurus/searchBar",
  "@markprompt/docusaurus-theme-search",
  "@saucelabs/theme-github-codeblock",
  "@scalar/docusaurus",
  "@signalwire/docusaurus-theme-llms-txt",
  "docusaurus-json-schema-plugin",
  "docusaurus-live-brython",
  "docusaurus-lunr-search",
  "docusaurus-theme-asyncapi",
  "docusaurus-theme-frontmatter",
  "docusaurus-theme-github-codeblock",
  "docusaurus-theme-openapi",
  "docusaurus-theme-openapi-docs",
  "docusaurus-theme-plantuml",
  "docusaurus-theme-redoc",
  "docusaurus-theme-search-typesense",
]);

/** Whether a theme is a package whose components are not known: what lies in the repository is read there. */
const isUnknownTheme = (name: string) =>
  !name.startsWith(".") && !name.startsWith("/") && !name.startsWith("@docusaurus/") && !THEMES_WITHOUT.has(name);

/**
 * Which of some names the configuration of a site gives to its pages: what `astro-auto-import` imports into each, and all of them where
 * a theme of Docusaurus is configured whose components are not known.
 */
export async function configuredComponents(
  reader: DocsReader,
  { config, dialect, otherFiles }: Pick<Site, "config" | "dialect" | "otherFiles">,
  names: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  if (config === "" || (dialect !== "docusaurus" && dialect !== "starlight")) return new Set();
  const texts = await readModuleTexts(reader, [config], otherFiles);
  const text = texts.get(config) ?? "";
  if (dialect === "starlight") return autoImports(config, text, texts);
  const { root } = readModule(config, text, texts);
  return themesOf(root ?? undefined).some(isUnknownTheme) ? names : new Set();
}

/** The themes that a configuration of Docusaurus names, alone or with options. */
function themesOf(root: Node | undefined): string[] {
  const listed = propertyOf(root, "themes")?.children ?? [];
  return listed.flatMap((node) => textOf(node.type === "array" ? node.children?.[0] : node) ?? []);
}

const AUTO_IMPORT = /import\s+(\w{1,60})\s+from\s+["']astro-auto-import["']/;

/** The names under which `astro-auto-import` imports files and parts of packages: of a file its own name without signs. */
function autoImports(path: string, text: string, texts: ReadonlyMap<string, string>): Set<string> {
  const name = AUTO_IMPORT.exec(text)?.[1];
  const calls = name === undefined ? [] : readCalls(path, text, new Set([name]), texts).calls;
  const imports = calls.flatMap(({ values }) => propertyOf(values[0], "imports")?.children ?? []);
  return new Set(imports.flatMap(namesOf));
}

function namesOf(node: Node): string[] {
  const file = textOf(node);
  if (file !== null) return [posix.parse(file).name.replace(/\W/g, "")];
  return propertiesOf(node).flatMap(([, value]) => {
    const whole = textOf(value);
    if (whole !== null) return [whole];
    return (value.children ?? []).flatMap((one) => textOf(one.type === "array" ? one.children?.[1] : one) ?? []);
  });
}
