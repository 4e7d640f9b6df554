import type { ServiceContext } from "../context.ts";

/** Who made a job: the key it was sent with, or the person who was signed in. */
export type JobCreator = { id: string; kind: "key" | "user"; name: string };

/** @returns creators by job id; jobs of the command line are left out */
export async function findCreatorNames(
  { db, project }: ServiceContext,
  jobIds: readonly string[],
): Promise<Map<string, JobCreator>> {
  if (jobIds.length === 0) return new Map();
  const rows = await db.$queryRaw<({ jobId: string } & JobCreator)[]>`
    SELECT job.id AS "jobId", COALESCE(key.id, person.id) AS id, COALESCE(key.name, person.name) AS name,
      CASE WHEN key.id IS NULL THEN 'user' ELSE 'key' END AS kind
    FROM "Job" job
    LEFT JOIN "ApiKey" key ON key.id = job."createdByKeyId" AND key."organizationId" = ${project.organizationId}
    LEFT JOIN "User" person ON person.id = job."createdByUserId"
    WHERE job."projectId" = ${project.id} AND job.id = ANY(${jobIds}::text[]) AND COALESCE(key.id, person.id) IS NOT NULL`;
  return new Map(rows.map(({ jobId, ...creator }) => [jobId, creator]));
}
