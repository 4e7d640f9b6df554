import { createHmac, randomBytes } from "node:crypto";
import type { OAuthRequest } from "@docsteward/db/client";
import { newId } from "@docsteward/platform/id";
import type { PersonContext, SystemContext } from "../context.ts";
import { stripNul } from "../database.ts";
import { hashesOf, hashToken } from "../key/token.ts";
import { isAtLeast, type Role } from "../member/role.ts";
import { countProviderStart } from "../sign-in/with-password.ts";
import { isOnThisComputer } from "./client.ts";
import { OAuthError } from "./oauth-error.ts";
import { providerUrl, readIdentity, type SignInChecks } from "./provider.ts";
import {
  type Authorization,
  type AuthorizationQuery,
  answerUrl,
  isOpen,
  type McpServerName,
  readAuthorization,
} from "./request.ts";

type AskedConsent = { query: AuthorizationQuery; headers: Headers };

/** What a person has to know before a program is connected. */
export type Consent = {
  client: { name: string; host: string | null; isKnown: boolean };
  /** Where the answer goes: a host, or the address of a program's own scheme without its query. */
  redirectTo: string;
  isOnThisComputer: boolean;
  server: McpServerName;
  /** The site's name for members; for everybody else what its address says. */
  site: string;
  /** How the person shows who they are. */
  by: { kind: "members" } | { kind: "oidc"; host: string };
  /** What can be allowed: what the program asked for, as far as the person may do it. */
  scopes: string[];
  /** Where "no" leads. */
  denyUrl: string;
};

/**
 * Reads what a program asks for, for the page of the consent.
 *
 * @param input.userId of the signed-in person; null without one
 * @returns null when the person has to sign in to their account first
 * @throws as `readAuthorization`; OAuthError `access_denied` for who is no member
 */
export async function previewConsent(
  ctx: SystemContext,
  { userId, ...asked }: AskedConsent & { userId: string | null },
): Promise<Consent | null> {
  const authorization = await readAuthorization(ctx, asked);
  const { client, redirectUri, project, server, signIn } = authorization;
  const isOidc = isAtProvider(authorization);
  if (!isOidc && userId === null) return null;
  const refusal = { error: "access_denied", error_description: "The person did not allow it." };
  return {
    client: { name: client.name, host: client.host, isKnown: client.isKnown },
    redirectTo: toPlace(redirectUri),
    isOnThisComputer: isOnThisComputer(redirectUri),
    server,
    site: isOidc ? project.domain : project.name,
    by: isOidc ? { kind: "oidc", host: new URL(signIn.issuer ?? "").host } : { kind: "members" },
    scopes: isOidc
      ? authorization.scopes
      : allowedTo(await requireRole(ctx, { authorization, userId }), authorization.scopes),
    denyUrl: answerUrl(ctx, authorization, refusal),
  };
}

const MAX_PLACE = 100;

/** Programs of a scheme of their own are told apart by what comes after it. */
function toPlace(redirectUri: string): string {
  const { protocol, host, pathname } = new URL(redirectUri);
  if (host !== "" && /^https?:$/.test(protocol)) return host;
  const place = host === "" ? `${protocol}${pathname}` : `${protocol}//${host}${pathname}`;
  return place.length > MAX_PLACE ? `${place.slice(0, MAX_PLACE)}…` : place;
}

const isAtProvider = ({ server, signIn }: Authorization) => server === "readers" && signIn.readers === "oidc";

async function requireRole(
  ctx: SystemContext,
  { authorization, userId }: { authorization: Authorization; userId: string | null },
): Promise<Role> {
  const { organizationId } = authorization.project;
  const member = await ctx.db.membership.findFirst({ where: { organizationId, userId: userId ?? "" } });
  if (member) return member.role;
  const message =
    "Your account isn't a member of the organization that this site belongs to. Ask an admin for an invitation.";
  const back = answerUrl(ctx, authorization, { error: "access_denied", error_description: message });
  throw new OAuthError("access_denied", message, { back });
}

/** What of the scopes a role may allow: who may only look can let no program do more. */
export function allowedTo(role: Role, scopes: readonly string[]): string[] {
  return scopes.filter((scope) => scope !== "write" || isAtLeast(role, "member"));
}

const CODE_MS = 60_000;
const PROVIDER_MS = 10 * 60_000;

/**
 * Connects a program in the name of a member.
 *
 * @param input.scopes what of the asked scopes the person allows
 * @returns the address that takes the code to the program
 * @throws as `previewConsent`
 */
export async function approveConsent(
  ctx: PersonContext,
  { scopes: allowed, ...asked }: AskedConsent & { scopes: readonly string[] },
): Promise<{ url: string }> {
  const authorization = await readAuthorization(ctx, asked);
  const { userId, name } = ctx.actor;
  if (isAtProvider(authorization)) {
    throw new OAuthError("invalid_request", "Readers of this site sign in at its own provider. Reload the page.");
  }
  const role = await requireRole(ctx, { authorization, userId });
  const scopes = allowedTo(role, authorization.scopes).filter((scope) => allowed.includes(scope));
  if (scopes.length === 0) throw new OAuthError("invalid_scope", "Allow at least reading, or cancel.");
  const code = makeCode();
  await createRequest(
    ctx,
    { ...authorization, scopes },
    {
      userId,
      personName: name,
      codeHash: hashToken(ctx.keySecret, code),
      lifetimeMs: CODE_MS,
    },
  );
  return { url: answerUrl(ctx, authorization, { code }) };
}

const makeCode = () => randomBytes(32).toString("base64url");

