import { AppError } from "@docsteward/contract/error";
import { Text } from "@docsteward/contract/input-schema";
import type { ClientSignIn } from "@docsteward/db/client";
import { z } from "zod";
import { recordAudit } from "../audit/record.ts";
import { afterCommit, inTransaction, type ProjectContext } from "../context.ts";
import { requireExternalUrl } from "../external-url.ts";
import { seal } from "../secret/seal.ts";

/** Who may sign in to read: members of the organization, or people of the project's own OpenID provider. */
export const SignInReaders = z.enum(["members", "oidc"]);
/** One of them. */
export type SignInReaders = z.infer<typeof SignInReaders>;

/** Days after which a reader of the project's own provider signs in again. */
export const SESSION_DAYS = [1, 7, 30] as const;

export const clientSecretPurpose = (projectId: string) =>
  ({ name: "sign-in-client-secret", rowId: projectId }) as const;

/** A scope that a provider knows: what RFC 6749 allows in one. */
const SCOPES = /^[\x21\x23-\x5B\x5D-\x7E ]*$/;

/** Input of `setClientSignIn`: who may connect programs by signing in. */
export type SetClientSignIn = z.infer<typeof SetClientSignIn>;
/** Input of `setClientSignIn`. The fields of the provider count for `oidc` alone. */
export const SetClientSignIn = z.object({
  /** Null lets no reader sign in. */
  readers: SignInReaders.nullable(),
  /** Whether members connect agents to the team's server. */
  isTeam: z.boolean().default(false),
  issuer: Text.trim().max(2_000).nullish(),
  clientId: Text.trim().max(500).nullish(),
  /** Left out, the stored one stays; null is for a client without one. */
  clientSecret: Text.trim().max(2_000).nullish(),
  scopes: Text.trim().max(500).regex(SCOPES, "The scopes must be words with spaces between them.").optional(),
  groupsClaim: Text.trim().min(1, "The claim with the groups has no name.").max(100).optional(),
  sessionDays: z.union(SESSION_DAYS.map((days) => z.literal(days))).optional(),
});

/**
 * Lets people connect programs by signing in from now on, or changes who may. What was connected in another way ends: with another
 * provider, or by members where readers now sign in at a provider.
 *
 * @throws AppError `invalid_request` for a provider that is incomplete or whose address can't be called
 */
export async function setClientSignIn(ctx: ProjectContext, input: SetClientSignIn): Promise<void> {
  const { readers, isTeam } = input;
  const { id: projectId, organizationId } = ctx.project;
  if (readers === null && !isTeam) return clearClientSignIn(ctx);
  const provider = readers === "oidc" ? parseProvider(ctx, input) : NO_PROVIDER;
  await inTransaction(ctx, async (within) => {
    const { db } = within;
    const before = await db.clientSignIn.findUnique({ where: { projectId } });
    // A stored secret is for the provider that it was entered for.
    const stays = input.clientSecret === undefined && before?.issuer === provider.issuer;
    const clientSecret = input.clientSecret
      ? seal(ctx.keySecret, clientSecretPurpose(projectId), input.clientSecret)
      : stays && readers === "oidc"
        ? (before?.clientSecret ?? null)
        : null;
    const data = { ...provider, readers, isTeam, clientSecret, updatedAt: ctx.clock.now() };
    await db.clientSignIn.upsert({ where: { projectId }, create: { projectId, ...data }, update: data });
    const kept = [
      ...(readers === "members" ? [{ server: "readers", userId: { not: null } }] : []),
      ...(readers === "oidc" ? [{ server: "readers", userId: null, issuer: provider.issuer }] : []),
      ...(isTeam ? [{ server: "team" }] : []),
    ];
    await db.oAuthGrant.deleteMany({ where: { projectId, NOT: { OR: kept } } });
    await db.oAuthRequest.deleteMany({ where: { projectId, NOT: { OR: kept } } });
    const details = { readers, team: isTeam, issuer: provider.issuer };
    await recordAudit(within, { organizationId, projectId, action: "sign_in.set", targetId: projectId, details });
    afterCommit(within, () => ctx.memory.forget());
  });
}

const NO_PROVIDER = { issuer: null, clientId: null };

function parseProvider({ webhooks }: ProjectContext, input: SetClientSignIn) {
  const { clientId, scopes = "profile email", groupsClaim = "groups", sessionDays = 7 } = input;
  const href = requireExternalUrl({
    text: input.issuer ?? "",
    subject: "The issuer",
    example: "https://login.acme.com",
    withoutPassword: "enter the client's secret in its own field",
    networks: webhooks.allowedNetworks,
    variable: "WEBHOOK_ALLOWED_NETWORKS",
    path: "issuer",
  });
  if (!clientId) {
    const message = "Enter the client ID that your provider gave to this service.";
    throw new AppError("invalid_request", message, { details: [{ path: "clientId", message }] });
  }
  // As the provider writes it: an issuer is compared letter by letter, and most have no slash at the end.
  const issuer = input.issuer?.endsWith("/") ? href : href.replace(/\/$/, "");
  return { issuer, clientId, scopes, groupsClaim, sessionDays };
}

/** Lets nobody sign in any more. Programs that are connected lose their access with their next call. */
export async function clearClientSignIn(ctx: ProjectContext): Promise<void> {
  const { id: projectId, organizationId } = ctx.project;
  await inTransaction(ctx, async (within) => {
    const { count } = await within.db.clientSignIn.deleteMany({ where: { projectId } });
    await within.db.oAuthRequest.deleteMany({ where: { projectId } });
    const grants = await within.db.oAuthGrant.deleteMany({ where: { projectId } });
    if (count === 0) return;
    const details = { clients: grants.count };
    await recordAudit(within, { organizationId, projectId, action: "sign_in.cleared", targetId: projectId, details });
    afterCommit(within, () => ctx.memory.forget());
  });
}

/** Who may sign in, as people see it. */
export type ClientSignInState = Pick<
  ClientSignIn,
  "readers" | "isTeam" | "issuer" | "clientId" | "scopes" | "groupsClaim" | "sessionDays"
> & { hasSecret: boolean; callbackUrl: string };

/** Who may connect programs to the project's servers by signing in; with nothing set, nobody. */
export async function getClientSignIn({ db, project, baseUrl }: ProjectContext): Promise<ClientSignInState> {
  const row = await db.clientSignIn.findUnique({ where: { projectId: project.id } });
  return {
    readers: row?.readers ?? null,
    isTeam: row?.isTeam ?? false,
    issuer: row?.issuer ?? null,
    clientId: row?.clientId ?? null,
    scopes: row?.scopes ?? "profile email",
    groupsClaim: row?.groupsClaim ?? "groups",
    sessionDays: row?.sessionDays ?? 7,
    hasSecret: row?.clientSecret != null,
    callbackUrl: callbackUrlOf(baseUrl, project.id),
  };
}

/** Where a project's provider sends people back to: one address a project, so that no provider can answer in the place of another. */
export const callbackUrlOf = (baseUrl: string, projectId: string) => `${baseUrl}/oauth/callback/${projectId}`;
