import { createHash, timingSafeEqual } from "node:crypto";
import type { OAuthGrant, OAuthRequest } from "@docsteward/db/client";
import { newId } from "@docsteward/platform/id";
import { recordAudit } from "../audit/record.ts";
import { inTransaction, type SystemContext } from "../context.ts";
import { hashesOf, hashToken, makeToken, parseSignInToken } from "../key/token.ts";
import { revokeGrant } from "./grant.ts";
import { OAuthError } from "./oauth-error.ts";
import { findSignInServer, parseResource, resourceOf } from "./request.ts";

// The authorization server is ours: the provider of better-auth (`@better-auth/oauth-provider`) gives tokens to its own users alone, and most
// readers have no account here; it keeps clients as rows that strangers fill, and has no tokens for one of many resources.

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** A token that leaks is of use for so long. */
const ACCESS_MS = 30 * MINUTE_MS;
/** A program that is not used for so long is no longer connected. */
const IDLE_MS = 30 * DAY_MS;
/** Members sign in again after so long. */
const MEMBER_MS = 90 * DAY_MS;

/** What a program sends to get tokens: the fields of its form. */
export type TokenForm = Readonly<Record<string, string | undefined>>;

/** The answer to it (RFC 6749, 5.1). */
export type TokenAnswer = {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  refresh_token: string;
  scope: string;
};

/**
 * Gives a program its tokens: for a code, or for the refresh token that it has.
 *
 * @throws OAuthError `invalid_grant` and others
 */
export async function exchangeToken(ctx: SystemContext, form: TokenForm): Promise<TokenAnswer> {
  if (form.grant_type === "authorization_code") return exchangeCode(ctx, form);
  if (form.grant_type === "refresh_token") return refresh(ctx, form);
  throw new OAuthError("unsupported_grant_type", "Send `grant_type` as authorization_code or refresh_token.");
}

async function exchangeCode(ctx: SystemContext, form: TokenForm): Promise<TokenAnswer> {
  const { db, clock } = ctx;
  const now = clock.now();
  const invalid = () => new OAuthError("invalid_grant", "The code is invalid or has expired. Start again.");
  const code = form.code ?? "";
  const found =
    code === "" ? null : await db.oAuthRequest.findFirst({ where: { codeHash: { in: hashesOf(ctx, code) } } });
  if (found === null) throw invalid();
  if (found.grantId !== null) {
    await endReplayed(ctx, { grantId: found.grantId, what: "code" });
    throw new OAuthError("invalid_grant", "The code was used before, so the app's access has ended. Start again.");
  }
  if (found.expiresAt <= now || form.client_id !== found.clientId || form.redirect_uri !== found.redirectUri)
    throw invalid();
  if (!isVerifierOf(found.codeChallenge, form.code_verifier ?? "")) throw invalid();
  await requireResource(ctx, found, form);
  const { signIn } = await requireServer(ctx, found);
  const lifetimeMs = found.userId === null ? signIn.sessionDays * DAY_MS : MEMBER_MS;
  const answer = await inTransaction(ctx, async (within) => {
    const grantId = newId("gra");
    const taken = await within.db.oAuthRequest.updateMany({
      where: { id: found.id, grantId: null },
      data: { grantId },
    });
    if (taken.count !== 1) return null;
    const expiresAt = new Date(now.getTime() + lifetimeMs);
    const grant = await within.db.oAuthGrant.create({
      data: { ...toGrant(found), id: grantId, createdAt: now, expiresAt },
    });
    await recordConnected(within, grant);
    return issueTokens(within, grant);
  });
  // Another request took it at the same moment.
  if (answer === null) throw invalid();
  return answer;
}

function toGrant(request: OAuthRequest) {
  const { projectId, server, clientId, clientName, scopes, userId, issuer, subject, personName, groups } = request;
  return { projectId, server, clientId, clientName, scopes, userId, issuer, subject, personName, groups };
}

const VERIFIER = /^[\w.~-]{43,128}$/;

