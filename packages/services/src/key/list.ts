import type { LimitName } from "@docsteward/contract/limits";
import { z } from "zod";
import { findActorNames } from "../audit/list.ts";
import type { OrganizationContext, OwnerContext, ProjectContext } from "../context.ts";
import { listLimits } from "../limit/quotas.ts";
import { listDeprecatedCalls } from "./deprecated-calls.ts";
import { type KeySummary, presentKey } from "./key.ts";

/** How many keys, at most. */
export const ListKeys = z.object({ limit: z.int().min(1).max(2_000).default(100) });
/** Input of lists of keys. */
export type ListKeys = z.infer<typeof ListKeys>;

/**
 * The keys that open a project, newest first: its own, and its organization's admin keys. Without a project, all of the organization.
 * Those that the playground made for itself are left out.
 */
export async function listKeys(
  { db, clock, organization, project }: OwnerContext,
  { limit, ids }: Partial<ListKeys> & { ids?: string[] } = {},
): Promise<KeySummary[]> {
  const rows = await db.apiKey.findMany({
    where: {
      organizationId: organization.id,
      isPlayground: false,
      ...(ids && { id: { in: ids } }),
      ...(project && { OR: [{ projectId: project.id }, { projectId: null }] }),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    ...(limit !== undefined && { take: limit }),
  });
  return rows.map((row) => presentKey(row, clock.now()));
}

/** A key with all that people want to know of it. */
type KeyDetails = KeySummary & {
  /** Its creator: a person's name or another key's; null when it was created on the command line or its creator is deleted. */
  createdBy: string | null;
  /** How often it was used, one figure an hour, the running hour last. */
  hours: number[];
  /** How many requests of these hours were refused or failed. */
  errors: number;
  /** The networks that an admin key was used from in the last 30 days, the latest first. */
  networks: { network: string; count: number; lastUsedAt: Date }[];
  /** Limits that were set for this key. */
  limits: { name: LimitName; quota: number }[];
  /** Its calls of operations that will go, in the last 30 days. */
  deprecatedCalls: { operation: string; count: number; lastDay: Date }[];
};

/** So many hours of use are shown with a key. */
export const KEY_USE_HOURS = 36;

/** The newest keys that open a project, with all that people want to know of them. */
export async function listKeyDetails(ctx: ProjectContext, input: ListKeys = { limit: 100 }): Promise<KeyDetails[]> {
  const keys = await listKeys(ctx, input);
  const keyIds = keys.map(({ id }) => id);
  const [uses, networks, limits, deprecated] = await Promise.all([
    listKeyUses(ctx, { hours: KEY_USE_HOURS, keyIds }),
    listKeyNetworks(ctx, { keyIds }),
    listLimits(ctx),
    listDeprecatedCalls(ctx, { keyIds }),
  ]);
  const makers = await findActorNames(ctx, { ids: keys.map(({ createdById }) => createdById) });
  const useOf = new Map(uses.map((use) => [use.keyId, use]));
  return keys.map((key) => ({
    ...key,
    createdBy: makers.get(key.createdById ?? "") ?? null,
    hours: useOf.get(key.id)?.hours ?? new Array<number>(KEY_USE_HOURS).fill(0),
    errors: useOf.get(key.id)?.errors ?? 0,
    networks: networks
      .filter(({ keyId }) => keyId === key.id)
      .map(({ network, count, lastUsedAt }) => ({ network, count, lastUsedAt })),
    limits: limits.flatMap(({ name, keys: own }) =>
      own.filter(({ keyId }) => keyId === key.id).map(({ quota }) => ({ name, quota })),
    ),
    deprecatedCalls: deprecated
      .filter(({ keyId }) => keyId === key.id)
      .map(({ operation, count, lastDay }) => ({ operation, count, lastDay })),
  }));
}

const NETWORK_DAYS = 30;

/** The networks that keys of an organization were used from in the last 30 days, the latest of each key first. */
function listKeyNetworks({ db, clock, organization }: OrganizationContext, { keyIds }: { keyIds: string[] }) {
  const since = new Date(clock.now().getTime() - NETWORK_DAYS * 24 * HOUR_MS);
  return db.keyNetwork.findMany({
    where: { keyId: { in: keyIds }, key: { organizationId: organization.id }, lastUsedAt: { gte: since } },
    orderBy: [{ lastUsedAt: "desc" }, { network: "asc" }],
  });
}

/** How often a key was used: one figure an hour, the running hour last. `errors` were refused or failed, of all hours together. */
type KeyHours = { keyId: string; hours: number[]; errors: number };

const HOUR_MS = 3_600_000;

/** How often keys of an organization were used in the last hours. Keys that were not are left out. */
export async function listKeyUses(
  { db, clock, organization }: OrganizationContext,
  { hours, keyIds }: { hours: number; keyIds?: string[] },
): Promise<KeyHours[]> {
  const nowMs = clock.now().getTime();
  const firstMs = nowMs - (nowMs % HOUR_MS) - (hours - 1) * HOUR_MS;
  const rows = await db.keyUse.findMany({
    where: {
      ...(keyIds && { keyId: { in: keyIds } }),
      key: { organizationId: organization.id },
      hour: { gte: new Date(firstMs) },
    },
    orderBy: [{ keyId: "asc" }, { hour: "asc" }],
  });
  const byKey = new Map<string, KeyHours>();
  for (const { keyId, hour, count, errors } of rows) {
    const use = byKey.get(keyId) ?? { keyId, hours: new Array<number>(hours).fill(0), errors: 0 };
    const place = (hour.getTime() - firstMs) / HOUR_MS;
    if (place < hours) use.hours[place] = count;
    use.errors += errors;
    byKey.set(keyId, use);
  }
  return [...byKey.values()];
}
