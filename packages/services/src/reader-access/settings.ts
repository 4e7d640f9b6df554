import { randomBytes } from "node:crypto";
import { mayRead } from "@docsteward/assistant/retriever/restrict-retriever";
import { AppError } from "@docsteward/contract/error";
import { Text } from "@docsteward/contract/input-schema";
import type { ReaderAccess } from "@docsteward/db/client";
import { z } from "zod";
import { recordAudit } from "../audit/record.ts";
import { afterCommit, inTransaction, type ProjectContext } from "../context.ts";
import { requireExternalUrl } from "../external-url.ts";
import { type Secrets, seal, unseal } from "../secret/seal.ts";
import { addIndexRequest } from "../site/index-request.ts";

/** How readers prove their groups: with a token of a shared secret, a token of a key set, or API keys alone. */
export const ReaderAccessMethod = z.enum(["secret", "jwks", "keys"]);
/** One way to prove groups. */
export type ReaderAccessMethod = z.infer<typeof ReaderAccessMethod>;

/** How a project enforces groups; null where it does not. Remembered for some seconds, like the keys. */
export async function findReaderAccess({ db, memory, project }: ProjectContext): Promise<ReaderAccess | null> {
  const { row } = await memory.recall(`readers:${project.id}`, async () => ({
    row: await db.readerAccess.findUnique({ where: { projectId: project.id } }),
  }));
  return row;
}

export const readerSecretPurpose = (projectId: string) => ({ name: "reader-secret", rowId: projectId }) as const;

/** The secret that tokens of a project are signed with. */
export function readerSecretOf(secrets: Secrets, { projectId, secret }: ReaderAccess): string | null {
  return secret === null ? null : unseal(secrets, readerSecretPurpose(projectId), secret);
}

/** Input of `setReaderAccess`: how readers prove their groups, and which groups restrict pages. */
export type SetReaderAccess = z.infer<typeof SetReaderAccess>;
/** Input of `setReaderAccess`. Omitted fields get their defaults. */
export const SetReaderAccess = z.object({
  method: ReaderAccessMethod,
  /** Of `jwks`: where the public keys are. */
  keySetUrl: Text.max(3_000).nullish(),
  /** The `iss` that tokens must have. */
  issuer: Text.trim().max(500).nullish(),
  /** The claim that lists the groups; `groups` by default. */
  groupsClaim: Text.trim().min(1, "The claim with the groups has no name.").max(100).optional(),
  /** Whether groups of the navigation restrict pages, too; true by default. */
  isByNavigation: z.boolean().optional(),
});

/** The settings, with a new secret if one was made: it is shown only here. */
export type SavedReaderAccess = { secret: string | null };

/**
 * Enforces groups from now on, or changes how. Indexes the site again, since pages of earlier versions don't say who may read
 * them; until that run ends, these are hidden from API callers.
 *
 * @throws AppError `invalid_request` for a key set that can't be fetched from such an address
 */
export async function setReaderAccess(ctx: ProjectContext, input: SetReaderAccess): Promise<SavedReaderAccess> {
  const { method, issuer, groupsClaim = "groups", isByNavigation = true } = input;
  const { id: projectId, organizationId } = ctx.project;
  const keySetUrl = method === "jwks" ? requireKeySetUrl(ctx, input.keySetUrl ?? "") : null;
  const made = makeSecret(ctx);
  const settings = {
    method,
    keySetUrl,
    issuer: issuer || null,
    groupsClaim,
    isByNavigation,
    updatedAt: ctx.clock.now(),
  };
  return inTransaction(ctx, async (within) => {
    const before = await within.db.readerAccess.findUnique({ where: { projectId } });
    const needsSecret = method === "secret" && !before?.secret;
    const data = { ...settings, secret: needsSecret ? made.sealed : method === "secret" ? before?.secret : null };
    await within.db.readerAccess.upsert({ where: { projectId }, create: { projectId, ...data }, update: data });
    await addIndexRequest(within, { projectId, reason: "person" });
    const details = { method, keySetUrl, issuer: settings.issuer, groupsClaim, navigation: String(isByNavigation) };
    await recordAudit(within, { organizationId, projectId, action: "access.set", targetId: projectId, details });
    afterCommit(within, () => ctx.memory.forget());
    return { secret: needsSecret ? made.secret : null };
  });
}

