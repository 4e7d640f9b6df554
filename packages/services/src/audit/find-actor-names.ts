import type { Services } from "../context.ts";

/** The names of the people and of the organization's keys among those who acted, by id. Who is gone is left out. */
export async function findActorNames(
  { db }: Pick<Services, "db">,
  { organizationId, ids }: { organizationId: string; ids: readonly (string | null)[] },
): Promise<Map<string, string>> {
  const known = [...new Set(ids)].filter((id) => id !== null);
  const [people, keys] = await Promise.all([
    db.user.findMany({ where: { id: { in: known } }, select: { id: true, name: true } }),
    db.apiKey.findMany({ where: { id: { in: known }, organizationId }, select: { id: true, name: true } }),
  ]);
  return new Map([...people, ...keys].map(({ id, name }) => [id, name]));
}
