import type { ServiceContext } from "../context.ts";
import { ASK_AGAIN_READER } from "../gap/ask-again-reader.ts";

export type WeekDay = {
  /** `2026-11-20`, UTC. */
  day: string;
  /** By how they stand now. */
  jobs: { completed: number; failed: number; active: number };
  questions: { answered: number; unanswered: number };
};

const DAY_MS = 86_400_000;
const DAYS = 7;

/** Counts the jobs and the readers' questions of the last seven days (UTC), today last. One statement, over indexes alone. */
export async function countWeek({ db, clock, project }: ServiceContext): Promise<WeekDay[]> {
  const nowMs = clock.now().getTime();
  const firstMs = nowMs - (nowMs % DAY_MS) - (DAYS - 1) * DAY_MS;
  const first = new Date(firstMs);
  const rows = await db.$queryRaw<{ day: string; kind: string; count: number }[]>`
    SELECT to_char("createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, status::text AS kind, count(*)::int AS count
    FROM "Job" WHERE "projectId" = ${project.id} AND "createdAt" >= ${first}::timestamptz
    GROUP BY 1, 2
    UNION ALL
    SELECT to_char("createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD'), category::text, count(*)::int
    FROM "ThreadTurn" WHERE "projectId" = ${project.id} AND category IN ('answered', 'unanswered')
      AND "createdAt" >= ${first}::timestamptz
      AND "threadId" NOT IN (SELECT id FROM "Thread" WHERE "projectId" = ${project.id} AND fp = ${ASK_AGAIN_READER})
    GROUP BY 1, 2`;
  const counts = new Map(rows.map(({ day, kind, count }) => [`${day} ${kind}`, count]));
  return Array.from({ length: DAYS }, (_, index) => {
    const day = new Date(firstMs + index * DAY_MS).toISOString().slice(0, 10);
    const of = (kind: string) => counts.get(`${day} ${kind}`) ?? 0;
    return {
      day,
      jobs: { completed: of("completed"), failed: of("failed"), active: of("active") },
      questions: { answered: of("answered"), unanswered: of("unanswered") },
    };
  });
}
