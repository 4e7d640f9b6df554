import { z } from "zod";
import { Text } from "./input-schema.ts";
import { ASSISTANT_LIMITS } from "./limits.ts";
import { defineOperation } from "./operation.ts";
import { SearchPage, SearchPagesQuery, SuggestionList, SuggestPagesQuery } from "./reader-search.ts";
import { GetPageBody, PageContent, SearchBody, SearchResult } from "./site-search.ts";

/** Path parameters of the assistant's operations. */
export const DomainParams = z.object({
  domain: Text.max(100).meta({
    description: "The domain identifier of the documentation site.",
    examples: ["acme-docs"],
  }),
});

export const searchSiteOperation = defineOperation({
  id: "searchSite",
  isPublic: true,
  method: "POST",
  path: "/discovery/v1/search/{domain}",
  summary: "Search a documentation site",
  description:
    "Finds the site's pages that match a question, best first. Returns one entry per page, with its best passage. Returns no results if no page contains any word of the question.",
  auth: "assistant",
  scope: "read",
  limits: ASSISTANT_LIMITS,
  idempotency: null,
  params: DomainParams,
  query: z.object({}),
  body: SearchBody,
  response: z.array(SearchResult),
  produces: "json",
  errors: ["unavailable"],
  example: {
    body: { query: "How do I turn a feature off?", pageSize: 1 },
    response: [
      {
        content: "## Kill switches\n\nA flag of the kind `kill-switch` turns a feature off immediately.",
        path: "/guides/flags",
        metadata: {
          title: "Flags",
          url: "/guides/flags#kill-switches",
          heading: "Kill switches",
          file: "docs/guides/flags.mdx",
          score: 1,
          commit: "8f3c1d2e4b5a69788f3c1d2e4b5a69788f3c1d2e",
          updatedAt: "2026-11-20T16:30:00.000Z",
        },
      },
    ],
  },
});

const SEARCHES = {
  isPublic: true,
  method: "GET",
  auth: "assistant",
  scope: "read",
  limits: ASSISTANT_LIMITS,
  idempotency: null,
  params: DomainParams,
  body: z.object({}),
  produces: "json",
  errors: ["unavailable"],
} as const;

export const searchPagesOperation = defineOperation({
  ...SEARCHES,
  id: "searchPages",
  path: "/discovery/v1/search/{domain}",
  summary: "Search for readers",
  description:
    "Finds pages as a search box shows them: an excerpt of each, what to highlight, and by which versions, languages and sections the search can be narrowed. Counts only pages that the reader may read. Use suggestions while the reader types.",
  query: SearchPagesQuery,
  response: SearchPage,
  example: {
    query: { query: "turn a feature off", limit: "1" },
    response: {
      results: [
        {
          path: "/guides/flags",
          metadata: {
            title: "Flags",
            url: "/guides/flags#kill-switches",
            heading: "Kill switches",
            file: "docs/guides/flags.mdx",
            score: 1,
            commit: "8f3c1d2e4b5a69788f3c1d2e4b5a69788f3c1d2e",
            updatedAt: "2026-11-20T16:30:00.000Z",
          },
          excerpt: "A flag of the kind kill-switch turns a feature off immediately.",
          highlights: {
            title: [],
            heading: [],
            excerpt: [
              { start: 31, end: 36 },
              { start: 39, end: 46 },
            ],
          },
        },
      ],
      facets: {
        version: [],
        language: [],
        section: [{ value: "Guides", count: 3 }],
      },
    },
  },
});

export const suggestPagesOperation = defineOperation({
  ...SEARCHES,
  id: "suggestPages",
  path: "/discovery/v1/search/{domain}/suggest",
  summary: "Suggest pages while a reader types",
  description:
    "Finds pages and headings whose names begin with what was typed, also with typing mistakes, best first. Looks at titles, headings and the last part of paths.",
  query: SuggestPagesQuery,
  response: SuggestionList,
  example: {
    query: { query: "kil", limit: "1" },
    response: {
      suggestions: [
        {
          text: "Kill switches",
          highlights: [{ start: 0, end: 3 }],
          title: "Flags",
          heading: "Kill switches",
          path: "/guides/flags",
          url: "/guides/flags#kill-switches",
        },
      ],
    },
  },
});

