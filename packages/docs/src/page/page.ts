import { isPageFile } from "@docsteward/contract/docs-files";
import type { Frontmatter, PageProblem } from "./read-frontmatter.ts";
import type { PageOutline } from "./read-outline.ts";

/** A heading of a page; `line` counts from 1. */
export type Heading = {
  depth: number;
  text: string;
  /** The text without that of images, of which most generators make the id; missing where there are none. */
  plainText?: string;
  /** The text with the names that stand in angle brackets, for which extensions of Python-Markdown put links; missing where there are none. */
  namedText?: string;
  /** The line with its marks, of which Hugo makes the id; missing where it is no other than the text. */
  rawText?: string;
  /** Whether a part of the text is written by the build: `{{ name }}`, `{name}`. */
  isMade?: true;
  /** The id as GitHub makes it, or the one given with `{#id}` or `[#id]`. */
  slug: string;
  hasOwnId: boolean;
  line: number;
};

/** A heading that stands in a piece of HTML: as a tag of its own, or as Markdown in an element that is marked for it. */
export type HtmlHeading = { text: string; line: number; isMarkdown: boolean };

/** Kinds of links: a page of the site, another site, the same page, or a file. */
export type LinkKind = "internal" | "external" | "anchor" | "asset";

/** A link of a page; `line` and `column` count from 1. */
export type Link = {
  url: string;
  /** What the reader sees; null for an attribute of a component or tag. */
  text: string | null;
  line: number;
  column: number;
  kind: LinkKind;
  /** Whether attributes behind it (`{target="_self"}`) say that it leads out of the site, so that VitePress leaves it alone. */
  isLeftAlone?: true;
};

/** An image of a page; `alt` is null without alternative text. */
export type Image = { url: string; alt: string | null; line: number; column: number };
/** A module that the page takes in, by `import`, `import()` or `require()`; or a file by a line of VitePress (`<<< ./a.ts`). */
export type Import = {
  from: string;
  line: number;
  column: number;
  /** Whether it is a file that is put in place of the line. `@` is the root of the pages there. */
  isInclude?: true;
};
/** A code block of a page; `lines` counts the lines of its code. */
export type CodeFence = {
  language: string | null;
  line: number;
  lines: number;
  /** The code between the fences. */
  text: string;
};
/** A name that the page uses, where it stands first. */
export type NameUse = { name: string; line: number; column: number };

/** A shortcode of Hugo that stands for the address of a page: `{{< ref "install.md#linux" >}}`. */
export type Reference = {
  target: string;
  line: number;
  column: number;
  /** Whether it lies in an HTML comment: Hugo looks it up, and no reader sees it. */
  isHidden?: true;
};

/** Whether the page shows what its own code makes, and has no headings itself: its anchors and its title come from there. */
export function isMadeOfComponents({ headings, imports }: Pick<Page, "headings" | "imports">): boolean {
  return (
    headings.length === 0 &&
    imports.some(({ from, isInclude }) => !isInclude && /\.(?:vue|svelte|astro|[jt]sx)$/.test(from))
  );
}

/** A page as data. Nothing in it was run: components and expressions are only read. */
export type Page = Pick<PageOutline, "title" | "description" | "isHidden" | "isDraft"> & {
  path: string;
  format: "md" | "mdx";
  frontmatter: Frontmatter;
  headings: Heading[];
  htmlHeadings: HtmlHeading[];
  /** Values of `id` and `name` attributes. */
  elementIds: string[];
  /** Titles and names of components, from which some sites make anchors (`<Tab title="npm">`). */
  componentTitles: string[];
  /** Terms of definition lists (`term`, and `: what it means` below it), to which Hugo can give ids. */
  terms: { text: string; line: number }[];
  links: Link[];
  images: Image[];
  /** Names of the components used, sorted; of `<Tabs.Tab>` the name is `Tabs`. */
  components: string[];
  imports: Import[];
  /** Components and other names that the page uses in JSX and expressions, and neither imports nor declares. */
  undeclared: { components: NameUse[]; names: NameUse[] };
  codeFences: CodeFence[];
  /** Shortcodes of Hugo that stand for the address of a page. */
  references: Reference[];
  /** Whether parts of the page come from elsewhere when the site is built, so that its anchors cannot all be known. */
  hasIncludes: boolean;
  problems: PageProblem[];
};

const ASSET_ENDING =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|mp4|webm|mov|mp3|wav|pdf|zip|t?gz|json|ya?ml|toml|xml|txt|rss|atom|csv|css|scss|m?[jt]sx?|cjs|vue|py|rb|go|rs|java|sh|ipynb|woff2?|ttf|wasm)$/i;

/** Tells where a link goes by its address alone: off the site, to an anchor of its page, to a file that is no page, or to a page. */
export function linkKind(url: string): LinkKind {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url)) return "external";
  if (url.startsWith("#")) return "anchor";
  const path = pathOf(url);
  return ASSET_ENDING.test(path) && !isPageFile(path) ? "asset" : "internal";
}

/** These leave a backslash in an address as it is, or may do so; the parsers of others write it as `%5C`. */
const KEEPS_BACKSLASHES: ReadonlySet<string> = new Set(["jekyll", "mkdocs", "plain"]);

/** A path of an address as browsers read it on a site of this generator: a backslash is a slash to them. */
export function asPath(dialect: string, path: string): string {
  return KEEPS_BACKSLASHES.has(dialect) ? path.replaceAll("\\", "/") : path;
}

/** An address without its query and its anchor. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}
