import type { LimitName } from "@docsteward/contract/limits";
import { findActorNames } from "../audit/list.ts";
import type { ProjectContext, Services } from "../context.ts";
import { listLimits } from "../limit/quotas.ts";
import { type KeySummary, presentKey } from "./key.ts";

/**
 * The keys of an organization, newest first; with `projectId` only its admin keys and those of that project. Those that the
 * playground made for itself are left out.
 */
export async function listKeys(
  { db, clock }: Services,
  input: { organizationId: string; projectId?: string },
): Promise<KeySummary[]> {
  const { organizationId, projectId } = input;
  const rows = await db.apiKey.findMany({
    where: { organizationId, isPlayground: false, ...(projectId ? { OR: [{ projectId }, { projectId: null }] } : {}) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return rows.map((row) => presentKey(row, clock.now()));
}

/** A key with all that people want to know of it. */
type KeyDetails = KeySummary & {
  /** Who made it: a person's name or another key's; null when it was made at the machine, or by somebody who is gone. */
  createdBy: string | null;
  /** How often it was used, one figure an hour, the running hour last. */
  hours: number[];
  /** Limits of its own. */
  limits: { name: LimitName; quota: number }[];
};

const HOURS = 36;

/** The keys that open a project, newest first: its own, and its organization's admin keys. */
export async function listKeyDetails(ctx: ProjectContext): Promise<KeyDetails[]> {
  const { project } = ctx;
  const { id: projectId, organizationId } = project;
  const [keys, uses, limits] = await Promise.all([
    listKeys(ctx, { organizationId, projectId }),
    listKeyUses(ctx, { organizationId, hours: HOURS }),
    listLimits(ctx),
  ]);
  const makers = await findActorNames(ctx, { organizationId, ids: keys.map(({ createdById }) => createdById) });
  const hoursOf = new Map(uses.map(({ keyId, hours }) => [keyId, hours]));
  return keys.map((key) => ({
    ...key,
    createdBy: makers.get(key.createdById ?? "") ?? null,
    hours: hoursOf.get(key.id) ?? new Array<number>(HOURS).fill(0),
    limits: limits.flatMap(({ name, keys: own }) =>
      own.filter(({ keyId }) => keyId === key.id).map(({ quota }) => ({ name, quota })),
    ),
  }));
}

/** How often a key was used: one figure an hour, the running hour last. */
type KeyHours = { keyId: string; hours: number[] };

const HOUR_MS = 3_600_000;

/** How often each key of an organization was used in the last hours. Keys that were not are left out. */
export async function listKeyUses(
  { db, clock }: Services,
  { organizationId, hours = 36 }: { organizationId: string; hours?: number },
): Promise<KeyHours[]> {
  const nowMs = clock.now().getTime();
  const firstMs = nowMs - (nowMs % HOUR_MS) - (hours - 1) * HOUR_MS;
  const rows = await db.keyUse.findMany({
    where: { key: { organizationId }, hour: { gte: new Date(firstMs) } },
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
