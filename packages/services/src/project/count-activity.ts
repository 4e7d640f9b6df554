import type { Services } from "../context.ts";
import { ASK_AGAIN_READER } from "../gap/ask-again-reader.ts";

/** What went on in a project in the last thirty days. */
export type Activity = { jobs: number; questions: number };

const SINCE_MS = 30 * 86_400_000;

/** Counts the jobs and readers' questions of thirty days, by project. Projects without any are left out. */
export async function countActivity(
  { db, clock }: Pick<Services, "db" | "clock">,
  { projectIds }: { projectIds: readonly string[] },
): Promise<Map<string, Activity>> {
  const since = new Date(clock.now().getTime() - SINCE_MS);
  const rows = await db.$queryRaw<{ projectId: string; kind: keyof Activity; count: number }[]>`
    SELECT "projectId", 'jobs' AS kind, count(*)::int AS count
    FROM "Job" WHERE "projectId" = ANY(${projectIds}::text[]) AND "createdAt" >= ${since}::timestamptz GROUP BY 1
    UNION ALL
    SELECT "projectId", 'questions', count(*)::int
    FROM "ThreadTurn" WHERE "projectId" = ANY(${projectIds}::text[]) AND "createdAt" >= ${since}::timestamptz
      AND "threadId" NOT IN (
        SELECT id FROM "Thread" WHERE "projectId" = ANY(${projectIds}::text[]) AND fp = ${ASK_AGAIN_READER})
    GROUP BY 1`;
  const activities = new Map<string, Activity>();
  for (const { projectId, kind, count } of rows) {
    activities.set(projectId, { jobs: 0, questions: 0, ...activities.get(projectId), [kind]: count });
  }
  return activities;
}
