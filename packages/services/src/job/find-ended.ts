import type { Services } from "../context.ts";

/** Of these jobs, the ones that are at rest. */
export async function findEndedJobs({ db }: Pick<Services, "db">, ids: string[]): Promise<string[]> {
  const ended = await db.job.findMany({ where: { id: { in: ids }, status: { not: "active" } }, select: { id: true } });
  return ended.map(({ id }) => id);
}
