import type { PeriodQuery } from "@docsteward/contract/analytics";
import { toUsd } from "@docsteward/platform/money";
import type { ProjectContext } from "../context.ts";
import { IS_TRIAL } from "../thread/reader.ts";
import { boundsOf } from "./period.ts";

/** More would be read on each visit of the page, and change little. */
const NEWEST = 20_000;

type Outcomes = { questions: number; answered: number; unanswered: number; failed: number; down: number };

/** The questions that came with one key; without a key, on public projects. */
export type KeyQuestions = Outcomes & { keyId: string | null; name: string | null };

/** The questions that one model answered. `medianMs` is until the answer began. */
export type ModelQuestions = Outcomes & { model: string; medianMs: number | null; costUsd: number };

/** Counts the newest questions of a period by key and by model, without those of the playground; the most asked first. */
export async function countKeysAndModels(
  { db, organization, project }: ProjectContext,
  period: PeriodQuery,
): Promise<{ keys: KeyQuestions[]; models: ModelQuestions[] }> {
  const { from, to } = boundsOf(period);
  type Row = Outcomes & {
    isOfKey: boolean;
    keyId: string | null;
    model: string | null;
    medianMs: number | null;
    costMicroUsd: bigint;
  };
  const rows = await db.$queryRaw<Row[]>`
    SELECT GROUPING(model) = 1 AS "isOfKey", "createdByKeyId" AS "keyId", model, count(*)::int AS questions,
      count(*) FILTER (WHERE category = 'answered')::int AS answered,
      count(*) FILTER (WHERE category = 'unanswered')::int AS unanswered,
      count(*) FILTER (WHERE status = 'failed')::int AS failed,
      count(*) FILTER (WHERE rating = 'down')::int AS down,
      (percentile_disc(0.5) WITHIN GROUP (ORDER BY "firstTextMs"))::int AS "medianMs",
      coalesce(sum("costMicroUsd"), 0)::bigint AS "costMicroUsd"
    FROM (SELECT turn.* FROM "ThreadTurn" turn
      JOIN "Thread" thread ON thread.id = turn."threadId" AND NOT ${IS_TRIAL}
      WHERE turn."projectId" = ${project.id}
        AND turn."createdAt" >= ${from}::timestamptz AND turn."createdAt" < ${to}::timestamptz
      ORDER BY turn."createdAt" DESC LIMIT ${NEWEST}) newest
    GROUP BY GROUPING SETS (("createdByKeyId"), (model))
    ORDER BY questions DESC, "keyId", model`;
  const ids = rows.flatMap(({ keyId }) => keyId ?? []);
  const named = await db.apiKey.findMany({
    where: { id: { in: ids }, organizationId: organization.id },
    select: { id: true, name: true },
  });
  const names = new Map(named.map(({ id, name }) => [id, name]));
  const outcomesOf = ({ questions, answered, unanswered, failed, down }: Row) => ({
    ...{ questions, answered, unanswered, failed, down },
  });
  return {
    keys: rows
      .filter(({ isOfKey }) => isOfKey)
      .map((row) => ({ keyId: row.keyId, name: names.get(row.keyId ?? "") ?? null, ...outcomesOf(row) })),
    models: rows.flatMap((row) => {
      const { model, medianMs, costMicroUsd } = row;
      return model === null ? [] : [{ model, ...outcomesOf(row), medianMs, costUsd: toUsd(costMicroUsd) }];
    }),
  };
}
