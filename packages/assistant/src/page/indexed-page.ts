/** A passage of a page: what stands below one heading, or a part of it where that is long. Code fences are kept whole. */
export type Chunk = {
  /** Place in the page, from 0. */
  seq: number;
  /** Headings above it, outermost first, without the page's title; empty before the first heading. */
  headings: string[];
  /** Anchor of the nearest heading, without `#`; null before the first one. */
  anchor: string | null;
  /** Markdown as it stands in the page, without front matter, imports and exports. */
  text: string;
};

/** A link of a page to another page of the same site. */
export type PageLink = {
  /** File of the page it leads to, as a path of the repository. */
  file: string;
  /** What the reader sees, for finding the other page by it. */
  text: string;
};

/**
 * A page as the assistant knows it: everything that searching and citing need, and nothing of any other page.
 *
 * Made from one file and the site's navigation, stored unchanged, and made again only when its file or its place changes.
 */
export type IndexedPage = {
  /** Path in the repository, e.g. `docs/guide/ssr.mdx`. */
  file: string;
  /** Path on the site, e.g. `/guide/ssr`. */
  path: string;
  title: string;
  description: string | null;
  /** From front matter, folders and navigation; null and empty where nothing says so. */
  version: string | null;
  language: string | null;
  /** File of the page that this one is a translation or another version of. Absent for that page itself. */
  original?: string;
  /** Whether it answers only those who ask for its version, or read a page of it. */
  isAside: boolean;
  tags: string[];
  groups: string[];
  /** The groups that its front matter restricts it to: none is everyone, null is no one, since the front matter can't be read. */
  readers: string[] | null;
  /** Front matter's own words for search, and its weight (1 is as any other page). */
  keywords: string[];
  boost: number;
  links: PageLink[];
  chunks: Chunk[];
};
