import { createPrivateKey } from "node:crypto";
import { AppError } from "@docsteward/contract/error";
import type { RepositoryCredential as CredentialInput } from "@docsteward/contract/repository-credential";
import type { PlainCredential } from "@docsteward/git/plain/access";
import { newId } from "@docsteward/platform/id";
import type { SystemContext } from "./context.ts";
import { type SealPurpose, type Secrets, seal, unseal } from "./secret/seal.ts";

/** What the token or key of a repository is sealed for. */
export const repositoryCredentialPurpose = (id: string): SealPurpose => ({ name: "repository-credential", rowId: id });

/** A repository at a Git server, and the organization whose credential is meant. */
type CredentialPlace = { organizationId: string; repository: string };

type CredentialContext = Pick<SystemContext, "db"> & Secrets;

/**
 * Reads a credential that a person entered.
 *
 * @throws AppError `invalid_request` for a key that git could not use
 */
export function parseCredential({ username, token, privateKey, knownHosts }: CredentialInput): PlainCredential {
  if (privateKey === undefined) return { kind: "token", username: username ?? "git", token: token ?? "" };
  if (isLocked(privateKey)) {
    throw refusal("privateKey", "The private key has a passphrase. Add a key without one.");
  }
  return { kind: "ssh", privateKey, knownHosts: knownHosts ?? null };
}

const OPENSSH = /^-----BEGIN OPENSSH PRIVATE KEY-----\s([A-Za-z0-9+/=\s]+)-----END OPENSSH PRIVATE KEY-----\s*$/;

/** @throws AppError `invalid_request` when it is no private key */
function isLocked(privateKey: string): boolean {
  const body = privateKey.trim().match(OPENSSH)?.[1];
  if (body !== undefined) {
    const bytes = Buffer.from(body, "base64");
    if (bytes.length < 19) throw notAKey();
    // "openssh-key-v1" and a zero, then the length and the name of the cipher.
    return bytes.subarray(19, 19 + bytes.readUInt32BE(15)).toString("latin1") !== "none";
  }
  try {
    createPrivateKey(privateKey);
    return false;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ERR_MISSING_PASSPHRASE" || code === "ERR_OSSL_CRYPTO_INTERRUPTED_OR_CANCELLED") return true;
    throw notAKey();
  }
}

const notAKey = () =>
  refusal("privateKey", "This isn't a private key in OpenSSH or PEM format. Paste the whole file, from BEGIN to END.");

function refusal(field: string, message: string): AppError {
  return new AppError("invalid_request", message, { details: [{ path: `credential.${field}`, message }] });
}

/** The credential that an organization has for a repository; null when it has none, or none that can be read any more. */
export async function findCredential(ctx: CredentialContext, place: CredentialPlace): Promise<PlainCredential | null> {
  const row = await ctx.db.repositoryCredential.findUnique({ where: { organizationId_repository: place } });
  if (row === null || row.secret === null) return null;
  const secret = unseal(ctx, repositoryCredentialPurpose(row.id), row.secret);
  return row.kind === "ssh"
    ? { kind: "ssh", privateKey: secret, knownHosts: row.knownHosts }
    : { kind: "token", username: row.username ?? "git", token: secret };
}

/** Stores a credential in place of the one that the organization has for the repository. */
export async function storeCredential(
  { db, keySecret }: CredentialContext,
  { credential, ...place }: CredentialPlace & { credential: PlainCredential },
): Promise<void> {
  const where = { organizationId_repository: place };
  const found = await db.repositoryCredential.findUnique({ where, select: { id: true } });
  const id = found?.id ?? newId("rcr");
  const isToken = credential.kind === "token";
  const secret = seal(keySecret, repositoryCredentialPurpose(id), isToken ? credential.token : credential.privateKey);
  const data = {
    kind: credential.kind,
    username: isToken ? credential.username : null,
    knownHosts: isToken ? null : credential.knownHosts,
    secret,
  };
  await db.repositoryCredential.upsert({ where, create: { ...data, ...place, id }, update: data });
}

/** Keeps the host keys that an SSH server showed first, unless others were set meanwhile. */
export async function pinHostKeys(
  { db }: Pick<SystemContext, "db">,
  { knownHosts, ...place }: CredentialPlace & { knownHosts: string },
): Promise<void> {
  await db.repositoryCredential.updateMany({ where: { ...place, knownHosts: null }, data: { knownHosts } });
}

/**
 * Deletes the credentials of repositories that neither a project, nor a source, nor a running job of their organization uses.
 *
 * @param input.organizationId by default all organizations
 */
export async function deleteUnusedCredentials(
  { db }: Pick<SystemContext, "db">,
  { organizationId = null }: { organizationId?: string | null } = {},
): Promise<void> {
  await db.$executeRaw`
    DELETE FROM "RepositoryCredential" credential
    WHERE (${organizationId}::text IS NULL OR "organizationId" = ${organizationId}::text)
      AND NOT EXISTS (
        SELECT 1 FROM "Project" project WHERE project."organizationId" = credential."organizationId" AND (
          project.repository = credential.repository
          OR EXISTS (SELECT 1 FROM "Source" source
            WHERE source."projectId" = project.id AND source.repository = credential.repository)
          OR EXISTS (SELECT 1 FROM "Job" job
            WHERE job."projectId" = project.id AND job.status = 'active' AND job.repository = credential.repository)))`;
}
