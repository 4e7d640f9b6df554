import type { JobList, JobStatus, ListJobsQuery } from "@docsteward/contract/job";
import { z } from "zod";
import type { ProjectContext } from "../context.ts";
import { type CursorPosition, formatCursor, parseCursor } from "../cursor.ts";
import { DayRange, timesOf } from "../day-range.ts";
import {
  findCreatorNames,
  type JobCreator,
  type JobDetails,
  type JobWithPrompt,
  presentJobDetails,
  WITH_PROMPT,
} from "./details.ts";
import { findQueuePositions, type JobId, presentJob, requireJob } from "./job.ts";

/** A page of the project's jobs, newest first. @throws AppError `invalid_request` for a cursor that was changed */
export async function listJobs(ctx: ProjectContext, query: ListJobsQuery): Promise<JobList> {
  const { rows, nextCursor, hasMore } = await findJobPage(ctx, query);
  const positions = await findQueuePositions(ctx, rows);
  return { jobs: rows.map((row) => presentJob(row, positions)), nextCursor, hasMore };
}

/** A page of the project's jobs with all that people want to know of them, newest first. */
export async function listJobDetails(
  ctx: ProjectContext,
  query: JobQuery,
): Promise<{ jobs: JobDetails[]; nextCursor: string | null; hasMore: boolean }> {
  const { rows, nextCursor, hasMore } = await findJobPage(ctx, query);
  const ids = rows.map(({ id }) => id);
  const [creators, positions] = await Promise.all([findCreatorNames(ctx, ids), findQueuePositions(ctx, rows)]);
  const { prices, project } = ctx;
  const jobs = rows.map((row) =>
    presentJobDetails(row, { prices, project, createdBy: creators.get(row.id), positions }),
  );
  return { jobs, nextCursor, hasMore };
}

/** The states of a job as people tell them apart: `unchanged` jobs completed without a pull request, `cancelled` ones did not fail. */
export const JOB_OUTCOMES = ["active", "completed", "unchanged", "failed", "cancelled"] as const;
/** One state of a job, for people. */
export type JobOutcome = (typeof JOB_OUTCOMES)[number];

/** Which jobs of a project, by the days of their creation and more; what is left out does not narrow. */
export const JobFilter = DayRange.extend({
  outcome: z.enum(JOB_OUTCOMES).optional(),
  archived: z.boolean().optional(),
  /** The branch that jobs start from, or their own. */
  ref: z.string().max(300).optional(),
  model: z.string().max(200).optional(),
  /** Id of the key or of the person that made them. */
  createdBy: z.string().max(100).optional(),
  /** What the checks left in the pull request: nothing, or errors and warnings. */
  checks: z.enum(["passed", "problems"]).optional(),
  /** Beginnings of words of the prompt and of the title; or a job's id, or a pull request's number. */
  search: z.string().max(300).optional(),
});
/** A parsed filter of the dashboard's list of jobs. */
export type JobFilter = z.infer<typeof JobFilter>;

type JobQuery = JobFilter &
  Pick<ListJobsQuery, "limit" | "cursor"> & {
    /** As callers of the API tell jobs apart. */
    status?: JobStatus;
    ids?: readonly string[];
    /** How many of the newest to leave out, for callers that count instead of handing a cursor back. */
    skip?: number;
  };

type JobPage = { rows: JobWithPrompt[]; nextCursor: string | null; hasMore: boolean };

/**
 * Reads a page of a project's jobs, newest first. Pages hold no job twice and miss none that was there at the beginning,
 * however many are made meanwhile.
 */