function requireKeySetUrl({ webhooks }: ProjectContext, text: string): string {
  return requireExternalUrl({
    text,
    subject: "The address of the key set",
    example: "https://login.acme.com/.well-known/jwks.json",
    withoutPassword: "public keys need none",
    networks: webhooks.allowedNetworks,
    variable: "WEBHOOK_ALLOWED_NETWORKS",
    path: "keySetUrl",
  });
}

const SECRET_BYTES = 32;

function makeSecret({ keySecret, project }: ProjectContext): { secret: string; sealed: string } {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  return { secret, sealed: seal(keySecret, readerSecretPurpose(project.id), secret) };
}

/** Makes a new secret, shown only here. Tokens of the earlier one end now. @throws AppError `conflict` without one */
export async function rotateReaderSecret(ctx: ProjectContext): Promise<{ secret: string }> {
  const { id: projectId, organizationId } = ctx.project;
  const { secret, sealed } = makeSecret(ctx);
  return inTransaction(ctx, async (within) => {
    const { count } = await within.db.readerAccess.updateMany({
      where: { projectId, method: "secret" },
      data: { secret: sealed, updatedAt: ctx.clock.now() },
    });
    if (count === 0)
      throw new AppError("conflict", "This project has no reader secret. Choose tokens with a secret first.");
    const change = { action: "access.secret_rotated", targetId: projectId, details: {} } as const;
    await recordAudit(within, { organizationId, projectId, ...change });
    afterCommit(within, () => ctx.memory.forget());
    return { secret };
  });
}

/** Stops enforcing groups: every reader may read every page from now on. */
export async function clearReaderAccess(ctx: ProjectContext): Promise<void> {
  const { id: projectId, organizationId } = ctx.project;
  await inTransaction(ctx, async (within) => {
    const { count } = await within.db.readerAccess.deleteMany({ where: { projectId } });
    if (count === 0) return;
    const change = { action: "access.cleared", targetId: projectId, details: {} } as const;
    await recordAudit(within, { organizationId, projectId, ...change });
    afterCommit(within, () => ctx.memory.forget());
  });
}

/** How a project enforces groups, as people see it. */
export type ReaderAccessState = {
  settings:
    | (Pick<ReaderAccess, "method" | "keySetUrl" | "issuer" | "groupsClaim" | "isByNavigation"> & { audience: string })
    | null;
  /** Pages that answer now, and how many of them a reader without groups may read, by front matter alone and with the navigation. */
  pages: { total: number; open: number; openByNavigation: number };
};

const NO_GROUPS: ReadonlySet<string> = new Set();

/** How the project enforces groups, and what that leaves to readers without any. */
export async function getReaderAccess(ctx: ProjectContext): Promise<ReaderAccessState> {
  const [row, site] = await Promise.all([
    ctx.db.readerAccess.findUnique({ where: { projectId: ctx.project.id } }),
    ctx.sites.open(ctx.project.id),
  ]);
  const pages = [...(site?.retriever.pages() ?? [])];
  const countOpen = (isByNavigation: boolean) =>
    pages.filter((page) => mayRead(page, { groups: NO_GROUPS, isByNavigation })).length;
  const counts = { total: pages.length, open: countOpen(false), openByNavigation: countOpen(true) };
  if (row === null) return { settings: null, pages: counts };
  const { method, keySetUrl, issuer, groupsClaim, isByNavigation } = row;
  const audience = ctx.project.domain;
  return { settings: { method, keySetUrl, issuer, groupsClaim, isByNavigation, audience }, pages: counts };
}