function isVerifierOf(challenge: string, verifier: string): boolean {
  if (!VERIFIER.test(verifier)) return false;
  const [given, expected] = [
    Buffer.from(createHash("sha256").update(verifier).digest("base64url")),
    Buffer.from(challenge),
  ];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

type Granted = Pick<OAuthGrant, "projectId" | "server">;

/** What a code or token is for was said when the person allowed it; a program that names another server gets nothing. */
async function requireResource(ctx: SystemContext, granted: Granted, { resource }: TokenForm): Promise<void> {
  if (resource === undefined) return;
  const project = await ctx.db.project.findUnique({ where: { id: granted.projectId } });
  const named = parseResource(ctx, resource);
  const own = granted.server === "team" ? { projectId: granted.projectId } : { domain: project?.domain ?? "" };
  if (named && resourceOf(ctx, named) === resourceOf(ctx, own)) return;
  throw new OAuthError("invalid_target", "The code or token is for another MCP server than `resource` names.");
}

async function requireServer(ctx: SystemContext, { projectId, server }: Granted) {
  const project = await ctx.db.project.findUnique({ where: { id: projectId } });
  const found = await findSignInServer(ctx, server === "team" ? { projectId } : { domain: project?.domain ?? "" });
  if (found) return found;
  throw new OAuthError("invalid_grant", "This MCP server doesn't accept sign-ins any more.");
}

async function recordConnected(ctx: SystemContext, grant: OAuthGrant): Promise<void> {
  const { id: targetId, projectId, userId, clientName, clientId, server, scopes, personName } = grant;
  const { organizationId } = await ctx.db.project.findUniqueOrThrow({ where: { id: projectId } });
  const actor =
    userId === null ? ({ kind: "reader", grantId: targetId } as const) : ({ kind: "user", userId } as const);
  const details = { client: clientName, id: hostOf(clientId), server, scopes, person: personName };
  await recordAudit({ ...ctx, actor }, { organizationId, projectId, action: "client.connected", targetId, details });
}

const hostOf = (clientId: string) => URL.parse(clientId)?.host ?? "registered by itself";

/** Of each kind, tokens that are kept for a grant: a program that refreshes in a loop fills no table. */
const MAX_TOKENS = 20;

/** Deletes what has ended, and the oldest: a refresh token of so long ago that comes again is unknown, and no longer ends the grant. */
async function deleteOldTokens({ db, clock }: SystemContext, { id }: OAuthGrant): Promise<void> {
  await db.$executeRaw`
    DELETE FROM "OAuthToken" WHERE "grantId" = ${id} AND ("expiresAt" <= ${clock.now()}::timestamptz OR hash IN (
      SELECT hash FROM (
        SELECT hash, row_number() OVER (PARTITION BY kind ORDER BY "createdAt" DESC) AS place
        FROM "OAuthToken" WHERE "grantId" = ${id}) token
      WHERE place >= ${MAX_TOKENS}::int))`;
}

/** @param scopes of the access token; the refresh token keeps those of the grant (RFC 6749, 6) */
async function issueTokens(ctx: SystemContext, grant: OAuthGrant, scopes = grant.scopes): Promise<TokenAnswer> {
  const { db, clock, keySecret } = ctx;
  const now = clock.now();
  await deleteOldTokens(ctx, grant);
  const until = (lifetimeMs: number) => new Date(Math.min(now.getTime() + lifetimeMs, grant.expiresAt.getTime()));
  const [access, refreshToken] = [makeToken("access"), makeToken("refresh")];
  const row = { grantId: grant.id, createdAt: now };
  await db.oAuthToken.createMany({
    data: [
      { ...row, kind: "access", hash: hashToken(keySecret, access), expiresAt: until(ACCESS_MS), scopes },
      { ...row, kind: "refresh", hash: hashToken(keySecret, refreshToken), expiresAt: until(IDLE_MS) },
    ],
  });
  return {
    access_token: access,
    token_type: "Bearer",
    expires_in: Math.max(1, Math.floor((until(ACCESS_MS).getTime() - now.getTime()) / 1_000)),
    refresh_token: refreshToken,
    scope: scopes.join(" "),
  };
}

/** Exchanges a refresh token for new tokens. Each works once: one that comes again was copied, and ends the grant. */
async function refresh(ctx: SystemContext, form: TokenForm): Promise<TokenAnswer> {
  const now = ctx.clock.now();
  const invalid = () => new OAuthError("invalid_grant", "The refresh token is invalid or has expired. Sign in again.");
  const text = form.refresh_token ?? "";
  if (parseSignInToken(text) !== "refresh") throw invalid();
  const found = await findToken(ctx, text, { kind: "refresh" });
  if (found === null || form.client_id !== found.grant.clientId) throw invalid();
  if (found.usedAt !== null) {
    await endReplayed(ctx, { grantId: found.grantId, what: "refresh token" });
    throw invalid();
  }
  if (found.expiresAt <= now || found.grant.expiresAt <= now) throw invalid();
  await requireResource(ctx, found.grant, form);
  await requireServer(ctx, found.grant);
  const asked = form.scope?.split(" ").filter(Boolean) ?? [];
  if (!asked.every((scope) => found.grant.scopes.includes(scope))) {
    throw new OAuthError("invalid_scope", "Scopes that weren't allowed need a new sign-in.");
  }
  const scopes = found.grant.scopes.filter((scope) => asked.length === 0 || asked.includes(scope));
  const answer = await inTransaction(ctx, async (within) => {
    const taken = await within.db.oAuthToken.updateMany({
      where: { hash: found.hash, usedAt: null },
      data: { usedAt: now },
    });
    return taken.count === 1 ? issueTokens(within, found.grant, scopes) : null;
  });
  if (answer !== null) return answer;
  await endReplayed(ctx, { grantId: found.grantId, what: "refresh token" });
  throw invalid();
}

/** A token with its grant. Read one after the other: a grant that ends in between takes its tokens with it. */
async function findToken(ctx: SystemContext, text: string, of: { kind?: "refresh" } = {}) {
  const token = await ctx.db.oAuthToken.findFirst({ where: { hash: { in: hashesOf(ctx, text) }, ...of } });
  const grant = token && (await ctx.db.oAuthGrant.findUnique({ where: { id: token.grantId } }));
  return token && grant ? { ...token, grant } : null;
}

async function endReplayed(ctx: SystemContext, { grantId, what }: { grantId: string; what: string }): Promise<void> {
  const grant = await ctx.db.oAuthGrant.findUnique({ where: { id: grantId }, include: { project: true } });
  if (!grant) return;
  const { projectId, clientName } = grant;
  const { organizationId } = grant.project;
  await inTransaction(ctx, async (within) => {
    await within.db.oAuthGrant.deleteMany({ where: { id: grantId } });
    const details = { client: clientName, what };
    const change = { organizationId, projectId, action: "client.replay_refused", targetId: grantId, details } as const;
    await recordAudit({ ...within, actor: { kind: "service" } }, change);
  });
  ctx.log.warn({ projectId, grantId, what }, "what a program had used came again, so its access was ended");
}

/**
 * Ends a program's access by one of its tokens (RFC 7009): whichever it is, all of them. A token that is unknown is one that is over.
 *
 * @throws OAuthError `invalid_client` for a token of another client
 */
export async function revokeToken(ctx: SystemContext, form: TokenForm): Promise<void> {
  const text = form.token ?? "";
  if (parseSignInToken(text) === null) return;
  const found = await findToken(ctx, text);
  if (found === null) return;
  const { grant } = found;
  if (form.client_id !== grant.clientId) throw new OAuthError("invalid_client", "The token is another app's.");
  const actor =
    grant.userId === null
      ? ({ kind: "reader", grantId: grant.id } as const)
      : ({ kind: "user", userId: grant.userId, name: grant.personName ?? "" } as const);
  const project = await ctx.db.project.findUnique({ where: { id: grant.projectId } });
  if (project) await revokeGrant({ ...ctx, actor }, { grant, organizationId: project.organizationId });
}
