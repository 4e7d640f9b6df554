import type { Dialect } from "./site.ts";

const words = (text: string) => text.trim().split(/\s+/);

/** Components that a page may use without an import, as each site generator brings them. */
const COMPONENTS: Record<Dialect, ReadonlySet<string>> = {
  mintlify: new Set(
    words(`Accordion AccordionGroup Badge Banner Callout Card CardGroup Check CodeBlock CodeGroup Color Column Columns
      Danger Error Expandable File Files Folder Fragment Frame Heading Icon Image Info Latex Link Loom Mermaid Note Panel Param ParamField
      Prompt RequestExample ResponseExample ResponseField Snippet Spotlight Step Steps Success Tab Tabs Tile Tiles Tip Tooltip
      Tree Update Video View Visibility Warning YouTube ZoomImage`),
  ),
  docusaurus: new Set(words("Head Details Admonition Fragment")),
  nextra: new Set(words("Fragment")),
  fumadocs: new Set(
    words(`Accordion Accordions APIPage AutoTypeTable Banner Callout CalloutContainer CalloutDescription CalloutTitle Card
      Cards CodeBlock CodeBlockTab CodeBlockTabs CodeBlockTabsList CodeBlockTabsTrigger DynamicCodeBlock File Files Folder Fragment
      GithubInfo GraphView Heading ImageZoom InlineTOC Mermaid Pre Popup PopupContent PopupTrigger Step Steps Tab Tabs TabsContent
      TabsList TabsTrigger TypeTable`),
  ),
  mkdocs: new Set(),
  vitepress: new Set(),
  plain: new Set(words("Fragment")),
};

/** Names that MDX itself or a site's runtime gives to the expressions of a page. */
const NAMES = new Set(
  words(`props components children frontMatter frontmatter metadata meta toc contentTitle assets title description user
    structuredData lastModified lastUpdated React Fragment MDXContent arguments require module exports process
    window document navigator location localStorage sessionStorage history fetch alert confirm matchMedia
    requestAnimationFrame cancelAnimationFrame IntersectionObserver ResizeObserver MutationObserver HTMLElement Element Node
    Image Audio FileReader XMLHttpRequest getComputedStyle innerWidth innerHeight scrollTo self top parent undefined`),
);
const JAVASCRIPT = new Set(Object.getOwnPropertyNames(globalThis));

export function isProvidedComponent(name: string, dialect: Dialect): boolean {
  return COMPONENTS[dialect].has(name);
}

/** Whether a name needs no declaration. Mintlify also gives every page the hooks of React. */
export function isProvidedName(name: string, dialect: Dialect): boolean {
  return NAMES.has(name) || JAVASCRIPT.has(name) || (dialect === "mintlify" && /^use[A-Z]/.test(name));
}
