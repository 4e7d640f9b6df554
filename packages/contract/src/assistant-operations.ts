import { z } from "zod";
import { ASSISTANT_LIMITS } from "./limits.ts";
import { defineOperation } from "./operation.ts";
import { GetPageBody, PageContent, SearchBody, SearchResult } from "./site-search.ts";

export const DomainParams = z.object({
  domain: z
    .string()
    .max(100)
    .meta({ description: "The domain identifier of the documentation site.", examples: ["acme-docs"] }),
});

export const searchSiteOperation = defineOperation({
  id: "searchSite",
  method: "POST",
  path: "/discovery/v1/search/{domain}",
  summary: "Search a documentation site",
  description:
    "Finds the pages of the site that fit a question, best first, one entry a page with its best passage. A question without a word that any page knows finds nothing.",
  auth: "assistant",
  scope: "read",
  limits: ASSISTANT_LIMITS,
  idempotent: false,
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
        content: "## Kill switches\n\nA flag of the kind `kill-switch` turns a feature off at once.",
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

export const getPageOperation = defineOperation({
  id: "getSitePage",
  method: "POST",
  path: "/discovery/v1/page/{domain}",
  summary: "Read a page of a documentation site",
  description: "Gives a page as Markdown, at the commit that searches and answers are made from.",
  auth: "assistant",
  scope: "read",
  limits: ASSISTANT_LIMITS,
  idempotent: false,
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

export const SITE_OPERATIONS = [searchSiteOperation, getPageOperation] as const;