async function findJobPage(ctx: ProjectContext, query: JobQuery): Promise<JobPage> {
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
async function findIds(ctx: ProjectContext, query: JobQuery, after: CursorPosition | null): Promise<string[]> {
  const { limit, skip = 0, status, outcome, archived, ref, model, createdBy, checks, ids } = query;
  const { since, until } = timesOf(query);
  const { words, id, number } = readSearch(query.search);
  const rows = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM "Job"
    WHERE "projectId" = ${ctx.project.id}
      AND (${status ?? null}::text IS NULL OR status = ${status ?? null}::"JobStatus")
      AND (${outcome ?? null}::text IS NULL OR ${outcome ?? null} = CASE
        WHEN status = 'failed' AND "failureCode" = 'cancelled' THEN 'cancelled'
        WHEN status = 'completed' AND "prLink" IS NULL THEN 'unchanged'
        ELSE status::text END)
      AND (${archived ?? null}::boolean IS NULL OR ("archivedAt" IS NOT NULL) = ${archived ?? null}::boolean)
      AND (${ref ?? null}::text IS NULL OR "baseRef" = ${ref ?? null} OR branch = ${ref ?? null})
      AND (${model ?? null}::text IS NULL OR model = ${model ?? null})
      AND (${createdBy ?? null}::text IS NULL OR "createdByKeyId" = ${createdBy ?? null}
        OR "createdByUserId" = ${createdBy ?? null})
      AND (${checks ?? null}::text IS NULL OR ("pullRequestNumber" IS NOT NULL OR "prLink" IS NOT NULL)
        AND ${checks ?? null} = CASE WHEN "openProblems" = 0 THEN 'passed' WHEN "openProblems" > 0 THEN 'problems' END)
      AND (${since}::timestamptz IS NULL OR "createdAt" >= ${since}::timestamptz)
      AND (${until}::timestamptz IS NULL OR "createdAt" < ${until}::timestamptz)
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
  return number === undefined ? { ...nothing, words: toSearchQuery(text) } : { ...nothing, number: Number(number) };
}

const MAX_WORDS = 8;

/**
 * Turns a search text into the words that a job must contain, each as a prefix: `docs/inst typo` finds
 * "Fix the typos in docs/install.md". Splits at the characters where `job_search_terms` of the database does.
 *
 * @returns a query of PostgreSQL's text search; null when there is no word in the text
 */
function toSearchQuery(text: string): string | null {
  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.length === 0
    ? null
    : words
        .slice(0, MAX_WORDS)
        .map((word) => `'${word}':*`)
        .join(" & ");
}

/** What the project's jobs can be narrowed to. */
type JobChoices = { models: string[]; refs: string[]; creators: JobCreator[] };

/** Choices are gathered from so many of the newest jobs: more would be read on each visit of the list. */
const CHOICES_FROM = 5_000;
const MOST_CHOICES = 50;

/** The models, base branches and makers that occur among the project's newest jobs, the most used first. */
export async function listJobFilters({ db, project }: ProjectContext): Promise<JobChoices> {
  const rows = await db.$queryRaw<{ kind: "model" | "ref" | "key" | "user"; value: string }[]>`
    SELECT kind, value FROM (
      SELECT model, "baseRef", "createdByKeyId", "createdByUserId" FROM "Job" WHERE "projectId" = ${project.id}
      ORDER BY "createdAt" DESC, id DESC LIMIT ${CHOICES_FROM}::int) job,
    LATERAL (VALUES ('model', model), ('ref', "baseRef"), ('key', "createdByKeyId"), ('user', "createdByUserId"))
      choice (kind, value)
    WHERE value IS NOT NULL GROUP BY kind, value ORDER BY count(*) DESC, value`;
  const of = (wanted: string) =>
    rows.flatMap(({ kind, value }) => (kind === wanted ? [value] : [])).slice(0, MOST_CHOICES);
  const [keyIds, userIds] = [of("key"), of("user")];
  const named = { select: { id: true, name: true } } as const;
  const [keyRows, userRows] = await Promise.all([
    db.apiKey.findMany({ where: { organizationId: project.organizationId, id: { in: keyIds } }, ...named }),
    db.user.findMany({ where: { id: { in: userIds } }, ...named }),
  ]);
  return {
    models: of("model"),
    refs: of("ref"),
    creators: [
      ...userRows.map((user) => ({ ...user, kind: "user" as const })),
      ...keyRows.map((key) => ({ ...key, kind: "key" as const })),
    ],
  };
}

/** The jobs on either side of one in the project's list; null at its ends. */
export type JobNeighbours = { newerId: string | null; olderId: string | null };

/** Looks among the archived jobs when it is one of them, and among the others when it is not. @throws AppError `not_found` */
export async function findJobNeighbours(ctx: ProjectContext, input: JobId): Promise<JobNeighbours> {
  const { id, createdAt, archivedAt } = await requireJob(ctx, input);
  const isArchived = archivedAt !== null;
  const [row] = await ctx.db.$queryRaw<JobNeighbours[]>`
    SELECT
      (SELECT id FROM "Job" WHERE "projectId" = ${ctx.project.id} AND ("archivedAt" IS NOT NULL) = ${isArchived}
        AND ("createdAt", id) > (${createdAt}::timestamptz, ${id}) ORDER BY "createdAt", id LIMIT 1) AS "newerId",
      (SELECT id FROM "Job" WHERE "projectId" = ${ctx.project.id} AND ("archivedAt" IS NOT NULL) = ${isArchived}
        AND ("createdAt", id) < (${createdAt}::timestamptz, ${id}) ORDER BY "createdAt" DESC, id DESC LIMIT 1) AS "olderId"`;
  return row ?? { newerId: null, olderId: null };
}
