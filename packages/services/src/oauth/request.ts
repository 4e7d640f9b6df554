import { Text } from "@docsteward/contract/input-schema";
import type { ClientSignIn } from "@docsteward/db/client";
import { z } from "zod";
import type { ProjectWithOrganization, SystemContext } from "../context.ts";
import { findClient, isRedirectOf, type OAuthClient } from "./client.ts";
import { OAuthError, type OAuthErrorCode } from "./oauth-error.ts";

/** Which MCP server of a project a program is connected to: that of its readers, or that of its team. */
export type McpServerName = "readers" | "team";

/** What a token may allow at each server. */
export const SERVER_SCOPES = { readers: ["read"], team: ["read", "write"] } as const satisfies Record<
  McpServerName,
  readonly string[]
>;

/** The identifier of a server (RFC 8707): its address. */
export function resourceOf({ baseUrl }: Pick<SystemContext, "baseUrl">, named: NamedServer): string {
  return `${baseUrl}/mcp/${"domain" in named ? named.domain : `admin/${named.projectId}`}`;
}

/** A server as its address names it. */
export type NamedServer = { domain: string } | { projectId: string };

/** A project with a server that people can sign in to. */
export type SignInServer = { project: ProjectWithOrganization; server: McpServerName; signIn: ClientSignIn };

/** The server that an address names, if people can sign in to it; null for any other, as for one that does not exist. */
export async function findSignInServer(
  { db }: Pick<SystemContext, "db">,
  named: NamedServer,
): Promise<SignInServer | null> {
  const where = "domain" in named ? { domain: named.domain } : { id: named.projectId };
  const text = where.domain ?? where.id ?? "";
  if (text.length > 100 || text.includes("\0")) return null;
  const found = await db.project.findUnique({ where, include: { organization: true, clientSignIn: true } });
  if (!found?.clientSignIn) return null;
  const { clientSignIn: signIn, ...project } = found;
  const server = "domain" in named ? "readers" : "team";
  return isOpen(signIn, server) ? { project, server, signIn } : null;
}

/** Whether people can sign in to a server. */
export function isOpen({ readers, isTeam }: Pick<ClientSignIn, "readers" | "isTeam">, server: string): boolean {
  return server === "team" ? isTeam : readers !== null;
}

/** What a client asks for at the page of the consent: the parameters of its address. */
export type AuthorizationQuery = z.infer<typeof AuthorizationQuery>;
/** The parameters that count. Others are ignored. */
export const AuthorizationQuery = z.object({
  response_type: z.string().max(100).optional(),
  client_id: Text.max(2_000).optional(),
  redirect_uri: Text.max(1_000).optional(),
  scope: z.string().max(1_000).optional(),
  state: Text.max(2_000).optional(),
  code_challenge: z.string().max(200).optional(),
  code_challenge_method: z.string().max(20).optional(),
  resource: z.string().max(1_000).optional(),
});

/** A request of a client that has been checked. */
export type Authorization = SignInServer & {
  client: OAuthClient;
  redirectUri: string;
  state: string | null;
  scopes: string[];
  codeChallenge: string;
};

const CHALLENGE = /^[\w-]{43}$/;

/**
 * Checks what a client asks for. The client and its address come first: until both are known, nothing is sent there.
 *
 * @throws OAuthError with `back` when the client may be told; AppError as `findClient`
 */
export async function readAuthorization(
  ctx: SystemContext,
  { query, headers }: { query: AuthorizationQuery; headers: Headers },
): Promise<Authorization> {
  const { client_id: clientId, redirect_uri: redirectUri, state = null } = query;
  if (!clientId) throw new OAuthError("invalid_request", "The app sent no client_id.");
  const client = await findClient(ctx, { clientId, headers });
  if (!redirectUri || !isRedirectOf(client, redirectUri)) {
    const message =
      "The app asks to send you to an address that it hasn't listed. Don't continue: it may not be the app that it says it is.";
    throw new OAuthError("invalid_request", message);
  }
  const refuse = (code: OAuthErrorCode, message: string) =>
    new OAuthError(code, message, {
      back: answerUrl(ctx, { redirectUri, state }, { error: code, error_description: message }),
    });
  if (query.response_type !== "code")
    throw refuse("unsupported_response_type", "The app must ask for response_type=code.");
  if (query.code_challenge_method !== "S256" || !CHALLENGE.test(query.code_challenge ?? "")) {
    throw refuse("invalid_request", "The app must use PKCE with code_challenge_method=S256.");
  }
  const named = parseResource(ctx, query.resource);
  const found = named && (await findSignInServer(ctx, named));
  if (!found) {
    throw refuse(
      "invalid_target",
      "The app must name the MCP server in the parameter resource, and the server must accept sign-ins.",
    );
  }
  const known: readonly string[] = SERVER_SCOPES[found.server];
  // What is not known here, such as `offline_access`, is left out: the answer says what was given.
  const asked = query.scope?.split(" ").filter((scope) => known.includes(scope));
  if (asked?.length === 0)
    throw refuse("invalid_scope", `The app must ask for a scope of the server: ${known.join(", ")}.`);
  const scopes = [...new Set(asked ?? known)];
  return { ...found, client, redirectUri, state, scopes, codeChallenge: query.code_challenge ?? "" };
}

/** The server that a resource parameter names; null for anything else. A slash at the end, and the case of the host, don't matter. */
export function parseResource(
  { baseUrl }: Pick<SystemContext, "baseUrl">,
  resource: string | undefined,
): NamedServer | null {
  const url = resource === undefined ? null : URL.parse(resource);
  if (url === null || url.origin !== new URL(baseUrl).origin || url.search || url.hash || url.username) return null;
  const path = url.pathname.slice(new URL(baseUrl).pathname.replace(/\/$/, "").length);
  const [empty, mcp, ...rest] = path.replace(/\/$/, "").split("/");
  if (empty !== "" || mcp !== "mcp") return null;
  const [first, second] = rest;
  if (rest.length === 1 && first) return { domain: first };
  return rest.length === 2 && first === "admin" && second ? { projectId: second } : null;
}

/** The address that takes an answer to the client: with its own `state`, and with who answers (RFC 9207). */
export function answerUrl(
  { baseUrl }: Pick<SystemContext, "baseUrl">,
  { redirectUri, state }: { redirectUri: string; state: string | null },
  answer: Record<string, string>,
): string {
  const url = new URL(redirectUri);
  const given = { ...answer, ...(state !== null && { state }), iss: baseUrl };
  for (const [name, value] of Object.entries(given)) url.searchParams.set(name, value);
  return url.href;
}
