import type { ListJobsQuery } from "@docsteward/contract/job";
import type { ServiceContext } from "../context.ts";
import { formatCursor, type JobPosition, parseCursor } from "./cursor.ts";
import { type JobWithPrompt, WITH_PROMPT } from "./present-details.ts";
import { toSearchWords } from "./to-search-words.ts";

/** Which jobs of a project; what is left out does not narrow. */
export type JobFilter = Pick<ListJobsQuery, "status" | "archived"> & {
  /** The branch that jobs start from, or their own. */
  ref?: string;
  model?: string;
  /** Id of the key or of the person that made them. */
  createdBy?: string;
  /** Beginnings of words of what was asked and of the title; or a job's id, or a pull request's number. */
  search?: string;
  ids?: readonly string[];
};

export type JobQuery = JobFilter &
  Pick<ListJobsQuery, "limit" | "cursor"> & {
    /** How many of the newest to leave out, for callers that count instead of handing a cursor back. */
    skip?: number;
  };

export type JobPage = { rows: JobWithPrompt[]; nextCursor: string | null; hasMore: boolean };

/**
 * Reads a page of a project's jobs, newest first. Pages hold no job twice and miss none that was there at the beginning,
 * however many are made meanwhile.
 */
export async function findJobPage(ctx: ServiceContext, query: JobQuery): Promise<JobPage> {
  const { limit, cursor } = query;
  const after = cursor === undefined ? null : parseCursor(ctx, cursor);
  const ids = await findIds(ctx, query, after);
  const found = await ctx.db.job.findMany({
    where: { projectId: ctx.project.id, id: { in: ids.slice(0, limit) } },
    include: WITH_PROMPT,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  const last = found.at(-1);
  const hasMore = ids.length > limit;
  return { rows: found, nextCursor: hasMore && last ? formatCursor(ctx, last) : null, hasMore };
}

/** One statement for every combination: PostgreSQL drops the conditions whose value is null before it plans. */
async function findIds(ctx: ServiceContext, query: JobQuery, after: JobPosition | null): Promise<string[]> {
  const { limit, skip = 0, status, archived, ref, model, createdBy, ids } = query;
  const { words, id, number } = readSearch(query.search);
  const rows = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM "Job"
    WHERE "projectId" = ${ctx.project.id}
      AND (${status ?? null}::text IS NULL OR status = ${status ?? null}::"JobStatus")
      AND (${archived ?? null}::boolean IS NULL OR ("archivedAt" IS NOT NULL) = ${archived ?? null}::boolean)
      AND (${ref ?? null}::text IS NULL OR "baseRef" = ${ref ?? null} OR branch = ${ref ?? null})
      AND (${model ?? null}::text IS NULL OR model = ${model ?? null})
      AND (${createdBy ?? null}::text IS NULL OR "createdByKeyId" = ${createdBy ?? null}
        OR "createdByUserId" = ${createdBy ?? null})
      AND (${ids ?? null}::text[] IS NULL OR id = ANY(${ids ?? null}::text[]))
      AND (${words}::text IS NULL OR search @@ to_tsquery('simple', ${words}))
      AND (${id}::text IS NULL OR id = ${id})
      AND (${number}::int IS NULL OR "pullRequestNumber" = ${number}::int)
      AND (${after?.createdAt ?? null}::timestamptz IS NULL
        OR ("createdAt", id) < (${after?.createdAt ?? null}::timestamptz, ${after?.id ?? null}::text))
    ORDER BY "createdAt" DESC, id DESC
    OFFSET ${skip}::int LIMIT ${limit + 1}::int`;
  return rows.map(({ id }) => id);
}

function readSearch(text = ""): { words: string | null; id: string | null; number: number | null } {
  const nothing = { words: null, id: null, number: null };
  if (/^\s*job_\w+\s*$/.test(text)) return { ...nothing, id: text.trim() };
  const number = /^\s*#(\d{1,9})\s*$/.exec(text)?.[1];
  return number === undefined ? { ...nothing, words: toSearchWords(text) } : { ...nothing, number: Number(number) };
}
