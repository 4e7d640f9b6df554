import { AppError } from "@docsteward/contract/error";
import { Id } from "@docsteward/contract/input-schema";
import type { OAuthGrant } from "@docsteward/db/client";
import { z } from "zod";
import { recordAudit } from "../audit/record.ts";
import { inProject, inTransaction, type PersonContext, type ProjectContext, type SystemContext } from "../context.ts";
import { quotasOf } from "../key/authenticate.ts";
import { hashesOf, parseSignInToken } from "../key/token.ts";
import { findReaderAccess } from "../reader-access/settings.ts";
import { allowedTo } from "./consent.ts";
import { isOpen, type NamedServer } from "./request.ts";

const LAST_USED_STEP_MS = 60_000;

/** One call of a signed-in program. */
type SignedInCall = { token: string; named: NamedServer; address?: string; requestId: string };

/** Whether a bearer token is that of a signed-in program, and no API key. */
export const isAccessToken = (token: string | undefined) => token !== undefined && parseSignInToken(token) === "access";

/**
 * Finds who calls with an access token, and gives them the context of the one server that the token is for.
 *
 * Nothing of it is remembered between two calls: who leaves the organization, and what a project turns off, counts with the next one.
 *
 * @throws AppError `invalid_key`, the same for a token of another server; `expired_key`
 */
export async function authenticateSignedIn(
  ctx: SystemContext,
  { token, named, address, requestId }: SignedInCall,
): Promise<ProjectContext> {
  const server = "domain" in named ? "readers" : "team";
  const found = await ctx.db.oAuthToken.findFirst({
    where: { hash: { in: hashesOf(ctx, token) }, kind: "access", grant: { server } },
    include: {
      grant: {
        include: {
          user: true,
          project: { include: { clientSignIn: true, organization: { include: { limitOverrides: true } } } },
        },
      },
    },
  });
  const invalid = () => new AppError("invalid_key", "This access token is invalid here. Sign in again.");
  if (!found) throw invalid();
  const { user, project: whole, ...grant } = found.grant;
  const { clientSignIn: signIn, organization: withLimits, ...project } = whole;
  const { limitOverrides, ...organization } = withLimits;
  const isNamed = "domain" in named ? project.domain === named.domain : project.id === named.projectId;
  if (!isNamed || !signIn || !isOpen(signIn, server)) throw invalid();
  const now = ctx.clock.now();
  if (found.expiresAt <= now || grant.expiresAt <= now) {
    throw new AppError(
      "expired_key",
      "This access token has expired. Get a new one with the refresh token, or sign in again.",
    );
  }
  const { organizationId } = project;
  const quotas = quotasOf(ctx, limitOverrides, { organizationId });
  const reader = { kind: "reader", grantId: grant.id, requestId, address, quotas } as const;
  const opened = inProject({ ...ctx, actor: reader }, { ...project, organization });
  if (user === null) {
    if (signIn.readers !== "oidc" || signIn.issuer !== grant.issuer) throw invalid();
    noteUse(ctx, grant);
    const access = await findReaderAccess(opened);
    const groups = new Set(grant.groups);
    return { ...opened, reader: access && { groups, isByNavigation: access.isByNavigation } };
  }
  const membership = await ctx.db.membership.findUnique({
    where: { organizationId_userId: { organizationId, userId: user.id } },
  });
  if (!membership || (server === "readers" && signIn.readers !== "members")) throw invalid();
  noteUse(ctx, grant);
  // As in the dashboard, members see every page.
  if (server === "readers") return { ...opened, reader: null };
  const { role } = membership;
  const scopes = allowedTo(role, found.scopes.length > 0 ? found.scopes : grant.scopes);
  const actor = { kind: "user", userId: user.id, name: user.name, role, requestId, scopes } as const;
  return { ...opened, actor };
}

function noteUse({ db, clock, log }: SystemContext, { id, lastUsedAt }: Pick<OAuthGrant, "id" | "lastUsedAt">): void {
  const now = clock.now();
  const before = new Date(now.getTime() - LAST_USED_STEP_MS);
  if (lastUsedAt !== null && lastUsedAt > before) return;
  db.oAuthGrant
    .updateMany({ where: { id }, data: { lastUsedAt: now } })
    .catch((error: Error) =>
      log.warn({ grantId: id, error: error.message }, "last use of a program could not be stored"),
    );
}

/** A connected program, as people see it. */
export type ConnectedClient = {
  id: string;
  name: string;
  /** The host that vouches for it; null for one that registered itself. */
  host: string | null;
  server: string;
  scopes: string[];
  person: string | null;
  groups: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date;
};

const MAX_LISTED = 200;

const toClient = (grant: OAuthGrant): ConnectedClient => ({
  id: grant.id,
  name: grant.clientName,
  host: URL.parse(grant.clientId)?.host ?? null,
  server: grant.server,
  scopes: grant.scopes,
  person: grant.personName,
  groups: grant.groups,
  createdAt: grant.createdAt,
  lastUsedAt: grant.lastUsedAt,
  expiresAt: grant.expiresAt,
});

/** The programs that people connected to the project's servers, newest first. */
export async function listConnectedClients({ db, clock, project }: ProjectContext): Promise<ConnectedClient[]> {
  const where = { projectId: project.id, expiresAt: { gt: clock.now() } };
  const rows = await db.oAuthGrant.findMany({
    where,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_LISTED,
  });
  return rows.map(toClient);
}

/** The programs that a person connected, in all their organizations, newest first. */
export async function listOwnClients({
  db,
  clock,
  actor,
}: PersonContext): Promise<(ConnectedClient & { site: string })[]> {
  const rows = await db.oAuthGrant.findMany({
    where: { userId: actor.userId, expiresAt: { gt: clock.now() } },
    include: { project: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_LISTED,
  });
  return rows.map(({ project, ...grant }) => ({ ...toClient(grant), site: project.name }));
}

/** Names a connected program. */
export const ConnectedClientId = z.object({ id: Id });

/** Ends the access of a program that somebody connected to the project. @throws AppError `not_found` */
export async function revokeConnectedClient(ctx: ProjectContext, { id }: { id: string }): Promise<void> {
  const grant = await ctx.db.oAuthGrant.findFirst({ where: { id, projectId: ctx.project.id } });
  if (!grant) throw new AppError("not_found", "This app isn't connected any more.");
  await revokeGrant(ctx, { grant, organizationId: ctx.project.organizationId });
}

/** Ends the access of a program of one's own. @throws AppError `not_found` */
export async function revokeOwnClient(ctx: PersonContext, { id }: { id: string }): Promise<void> {
  const grant = await ctx.db.oAuthGrant.findFirst({
    where: { id, userId: ctx.actor.userId },
    include: { project: true },
  });
  if (!grant) throw new AppError("not_found", "This app isn't connected any more.");
  await revokeGrant(ctx, { grant, organizationId: grant.project.organizationId });
}

/** Ends a program's access: with its next call. */
export async function revokeGrant(
  ctx: SystemContext,
  { grant: { id, projectId, clientName, personName }, organizationId }: { grant: OAuthGrant; organizationId: string },
): Promise<void> {
  await inTransaction(ctx, async (within) => {
    const { count } = await within.db.oAuthGrant.deleteMany({ where: { id } });
    if (count === 0) return;
    const details = { client: clientName, person: personName };
    await recordAudit(within, { organizationId, projectId, action: "client.revoked", targetId: id, details });
  });
}