export const getPageOperation = defineOperation({
  id: "getSitePage",
  isPublic: true,
  method: "POST",
  path: "/discovery/v1/page/{domain}",
  summary: "Read a page of a documentation site",
  description: "Returns a page as Markdown, at the indexed commit.",
  auth: "assistant",
  scope: "read",
  limits: ASSISTANT_LIMITS,
  idempotency: null,
  params: DomainParams,
  query: z.object({}),
  body: GetPageBody,
  response: PageContent,
  produces: "json",
  errors: ["not_found", "unavailable"],
  example: {
    body: { path: "/guides/flags" },
    response: { path: "/guides/flags", content: "A flag turns a feature on or off for some of your users." },
  },
});

export const pageMarkdownOperation = defineOperation({
  id: "getPageMarkdown",
  isPublic: true,
  method: "GET",
  path: "/discovery/v1/site/{domain}/page/{page}",
  summary: "A page of the site as Markdown",
  description:
    "Returns a page as Markdown, at the indexed commit, below its title and its address. Agents follow links to it from llms.txt.",
  auth: "assistant",
  scope: "read",
  limits: ASSISTANT_LIMITS,
  idempotency: null,
  params: DomainParams.extend({
    page: z
      .string()
      .min(1)
      .max(1_000)
      .meta({
        description: "Path of the page. Slashes stay as they are, and `.md` may follow.",
        examples: ["guides/flags.md"],
      }),
  }),
  query: z.object({}),
  body: z.object({}),
  response: z.string(),
  produces: "text",
  mediaType: "text/markdown",
  errors: ["not_found", "unavailable"],
  example: {
    response:
      "# Flags\n\n> Source: https://docs.acme.com/guides/flags · All pages: https://docsteward.example.com/discovery/v1/site/acme-docs/llms.txt\n\nA flag turns a feature on or off for some of your users.\n",
  },
});

const describeLlms = (id: string, name: string, summary: string, description: string, example: string) =>
  defineOperation({
    id,
    isPublic: true,
    method: "GET",
    path: `/discovery/v1/site/{domain}/${name}`,
    summary,
    description,
    auth: "assistant",
    scope: "read",
    limits: ASSISTANT_LIMITS,
    idempotency: null,
    params: DomainParams,
    query: z.object({}),
    body: z.object({}),
    response: z.string(),
    produces: "text",
    errors: ["unavailable"],
    example: { response: example },
  });

export const llmsIndexOperation = defineOperation({
  ...describeLlms(
    "getLlmsIndex",
    "llms.txt",
    "The site's llms.txt",
    "Lists every page of the site by group, with its URL and description, in llms.txt format (llmstxt.org). While the site's own address is not set, the URLs are those of the pages as Markdown. A list of more than 50,000 characters, which agents would cut off, links to a list for each group instead.",
    "# acme-docs\n\n> Documentation in 24 pages.\n\n## Guides\n\n- [Flags](https://docs.acme.com/guides/flags): What a flag is.\n",
  ),
  query: z.object({
    group: Text.max(1_000).optional().meta({ description: "Lists the pages of this group alone." }),
  }),
  errors: ["not_found", "unavailable"],
});

export const llmsFullOperation = describeLlms(
  "getLlmsFull",
  "llms-full.txt",
  "The site's llms-full.txt",
  "The Markdown of every page of the site, each below its title and URL.",
  "# Flags\nSource: /guides/flags\n\nA flag turns a feature on or off for some of your users.\n",
);

export const SITE_OPERATIONS = [
  searchSiteOperation,
  searchPagesOperation,
  suggestPagesOperation,
  getPageOperation,
  pageMarkdownOperation,
  llmsIndexOperation,
  llmsFullOperation,
] as const;
