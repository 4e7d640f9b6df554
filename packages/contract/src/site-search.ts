import { z } from "zod";
import { SearchFilter } from "./search-filter.ts";
import { Text } from "./text.ts";

export const MAX_QUERY_CHARACTERS = 2_000;

export const SearchBody = z
  .object({
    query: z.string().max(MAX_QUERY_CHARACTERS).meta({ description: "The question, in the reader's words." }),
    pageSize: z.int().min(1).max(50).default(10).meta({ description: "How many pages at most." }),
    scoreThreshold: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .meta({ description: "Leaves out pages whose `score` is lower. The best page has 1." }),
    filter: SearchFilter.optional(),
    currentPath: Text.max(200)
      .optional()
      .meta({ description: "Path of the page that the reader sees: what is near it comes first." }),
  })
  .meta({ id: "SearchBody" });
export type SearchBody = z.output<typeof SearchBody>;

export const SearchResult = z
  .object({
    content: z.string().meta({ description: "The passage of the page that fits best, as Markdown." }),
    path: z.string().meta({ description: "The page's path on the site." }),
    metadata: z.object({
      title: z.string(),
      url: z.string().meta({ description: "Where the passage is: the page's address with the anchor of its heading." }),
      heading: z.string().nullable().meta({ description: "The heading that the passage stands below." }),
      file: z.string().meta({ description: "The page's file in the repository." }),
      score: z.number().meta({ description: "How well the page fits beside the best one, which has 1." }),
      commit: z.string().meta({ description: "The commit that was searched." }),
      updatedAt: z.iso.datetime().nullable().meta({ description: "When the page last changed, as far as is known." }),
    }),
  })
  .meta({ id: "SearchResult" });
export type SearchResult = z.output<typeof SearchResult>;

export const GetPageBody = z
  .object({
    path: Text.min(1).max(2_000).meta({
      description:
        "The page: its path on the site (`/guide/ssr`, with or without slashes around it, `.md` or an anchor), its address, or its file in the repository.",
    }),
  })
  .meta({ id: "GetPageBody" });
export type GetPageBody = z.output<typeof GetPageBody>;

export const PageContent = z
  .object({
    path: z.string().meta({ description: "The page's path on the site." }),
    content: z.string().meta({ description: "The page as Markdown, without front matter and imports." }),
  })
  .meta({ id: "PageContent" });
export type PageContent = z.output<typeof PageContent>;
