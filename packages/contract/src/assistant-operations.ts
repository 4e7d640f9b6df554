import { z } from "zod";
import { Text } from "./input-schema.ts";
import { ASSISTANT_LIMITS } from "./limits.ts";
import { defineOperation } from "./operation.ts";
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

export const llmsIndexOperation = describeLlms(
  "getLlmsIndex",
  "llms.txt",
  "The site's llms.txt",
  "Lists every page of the site by group, with its URL and description, in llms.txt format (llmstxt.org).",
  "# acme-docs\n\n> Documentation in 24 pages.\n\n## Guides\n\n- [Flags](/guides/flags): What a flag is.\n",
);

export const llmsFullOperation = describeLlms(
  "getLlmsFull",
  "llms-full.txt",
  "The site's llms-full.txt",
  "The Markdown of every page of the site, each below its title and URL.",
  "# Flags\nSource: /guides/flags\n\nA flag turns a feature on or off for some of your users.\n",
);

export const SITE_OPERATIONS = [searchSiteOperation, getPageOperation, llmsIndexOperation, llmsFullOperation] as const;