type NewRequest = Partial<Pick<OAuthRequest, "userId" | "personName" | "codeHash" | "stateHash" | "issuer">> & {
  lifetimeMs: number;
};

async function createRequest(
  { db, clock }: SystemContext,
  { project, server, client, redirectUri, state, scopes, codeChallenge }: Authorization,
  { lifetimeMs, ...more }: NewRequest,
): Promise<void> {
  const createdAt = clock.now();
  await db.oAuthRequest.create({
    data: {
      id: newId("oar"),
      projectId: project.id,
      ...{ server, redirectUri, state, scopes, codeChallenge, clientId: client.id, clientName: client.name },
      ...more,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + lifetimeMs),
    },
  });
}

/**
 * Begins a reader's sign-in at the project's own provider, after they allowed the program.
 *
 * @returns the provider's page, and the cookies to answer with: only the browser that began can end it
 * @throws as `readAuthorization`; AppError `rate_limited`
 */
export async function startReaderSignIn(
  ctx: SystemContext,
  asked: AskedConsent,
): Promise<{ url: string; cookies: string[] }> {
  const authorization = await readAuthorization(ctx, asked);
  if (!isAtProvider(authorization)) {
    throw new OAuthError("invalid_request", "Readers of this site sign in with their account here. Reload the page.");
  }
  await countProviderStart(ctx, asked);
  const browser = browserOf(ctx, asked.headers) ?? randomBytes(32).toString("base64url");
  const state = randomBytes(32).toString("base64url");
  const url = await providerUrl(ctx, authorization.signIn, checksOf(ctx.keySecret, { state, browser }));
  await createRequest(ctx, authorization, {
    stateHash: hashToken(ctx.keySecret, `${state}.${browser}`),
    issuer: authorization.signIn.issuer,
    lifetimeMs: PROVIDER_MS,
  });
  const isSecure = ctx.baseUrl.startsWith("https://");
  // Of all paths: the sign-in begins at one and ends at another, and what begins in two windows needs one value.
  const attributes = `Max-Age=${PROVIDER_MS / 1_000}; Path=/; HttpOnly; ${isSecure ? "Secure; " : ""}SameSite=Lax`;
  return { url, cookies: [`${cookieName(ctx)}=${browser}; ${attributes}`] };
}

const cookieName = ({ baseUrl }: Pick<SystemContext, "baseUrl">) =>
  `${baseUrl.startsWith("https://") ? "__Host-" : ""}docsteward.reader-sign-in`;

const BROWSER = /^[\w-]{43}$/;

function browserOf(ctx: Pick<SystemContext, "baseUrl">, headers: Headers): string | null {
  const prefix = `${cookieName(ctx)}=`;
  const pair = (headers.get("cookie") ?? "").split("; ").find((text) => text.startsWith(prefix));
  const value = pair?.slice(prefix.length) ?? "";
  return BROWSER.test(value) ? value : null;
}

/** What the provider's answer is checked with follows from what only this browser and this service know: nothing of it is stored. */
function checksOf(keySecret: string, { state, browser }: { state: string; browser: string }): SignInChecks {
  const derive = (what: string) =>
    createHmac("sha256", keySecret).update(`${what} ${state}.${browser}`).digest("base64url");
  return { state, nonce: derive("nonce"), verifier: derive("verifier") };
}

/**
 * Ends a reader's sign-in at the project's own provider.
 *
 * @param input.search of the address that the provider sent the browser to
 * @returns the address that takes the code, or the refusal, to the program
 * @throws OAuthError for an answer that belongs to no sign-in of this browser
 */
export async function finishReaderSignIn(
  ctx: SystemContext,
  { projectId, search, headers }: { projectId: string; search: string; headers: Headers },
): Promise<{ url: string }> {
  await countProviderStart(ctx, { headers });
  const { db, clock, keySecret } = ctx;
  const state = new URLSearchParams(search).get("state") ?? "";
  const browser = browserOf(ctx, headers) ?? "";
  const stateHash = { in: hashesOf(ctx, `${state}.${browser}`) };
  const open = { projectId: stripNul(projectId), stateHash, expiresAt: { gt: clock.now() } };
  const request = await db.oAuthRequest.findFirst({
    where: open,
    include: { project: { include: { clientSignIn: true } } },
  });
  // Taken, so that an answer counts once.
  const taken =
    request && (await db.oAuthRequest.updateMany({ where: { id: request.id, ...open }, data: { stateHash: null } }));
  const signIn = request?.project.clientSignIn;
  if (
    taken?.count !== 1 ||
    signIn?.readers !== "oidc" ||
    signIn.issuer !== request?.issuer ||
    !isOpen(signIn, "readers")
  ) {
    throw new OAuthError(
      "invalid_request",
      "This sign-in has expired, or began in another browser. Start again in your program.",
    );
  }
  const secrets = [keySecret, ...(ctx.previousKeySecret ? [ctx.previousKeySecret] : [])];
  const secret = secrets.find((secret) => hashToken(secret, `${state}.${browser}`) === request.stateHash) ?? keySecret;
  try {
    const identity = await readIdentity(ctx, { signIn, search, checks: checksOf(secret, { state, browser }) });
    const code = makeCode();
    const expiresAt = new Date(clock.now().getTime() + CODE_MS);
    const data = { ...identity, codeHash: hashToken(keySecret, code), expiresAt };
    await db.oAuthRequest.update({ where: { id: request.id }, data });
    return { url: answerUrl(ctx, request, { code }) };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return { url: answerUrl(ctx, request, { error: error.code, error_description: error.message }) };
  }
}
