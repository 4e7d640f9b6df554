import type { LimitName } from "@docsteward/contract/limits";
import { z } from "zod";
import { findActorNames } from "../audit/list.ts";
import type { OrganizationContext, ProjectContext } from "../context.ts";
import { listLimits } from "../limit/quotas.ts";
import { listDeprecatedCalls } from "./deprecated-calls.ts";
import { type KeySummary, presentKey } from "./key.ts";

/** How many keys, at most. */
export const ListKeys = z.object({ limit: z.int().min(1).max(2_000).default(100) });
/** Input of lists of keys. */
export type ListKeys = z.infer<typeof ListKeys>;

/**
 * The keys that open a project, newest first: its own, and its organization's admin keys. Those that the playground made for itself
 * are left out.
 */
export async function listKeys(
  { db, clock, organization, project }: ProjectContext,
  { limit, ids }: Partial<ListKeys> & { ids?: string[] } = {},
): Promise<KeySummary[]> {
  const rows = await db.apiKey.findMany({
    where: {
      organizationId: organization.id,
      isPlayground: false,
      ...(ids && { id: { in: ids } }),
      OR: [{ projectId: project.id }, { projectId: null }],
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
  /** Limits that were set for this key. */
  limits: { name: LimitName; quota: number }[];
  /** Its calls of operations that will go, in the last 30 days. */
  deprecatedCalls: { operation: string; count: number; lastDay: Date }[];
};

const HOURS = 36;

/** The newest keys that open a project, with all that people want to know of them. */
export async function listKeyDetails(ctx: ProjectContext, input: ListKeys = { limit: 100 }): Promise<KeyDetails[]> {
  const keys = await listKeys(ctx, input);
  const keyIds = keys.map(({ id }) => id);
  const [uses, limits, deprecated] = await Promise.all([
    listKeyUses(ctx, { hours: HOURS, keyIds }),
    listLimits(ctx),
    listDeprecatedCalls(ctx, { keyIds }),
  ]);
  const makers = await findActorNames(ctx, { ids: keys.map(({ createdById }) => createdById) });
  const hoursOf = new Map(uses.map(({ keyId, hours }) => [keyId, hours]));
  return keys.map((key) => ({
    ...key,
    createdBy: makers.get(key.createdById ?? "") ?? null,
    hours: hoursOf.get(key.id) ?? new Array<number>(HOURS).fill(0),
    limits: limits.flatMap(({ name, keys: own }) =>
      own.filter(({ keyId }) => keyId === key.id).map(({ quota }) => ({ name, quota })),
    ),
    deprecatedCalls: deprecated
      .filter(({ keyId }) => keyId === key.id)
      .map(({ operation, count, lastDay }) => ({ operation, count, lastDay })),
  }));
}

/** How often a key was used: one figure an hour, the running hour last. */
type KeyHours = { keyId: string; hours: number[] };

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
  const byKey = new Map<string, number[]>();
  for (const { keyId, hour, count } of rows) {
    const figures = byKey.get(keyId) ?? new Array<number>(hours).fill(0);
    const place = (hour.getTime() - firstMs) / HOUR_MS;
    if (place < hours) figures[place] = count;
    byKey.set(keyId, figures);
  }
  return [...byKey].map(([keyId, figures]) => ({ keyId, hours: figures }));
}
