import type { ServiceContext } from "../context.ts";
import { lastDays } from "./days.ts";

/** What one model did for a project on one day, as jobs or as answers. */
export type ModelDay = {
  day: string;
  model: string;
  source: "jobs" | "answers";
  /** How many jobs or answers began on that day. */
  count: number;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
};

/** Sums what thirty days of jobs and answers have taken, by day and model. A job counts to the day it was made. */
export async function sumCosts({ db, clock, project }: ServiceContext): Promise<ModelDay[]> {
  const { first } = lastDays(clock.now());
  return db.$queryRaw<ModelDay[]>`
    SELECT to_char("createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, model, 'jobs' AS source, count(*)::int AS count,
      sum("inputTokens")::float8 AS "inputTokens", sum("outputTokens")::float8 AS "outputTokens",
      sum("costMicroUsd")::float8 / 1000000 AS "costUsd"
    FROM "Job" WHERE "projectId" = ${project.id} AND "createdAt" >= ${first}::timestamptz
    GROUP BY day, model
    UNION ALL
    SELECT to_char("createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD'), model, 'answers', count(*)::int,
      sum("inputTokens")::float8, sum("outputTokens")::float8, sum("costMicroUsd")::float8 / 1000000
    FROM "ThreadTurn" WHERE "projectId" = ${project.id} AND "createdAt" >= ${first}::timestamptz
    GROUP BY 1, 2
    ORDER BY day, source, model`;
}
