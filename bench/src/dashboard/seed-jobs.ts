import type { Database } from "../../../packages/db/src/client.ts";

/**
 * Writes jobs as a busy project has them after a year: one every hour, of several models and ends, each with its prompt and the
 * events of a short run.
 *
 * @returns their ids, newest first
 */
export async function seedJobs(
  db: Database,
  { project, userId, count }: { project: { id: string; repository: string }; userId: string; count: number },
): Promise<string[]> {
  await db.$executeRaw`
    INSERT INTO "Job" (id, "projectId", status, model, title, repository, "baseRef", branch, "pullRequestNumber",
      "createdByUserId", "createdAt", "startedAt", "endedAt", "lastMessageSeq", "takenMessageSeq", "lastEventSeq", "costMicroUsd",
      "failureCode", "failureReason")
    SELECT 'job_bench' || lpad(n::text, 6, '0'), ${project.id},
      (CASE WHEN n % 7 = 0 THEN 'failed' ELSE 'completed' END)::"JobStatus", (ARRAY['sonnet', 'opus'])[1 + n % 2],
      'Explain quota ' || n || ' of region ' || n % 40, ${project.repository}, 'main', 'docsteward/explain-quota-' || n,
      n, ${userId}, at, at, at + interval '3 minutes', 1, 1, 12, n * 37,
      CASE WHEN n % 7 = 0 THEN 'stuck' END, CASE WHEN n % 7 = 0 THEN 'The agent went in circles.' END
    FROM generate_series(1, ${count}::int) AS n, LATERAL (SELECT now() - (${count}::int - n + 1) * interval '1 hour' AS at) AS time`;
  await db.$executeRaw`
    INSERT INTO "JobMessage" (id, "jobId", seq, role, content, "createdAt")
    SELECT 'msg_' || substr(id, 5), id, 1, 'user', 'Explain in docs/guides/region-' || "pullRequestNumber" % 40 ||
      '.mdx how the quota ' || "pullRequestNumber" || ' is raised, and link it from the overview. ' || repeat('Keep the tone. ', 20),
      "createdAt"
    FROM "Job" WHERE "projectId" = ${project.id}`;
  await db.$executeRaw`
    INSERT INTO "JobEvent" ("jobId", seq, type, data, "createdAt")
    SELECT id, seq, 'job.titled', json_build_object('title', title), "createdAt"
    FROM "Job", generate_series(1, 12) AS seq WHERE "projectId" = ${project.id}`;
  await db.$executeRaw`ANALYZE`;
  const jobs = await db.job.findMany({
    where: { projectId: project.id },
    select: { id: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return jobs.map(({ id }) => id);
}
