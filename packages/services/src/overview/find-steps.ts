import type { ServiceContext } from "../context.ts";

export type Steps = {
  /** A repository that pages can come from. */
  repository: boolean;
  /** A version of the pages that answers. */
  index: boolean;
  /** An admin key that works, for the project's organization. */
  adminKey: boolean;
  job: boolean;
  question: boolean;
};

/** Finds out what has been done once in a project, by one statement that stops at the first row of each. */
export async function findSteps({ db, clock, project }: ServiceContext): Promise<Omit<Steps, "index">> {
  const now = clock.now();
  const [row] = await db.$queryRaw<Omit<Steps, "index" | "repository">[]>`
    SELECT
      EXISTS (SELECT FROM "ApiKey" WHERE "organizationId" = ${project.organizationId} AND kind = 'admin'
        AND "revokedAt" IS NULL AND ("expiresAt" IS NULL OR "expiresAt" > ${now}::timestamptz)) AS "adminKey",
      EXISTS (SELECT FROM "Job" WHERE "projectId" = ${project.id}) AS job,
      EXISTS (SELECT FROM "ThreadTurn" WHERE "projectId" = ${project.id}) AS question`;
  if (!row) throw new Error("SELECT without FROM gave no row");
  return { repository: project.repository !== "", ...row };
}
