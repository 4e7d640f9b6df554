import type { Services } from "../context.ts";

/** How often a key was used: one figure an hour, the running hour last. */
export type KeyHours = { keyId: string; hours: number[] };

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
