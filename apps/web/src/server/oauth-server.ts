import type { Operation } from "@docsteward/contract/operation";
import type { SystemContext } from "@docsteward/services/context";
import {
  findSignInServer,
  type NamedServer,
  resourceOf,
  SERVER_SCOPES,
  type SignInServer,
} from "@docsteward/services/oauth/request";
import { serverOf } from "./http/authenticate.ts";
import { ANY_WEBSITE } from "./http/response-headers.ts";

/**
 * Describes the authorization server (RFC 8414). There is one for the installation, with one issuer: its endpoints, accounts and consent
 * page are the same for all projects, and a token is bound to one server by its `resource`. It gives no ID tokens, so there is no document
 * of OpenID Connect.
 */
export function authorizationServerMetadata({ baseUrl }: SystemContext) {
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    registration_endpoint: `${baseUrl}/oauth/register`,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    scopes_supported: [...new Set(Object.values(SERVER_SCOPES).flat())],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  };
}

/** Describes an MCP server that people can sign in to (RFC 9728). */
export function protectedResourceMetadata(ctx: SystemContext, { project, server }: SignInServer) {
  return {
    resource: resourceOf(ctx, namedServer({ project, server })),
    authorization_servers: [ctx.baseUrl],
    scopes_supported: SERVER_SCOPES[server],
    bearer_methods_supported: ["header"],
    resource_documentation: `${ctx.baseUrl}/reference`,
  };
}

const namedServer = ({ project, server }: Pick<SignInServer, "project" | "server">): NamedServer =>
  server === "team" ? { projectId: project.id } : { domain: project.domain };

/** Whether people can sign in to the server that an operation's path names. */
export async function isSignInOpen(
  ctx: SystemContext,
  operation: Pick<Operation, "auth">,
  path: Record<string, unknown>,
): Promise<boolean> {
  return (await findSignInServer(ctx, serverOf(operation, path))) !== null;
}

type Answered = { operation: Operation; path: Record<string, unknown>; request: Request; response: Response };

/**
 * What an answer adds where people can sign in: each website may read it, since a token is no cookie, and a refusal says where to sign in
 * (RFC 9728, 5.1). Elsewhere nothing, so that a project whose readers need a key is refused like one that does not exist.
 */
export async function signInHeaders(
  ctx: SystemContext,
  { operation, path, request, response }: Answered,
): Promise<Record<string, string>> {
  if (operation.signIn !== "token") return {};
  // The database may be what failed.
  const found = await findSignInServer(ctx, serverOf(operation, path)).catch(() => null);
  if (found === null) return {};
  if (response.status !== 401) return ANY_WEBSITE;
  const named = new URL(resourceOf(ctx, namedServer(found)));
  const facts = {
    resource_metadata: `${ctx.baseUrl}/.well-known/oauth-protected-resource${named.pathname}`,
    scope: SERVER_SCOPES[found.server].join(" "),
    ...(request.headers.has("authorization") && { error: "invalid_token" }),
  };
  const challenge = Object.entries(facts).map(([name, value]) => `${name}="${value}"`);
  return { ...ANY_WEBSITE, "WWW-Authenticate": `Bearer ${challenge.join(", ")}` };
}
