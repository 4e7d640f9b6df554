import type { OrganizationContext, ProjectContext } from "../context.ts";

/** Counts a call of a deprecated operation, per key and day, so that people see which of their keys still make them. */
export function countDeprecatedCall({ db, clock, log, actor }: ProjectContext, input: { operation: string }): void {
  if (actor.kind !== "key") return;
  const { keyId } = actor;
  const day = clock.now().toISOString().slice(0, 10);
  db.$executeRaw`
    INSERT INTO "DeprecatedCall" AS calls ("keyId", day, operation, count) VALUES (${keyId}, ${day}::date, ${input.operation}, 1)
    ON CONFLICT ("keyId", day, operation) DO UPDATE SET count = calls.count + 1`.catch((error: Error) =>
    log.warn({ keyId, error: error.message }, "call of a deprecated operation could not be counted"),
  );
}

/** How often a key called an operation that will go, and when last. */
type DeprecatedCalls = { keyId: string; operation: string; count: number; lastDay: Date };

const DAYS = 30;
const DAY_MS = 86_400_000;

/** How often keys of an organization called operations that will go, in the last 30 days. */
export async function listDeprecatedCalls(
  { db, clock, organization }: OrganizationContext,
  { keyIds }: { keyIds: string[] },
): Promise<DeprecatedCalls[]> {
  const since = new Date(clock.now().getTime() - DAYS * DAY_MS);
  const groups = await db.deprecatedCall.groupBy({
    by: ["keyId", "operation"],
    where: { keyId: { in: keyIds }, key: { organizationId: organization.id }, day: { gte: since } },
    _sum: { count: true },
    _max: { day: true },
    orderBy: [{ keyId: "asc" }, { operation: "asc" }],
  });
  return groups.map(({ keyId, operation, _sum, _max }) => {
    return { keyId, operation, count: _sum.count ?? 0, lastDay: _max.day ?? since };
  });
}
