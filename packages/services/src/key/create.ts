import { AppError } from "@docsteward/contract/error";
import { KEY_PREFIX, type KeyKind } from "@docsteward/contract/key";
import type { ApiKey, Prisma, Transaction } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import { newId } from "@docsteward/platform/id";
import { type Actor, actorIdOf } from "../actor.ts";
import { recordAudit } from "../audit/record.ts";
import type { Services } from "../context.ts";
import { type KeySummary, presentKey } from "./key.ts";
import { type KeySettings, requireKeySettings, requireLifetime } from "./settings.ts";
import { hashToken, makeToken } from "./token.ts";

export type CreateKeyInput = KeySettings & {
  organizationId: string;
  /** The one site of an assistant key; admin keys have none. */
  projectId?: string;
  kind: KeyKind;
  /** Days until it expires, one of `KEY_LIFETIMES`; null is never, 90 unless told. */
  expiresInDays?: number | null;
  /** Who makes it; whoever is at the machine unless told. */
  actor?: Actor;
};

const DEFAULT_DAYS = 90;
const DAY_MS = 86_400_000;

/**
 * Makes an API key. Its token is returned here and nowhere else.
 *
 * @throws AppError `not_found` when the organization, or the project in it, does not exist; `invalid_request` for a
 *   name, time, address range or website that cannot be; `rate_limited` when enough were made in the last hour
 */
export async function createKey(
  services: Services,
  input: CreateKeyInput,
): Promise<{ token: string; key: KeySummary }> {
  const { organizationId, kind, expiresInDays = DEFAULT_DAYS, actor = { kind: "operator" } } = input;
  requireKeySettings(input);
  requireLifetime(expiresInDays);
  const now = services.clock.now();
  return withTransaction(services.db, async (tx) =>
    addKey(tx, services, {
      organizationId,
      projectId: kind === "admin" ? null : await requireSite(tx, input),
      kind,
      name: input.name.trim(),
      scopes: kind === "admin" ? (input.scopes ?? ["read", "write"]) : [],
      allowedIps: input.allowedIps ?? [],
      allowedOrigins: kind === "assistant" ? (input.allowedOrigins ?? []) : [],
      createdAt: now,
      expiresAt: expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * DAY_MS),
      actor,
    }),
  );
}

async function requireSite(tx: Transaction, { organizationId, projectId }: CreateKeyInput): Promise<string> {
  const project = projectId ? await tx.project.findUnique({ where: { id: projectId, organizationId } }) : null;
  if (!project) throw new AppError("not_found", "Project not found. An assistant key belongs to one project.");
  return project.id;
}

type AddKeyInput = Omit<NewKey, "createdById"> & { createdAt: Date; actor: Actor };

/**
 * Makes a key of an organization, if it may have one more now, and writes down who did it.
 *
 * @throws AppError `not_found` without the organization; `rate_limited` when enough were made in the last hour
 */
export async function addKey(
  tx: Transaction,
  services: Pick<Services, "clock" | "keySecret" | "limits">,
  { actor, ...settings }: AddKeyInput,
): Promise<{ token: string; key: KeySummary }> {
  const { organizationId, projectId, kind, isPlayground, createdAt: at } = settings;
  const createdById = actorIdOf(actor);
  await requireKeyAllowance(tx, services, { organizationId, ...(isPlayground && { playgroundOf: { createdById } }) });
  const { token, row } = await insertKey(tx, services, { ...settings, createdById });
  const key = presentKey(row, at);
  const details = { name: key.name, kind, hint: key.hint, expiresAt: key.expiresAt?.toISOString() ?? null };
  const change = { action: "key.created", targetId: key.id, details, at } as const;
  await recordAudit(tx, { organizationId, projectId, actor, ...change });
  return { token, key };
}

type NewKey = Omit<Prisma.ApiKeyUncheckedCreateInput, "id" | "prefix" | "last4" | "hash">;

/** Writes a new key: of its token the row keeps a keyed hash, the prefix and the last 4. */
export async function insertKey(
  tx: Transaction,
  { keySecret }: Pick<Services, "keySecret">,
  key: NewKey,
): Promise<{ token: string; row: ApiKey }> {
  const token = makeToken(key.kind);
  const row = await tx.apiKey.create({
    data: {
      ...key,
      id: newId("key"),
      prefix: token.slice(0, KEY_PREFIX[key.kind].length + 4),
      last4: token.slice(-4),
      hash: hashToken(keySecret, token),
    },
  });
  return { token, row };
}

const HOUR_MS = 3_600_000;
/** The admin key and the assistant key that a project begins with. */
const FIRST_KEYS = 2;

type AllowanceInput = {
  organizationId: string;
  /** For the playground of this person, which has an allowance of its own: trying things out must not keep an admin from a key. */
  playgroundOf?: { createdById: string | null };
};

/**
 * Checks that an organization may have one more key made now. Of calls at the same time, the next one waits for this transaction.
 *
 * @throws AppError `not_found` without the organization; `rate_limited` when its keys of the last hour are used up
 */
export async function requireKeyAllowance(
  tx: Transaction,
  { clock, limits }: Pick<Services, "clock" | "limits">,
  { organizationId, playgroundOf }: AllowanceInput,
): Promise<void> {
  const since = new Date(clock.now().getTime() - HOUR_MS);
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM "Organization" WHERE id = ${organizationId} FOR UPDATE`;
  if (!row) throw new AppError("not_found", "Organization not found.");
  const inThisHour = { organizationId, createdAt: { gt: since } };
  const where = { ...inThisHour, isPlayground: playgroundOf !== undefined, ...playgroundOf };
  const first = playgroundOf ? 0 : FIRST_KEYS * (await tx.project.count({ where: inThisHour }));
  if ((await tx.apiKey.count({ where })) < limits.keysPerHour + first) return;
  const oldest = await tx.apiKey.findFirstOrThrow({ where, orderBy: { createdAt: "asc" } });
  throw new AppError(
    "rate_limited",
    playgroundOf
      ? `You created ${limits.keysPerHour} playground keys in the last hour, which is the limit. Try again later, or use one of your keys.`
      : `This organization created ${limits.keysPerHour} keys in the last hour, which is the limit. Try again later.`,
    { retryAfterSeconds: (oldest.createdAt.getTime() - since.getTime()) / 1_000 },
  );
}
