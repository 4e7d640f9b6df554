import type { Services } from "../context.ts";

export type DeprecatedCalls = { keyId: string; operation: string; count: number; lastDay: Date };

const DAY_MS = 86_400_000;

/** How often each key of an organization called operations that will go, in the last `days` days. */
export async function listDeprecatedCalls(
  { db, clock }: Services,
  { organizationId, days = 30 }: { organizationId: string; days?: number },
): Promise<DeprecatedCalls[]> {
  const since = new Date(clock.now().getTime() - days * DAY_MS);
  const groups = await db.deprecatedCall.groupBy({
    by: ["keyId", "operation"],
    where: { key: { organizationId }, day: { gte: since } },
    _sum: { count: true },
    _max: { day: true },
    orderBy: [{ keyId: "asc" }, { operation: "asc" }],
  });
  return groups.map(({ keyId, operation, _sum, _max }) => {
    return { keyId, operation, count: _sum.count ?? 0, lastDay: _max.day ?? since };
  });
}
