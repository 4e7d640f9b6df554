import type { ServiceContext } from "../context.ts";

/**
 * Finds the people who made jobs of the project: whoever made the key that each was sent with.
 *
 * @returns user ids by job id; jobs of the command line and of keys whose maker is not known are left out
 */
export async function findCreators(
  { db, project }: ServiceContext,
  input: { jobIds: readonly string[] },
): Promise<Map<string, string>> {
  const jobs = await db.job.findMany({
    where: { projectId: project.id, id: { in: [...input.jobIds] }, createdByKeyId: { not: null } },
    select: { id: true, createdByKeyId: true },
  });
  const keys = await db.apiKey.findMany({
    where: {
      organizationId: project.organizationId,
      id: { in: [...new Set(jobs.flatMap(({ createdByKeyId }) => createdByKeyId ?? []))] },
      createdById: { not: null },
    },
    select: { id: true, createdById: true },
  });
  const userOf = new Map(keys.map(({ id, createdById }) => [id, createdById ?? ""]));
  return new Map(
    jobs.flatMap(({ id, createdByKeyId }) => {
      const userId = userOf.get(createdByKeyId ?? "");
      return userId ? [[id, userId] as const] : [];
    }),
  );
}
