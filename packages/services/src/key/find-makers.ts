import type { ServiceContext } from "../context.ts";

/** Who made some keys of the organization: the names of people, and of the keys that made keys. */
export async function findMakers(
  { db, project }: ServiceContext,
  { keys }: { keys: { id: string; createdById: string | null }[] },
): Promise<Map<string, string>> {
  const { organizationId } = project;
  const ids = [...new Set(keys.flatMap(({ createdById }) => createdById ?? []))];
  const [people, makers] = await Promise.all([
    db.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } }),
    db.apiKey.findMany({ where: { organizationId, id: { in: ids } }, select: { id: true, name: true } }),
  ]);
  const names = new Map([...people, ...makers].map(({ id, name }) => [id, name]));
  return new Map(
    keys.flatMap(({ id, createdById }) => {
      const name = names.get(createdById ?? "");
      return name === undefined ? [] : [[id, name] as const];
    }),
  );
}
