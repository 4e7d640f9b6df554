import { SERVER_CARD_TYPE, type ServerCard } from "@docsteward/contract/mcp-operations";
import type { ProjectContext, SystemContext } from "@docsteward/services/context";
import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import { requestIdOf } from "./http/request-headers.ts";
import { apiHeaders } from "./http/response-headers.ts";
import { documentResponse } from "./http/responses.ts";
import { MCP_VERSION } from "./mcp.ts";

/** The revision that needs no session, which the library does not list among those that clients negotiate. */
const NEWEST_REVISION = "2026-07-28";
const MAX_TITLE = 100;

const KEY_HEADER = {
  name: "Authorization",
  description: "An assistant key of the project as bearer token.",
  isSecret: true,
  value: "Bearer {key}",
  variables: { key: { description: "Assistant key (svc_dsc_…)", isRequired: true, isSecret: true } },
};

/** Describes the MCP server of a documentation site before a client connects (MCP Server Cards). */
export function serverCardResponse(
  { project, baseUrl }: ProjectContext,
  { request, isSignInOpen }: { request: Request; isSignInOpen: boolean },
): Response {
  const { name, domain, isPublic, siteUrl } = project;
  const card: ServerCard = {
    $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    name: `${publisherOf(baseUrl).split(".").reverse().join(".")}/${domain}`,
    title: `${name} documentation`.slice(0, MAX_TITLE),
    description: "Search and read this documentation, and ask questions about it.",
    version: MCP_VERSION,
    ...(siteUrl !== null && { websiteUrl: siteUrl }),
    remotes: [
      {
        type: "streamable-http",
        url: `${baseUrl}/mcp/${domain}`,
        supportedProtocolVersions: [NEWEST_REVISION, ...SUPPORTED_PROTOCOL_VERSIONS],
        // Who can sign in needs no key.
        ...(!isPublic && { headers: [{ ...KEY_HEADER, isRequired: !isSignInOpen }] }),
      },
    ],
  };
  // What needs a key is for its bearer alone.
  return publicDocument(card, { request, type: SERVER_CARD_TYPE, isShared: isPublic || isSignInOpen });
}

type Catalog = { domains: readonly string[]; request: Request };

/** Lists the cards of public projects at the service's well-known address (AI Catalog). */
export function catalogResponse({ baseUrl }: SystemContext, { domains, request }: Catalog): Response {
  const publisher = publisherOf(baseUrl);
  const entries = domains.map((domain) => ({
    identifier: `urn:air:${publisher}:mcp:${domain}`,
    type: SERVER_CARD_TYPE,
    url: `${baseUrl}/mcp/${domain}/server-card`,
  }));
  return publicDocument(
    { specVersion: "1.0", entries },
    { request, type: "application/ai-catalog+json", isShared: true },
  );
}

/** The service's host in the characters that names of servers may have. */
function publisherOf(baseUrl: string): string {
  return new URL(baseUrl).hostname.replace(/[^a-zA-Z0-9.-]/g, "-");
}

const SHARED_SECONDS = 300;

function publicDocument(
  value: object,
  { request, type, isShared }: { request: Request; type: string; isShared: boolean },
) {
  const headers = {
    ...apiHeaders(requestIdOf(request)),
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, X-Request-Id",
    "Cross-Origin-Resource-Policy": "cross-origin",
  };
  const response = documentResponse(JSON.stringify(value), type, { request, headers });
  if (isShared) response.headers.set("Cache-Control", `public, max-age=${SHARED_SECONDS}`);
  return response;
}
