import { z } from "zod";
import { listOf, Text } from "./input-schema.ts";

/** Limits which pages are used. A page passes when it fits every field that is given. */
export const SearchFilter = z
  .strictObject({
    version: Text.max(100).optional().meta({ description: "Pages of this version, and pages without one." }),
    language: Text.max(100).optional().meta({ description: "Pages in this language, e.g. `en`." }),
    tag: Text.max(100).optional().meta({ description: "Pages with this tag." }),
    groups: listOf(Text.max(100), { max: 20 }).optional().meta({ description: "Pages in one of these groups." }),
    path: Text.max(200).optional().meta({ description: "Pages at or below this path." }),
  })
  .meta({ id: "SearchFilter" });
/** A parsed filter of a search. */
export type SearchFilter = z.infer<typeof SearchFilter>;

const MAX_QUERY_CHARACTERS = 2_000;

export const SearchBody = z
  .object({
    query: z.string().max(MAX_QUERY_CHARACTERS).meta({ description: "The reader's question." }),
    pageSize: z.int().min(1).max(50).default(10).meta({ description: "Maximum number of pages." }),
    scoreThreshold: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .meta({ description: "Excludes pages with a lower `score`. The best page has a score of 1." }),
    filter: SearchFilter.optional(),
    currentPath: Text.max(200)
      .optional()
      .meta({ description: "Path of the page the reader is on. Nearby pages rank higher." }),
  })
  .meta({ id: "SearchBody" });
/** A parsed search request. */
export type SearchBody = z.output<typeof SearchBody>;

export const SearchResult = z
  .object({
    content: z.string().meta({ description: "The page's best passage, as Markdown." }),
    path: z.string().meta({ description: "The page's path on the site." }),
    metadata: z.object({
      title: z.string(),
      url: z.string().meta({ description: "URL of the passage: the page's URL with the anchor of its heading." }),
      heading: z.string().nullable().meta({ description: "The passage's heading." }),
      file: z.string().meta({ description: "The page's file in the repository." }),
      score: z.number().meta({ description: "Relevance compared to the best page, which has 1." }),
      commit: z.string().meta({ description: "The commit that was searched." }),
      updatedAt: z.iso.datetime().nullable().meta({ description: "When the page last changed, if known." }),
    }),
  })
  .meta({ id: "SearchResult" });
/** A search result, as the public API sends it. */
export type SearchResult = z.output<typeof SearchResult>;

export const GetPageBody = z
  .object({
    path: Text.min(1).max(2_000).meta({
      description:
        "The page's path on the site (`/guide/ssr`; slashes at the ends, `.md` and an anchor are optional), its URL, or its file in the repository.",
    }),
  })
  .meta({ id: "GetPageBody" });
/** A parsed request for a page. */
export type GetPageBody = z.output<typeof GetPageBody>;

export const PageContent = z
  .object({
    path: z.string().meta({ description: "The page's path on the site." }),
    content: z.string().meta({ description: "The page as Markdown, without front matter and imports." }),
  })
  .meta({ id: "PageContent" });
/** A page, as the public API sends it. */
export type PageContent = z.output<typeof PageContent>;

export const ListPagesBody = z.object({
  version: SearchFilter.shape.version,
  language: SearchFilter.shape.language,
  path: SearchFilter.shape.path,
  limit: z.int().min(1).max(200).default(100).meta({ description: "Maximum number of pages." }),
  cursor: Text.max(3_000).optional().meta({ description: "`nextCursor` of the previous list, unchanged." }),
});
/** A parsed request for a site's pages. */
export type ListPagesBody = z.output<typeof ListPagesBody>;

const ListedPage = z.object({
  path: z.string().meta({ description: "The page's path on the site." }),
  url: z.string().meta({ description: "The page's URL, or its path if the site's URL is unknown." }),
  title: z.string(),
  description: z.string().nullable(),
  version: z.string().nullable(),
  language: z.string().nullable(),
  updatedAt: z.iso.datetime().nullable().meta({ description: "When the page last changed, if known." }),
});

export const PageList = z.object({
  pages: z.array(ListedPage),
  nextCursor: z.string().nullable().meta({ description: "Send it as `cursor` for the next pages; null at the end." }),
});
/** Pages of a site, in the order of their paths. */
export type PageList = z.output<typeof PageList>;
