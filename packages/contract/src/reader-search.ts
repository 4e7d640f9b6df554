import { z } from "zod";
import { Text } from "./input-schema.ts";
import { SearchFilter, SearchResult } from "./site-search.ts";

const MAX_QUERY_CHARACTERS = 200;

const query = Text.max(MAX_QUERY_CHARACTERS);
const currentPath = Text.max(200)
  .optional()
  .meta({ description: "Path of the page the reader is on. Nearby pages rank higher." });
const { version, language, path } = SearchFilter.shape;

/** Query parameters of a search box's results. */
export const SearchPagesQuery = z.object({
  query: query.meta({ description: "What the reader searches for." }),
  limit: z.coerce.number().int().min(1).max(50).default(10).meta({ description: "Maximum number of pages." }),
  version,
  language,
  section: Text.max(200).optional().meta({ description: "Pages of this section: a `value` of the facet `section`." }),
  path,
  currentPath,
});
/** A parsed search of a reader. */
export type SearchPagesQuery = z.output<typeof SearchPagesQuery>;

/** Query parameters of suggestions. */
export const SuggestPagesQuery = z.object({
  query: query.meta({ description: "What the reader has typed so far." }),
  limit: z.coerce.number().int().min(1).max(20).default(8).meta({ description: "Maximum number of suggestions." }),
  version,
  language,
  currentPath,
});
/** A parsed request for suggestions. */
export type SuggestPagesQuery = z.output<typeof SuggestPagesQuery>;

const Ranges = z.array(
  z
    .object({ start: z.int().min(0), end: z.int().min(0) })
    .meta({ id: "TextRange", description: "From `start` until before `end`, in UTF-16 code units." }),
);

const FoundPage = SearchResult.omit({ content: true })
  .extend({
    excerpt: z.string().meta({
      description: "The part of the best passage that says most of the query. Plain text, not HTML.",
    }),
    highlights: z
      .object({ title: Ranges, heading: Ranges, excerpt: Ranges })
      .meta({ description: "What was found in `metadata.title`, `metadata.heading` and `excerpt`." }),
  })
  .meta({ id: "FoundPage" });

const FacetValues = z.array(z.object({ value: z.string(), count: z.int() }).meta({ id: "FacetValue" }));

/** What a reader's search finds, and by what it can be narrowed. */
export const SearchPage = z
  .object({
    results: z.array(FoundPage),
    facets: z
      .object({ version: FacetValues, language: FacetValues, section: FacetValues })
      .meta({ description: "Pages with words of the query, by what they can be narrowed by. At most 50 values each." }),
  })
  .meta({ id: "SearchPage" });
/** The results of a reader's search, as the public API sends them. */
export type SearchPage = z.output<typeof SearchPage>;

/** What a reader may mean. */
export const SuggestionList = z
  .object({
    suggestions: z.array(
      z
        .object({
          text: z.string().meta({ description: "The heading, or the page's title. Plain text, not HTML." }),
          highlights: Ranges.meta({ description: "What of `text` was typed." }),
          title: z.string().meta({ description: "The page's title." }),
          heading: z.string().nullable().meta({ description: "Null for the page itself." }),
          path: z.string().meta({ description: "The page's path on the site." }),
          url: z.string().meta({ description: "URL of the page, with the anchor of the heading." }),
        })
        .meta({ id: "Suggestion" }),
    ),
  })
  .meta({ id: "SuggestionList" });
/** Suggestions, as the public API sends them. */
export type SuggestionList = z.output<typeof SuggestionList>;
