import type { KeyKind } from "@docsteward/contract/key";
import type { ServiceContext } from "../context.ts";
import { lastDays } from "./days.ts";

/** How often one key was used on each of `days`. */
export type KeyDays = { keyId: string; name: string; kind: KeyKind; counts: number[] };

/**
 * Counts the calls of thirty days by key: those of the project's own keys, and those of its organization's admin keys, whichever
 * project they were for. The most used comes first; keys without a call are left out.
 */
export async function listKeyDays({
  db,
  clock,
  project,
}: ServiceContext): Promise<{ days: string[]; keys: KeyDays[] }> {
  const { first, days } = lastDays(clock.now());
  const rows = await db.$queryRaw<{ keyId: string; name: string; kind: KeyKind; day: string; count: number }[]>`
    SELECT "ApiKey".id AS "keyId", name, kind::text AS kind,
      to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, sum(count)::int AS count
    FROM "KeyUse" JOIN "ApiKey" ON "ApiKey".id = "keyId"
    WHERE "organizationId" = ${project.organizationId} AND ("projectId" = ${project.id} OR "projectId" IS NULL)
      AND hour >= ${first}::timestamptz
    GROUP BY "ApiKey".id, day`;
  const keys = new Map<string, KeyDays>();
  for (const { keyId, name, kind, day, count } of rows) {
    const key = keys.get(keyId) ?? { keyId, name, kind, counts: new Array<number>(days.length).fill(0) };
    const place = days.indexOf(day);
    if (place >= 0) key.counts[place] = count;
    keys.set(keyId, key);
  }
  const sum = ({ counts }: KeyDays) => counts.reduce((total, count) => total + count, 0);
  return { days, keys: [...keys.values()].sort((a, b) => sum(b) - sum(a) || a.keyId.localeCompare(b.keyId)) };
}
