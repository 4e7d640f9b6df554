import type { ProjectContext } from "./context.ts";
import { groupNewQuestions } from "./gap/gap.ts";
import type { JobDetails } from "./job/details.ts";
import { listJobDetails } from "./job/list.ts";
import { listModelNames } from "./model-provider/settings.ts";
import { getIndexState, type IndexState } from "./site/index-state.ts";
import { IS_TRIAL, RECHECK_READER } from "./thread/reader.ts";
import { getMonthlyCosts, type MonthCost } from "./usage/budget.ts";

/** Data of a project's overview page, from `getOverview`. */
export type Overview = {
  /** Where the pages come from. */
  source: { repository: string; ref: string };
  /** What a new project has done of what leads to its first answer and its first pull request. */
  steps: Steps;
  index: IndexState;
  /** The last seven days (UTC), today last. */
  week: WeekDay[];
  /** Pull requests that were merged in these days. */
  mergedCount: number;
  latestJobs: JobDetails[];
  /** The newest questions that the pages did not answer, each once. */
  unanswered: UnansweredQuestion[];
  /** What the month has cost so far: the project, then its organization. */
  months: MonthCost[];
};

const LATEST = 5;

/** Summarizes the state of a project, for the page that people open first. All queries run in parallel. */
export async function getOverview(ctx: ProjectContext): Promise<Overview> {
  const [index, doings, week, mergedCount, { jobs }, unanswered, months, models] = await Promise.all([
    getIndexState(ctx),
    findSetupSteps(ctx),
    countWeek(ctx),
    ctx.db.pullRequest.count({ where: { projectId: ctx.project.id, mergedAt: { gte: firstOfWeek(ctx) } } }),
    listJobDetails(ctx, { limit: LATEST, archived: false }),
    findUnanswered(ctx, { limit: LATEST }),
    getMonthlyCosts(ctx),
    listModelNames(ctx),
  ]);
  const { repository, baseRef: ref } = ctx.project;
  return {
    source: { repository, ref },
    steps: { ...doings, index: (index.answers?.pages ?? 0) > 0, model: models.defaultName !== "offline" },
    index,
    week,
    mergedCount,
    latestJobs: jobs,
    unanswered,
    months,
  };
}

type WeekDay = {
  /** `2026-11-20`, UTC. */
  day: string;
  /** By how they stand now. */
  jobs: { completed: number; unchanged: number; failed: number; cancelled: number; active: number };
  questions: { answered: number; unanswered: number };
};

const DAY_MS = 86_400_000;
const DAYS = 7;

function firstOfWeek({ clock }: ProjectContext): Date {
  const nowMs = clock.now().getTime();
  return new Date(nowMs - (nowMs % DAY_MS) - (DAYS - 1) * DAY_MS);
}

/** Counts the jobs and the readers' questions of the last seven days (UTC), today last. One statement. */
export async function countWeek(ctx: ProjectContext): Promise<WeekDay[]> {
  const { db, project } = ctx;
  const first = firstOfWeek(ctx);
  const rows = await db.$queryRaw<{ day: string; kind: string; count: number }[]>`
    SELECT to_char("createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day,
      CASE WHEN status = 'failed' AND "failureCode" = 'cancelled' THEN 'cancelled'
        WHEN status = 'completed' AND "prLink" IS NULL THEN 'unchanged' ELSE status::text END AS kind,
      count(*)::int AS count
    FROM "Job" WHERE "projectId" = ${project.id} AND "createdAt" >= ${first}::timestamptz
    GROUP BY 1, 2
    UNION ALL
    SELECT to_char("createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD'), category::text, count(*)::int
    FROM "ThreadTurn" WHERE "projectId" = ${project.id} AND category IN ('answered', 'unanswered')
      AND "createdAt" >= ${first}::timestamptz
      AND "threadId" NOT IN (SELECT id FROM "Thread" WHERE "projectId" = ${project.id} AND ${IS_TRIAL})
    GROUP BY 1, 2`;
  const counts = new Map(rows.map(({ day, kind, count }) => [`${day} ${kind}`, count]));
  return Array.from({ length: DAYS }, (_, index) => {
    const day = new Date(first.getTime() + index * DAY_MS).toISOString().slice(0, 10);
    const of = (kind: string) => counts.get(`${day} ${kind}`) ?? 0;
    return {
      day,
      jobs: {
        completed: of("completed"),
        unchanged: of("unchanged"),
        failed: of("failed"),
        cancelled: of("cancelled"),
        active: of("active"),
      },
      questions: { answered: of("answered"), unanswered: of("unanswered") },
    };
  });
}

type Steps = {
  /** A repository that pages can come from. */
  repository: boolean;
  /** A version of the pages that answers, and has pages. */
  index: boolean;
  /** A language model, of the project, its organization or the installation. */
  model: boolean;
  /** An admin key that works, for the project's organization. */
  adminKey: boolean;
  job: boolean;
  question: boolean;
};

/** Finds out what has been done once in a project, by one statement that stops at the first row of each. */
async function findSetupSteps({ db, clock, project }: ProjectContext): Promise<Omit<Steps, "index" | "model">> {
  const now = clock.now();
  const [row] = await db.$queryRaw<Omit<Steps, "index" | "model" | "repository">[]>`
    SELECT
      EXISTS (SELECT FROM "ApiKey" WHERE "organizationId" = ${project.organizationId} AND kind = 'admin'
        AND "revokedAt" IS NULL AND ("expiresAt" IS NULL OR "expiresAt" > ${now}::timestamptz)) AS "adminKey",
      EXISTS (SELECT FROM "Job" WHERE "projectId" = ${project.id}) AS job,
      EXISTS (SELECT FROM "ThreadTurn" WHERE "projectId" = ${project.id}) AS question`;
  if (!row) throw new Error("SELECT without FROM gave no row");
  return { repository: project.repository !== "", ...row };
}

/** A question that the pages did not answer. */
type UnansweredQuestion = {
  id: string;
  question: string;
  createdAt: string;
  /** The gap that it belongs to; null until gaps are grouped. */
  gapId: string | null;
};

/** The same may have been asked many times. */
const LOOKED_AT = 50;

/** The newest questions that the pages did not answer, each once, without those whose gap is closed. */
async function findUnanswered(ctx: ProjectContext, { limit }: { limit: number }): Promise<UnansweredQuestion[]> {
  const projectId = ctx.project.id;
  await groupNewQuestions(ctx);
  const rows = await ctx.db.threadTurn.findMany({
    where: {
      projectId,
      category: "unanswered",
      // The project once more: without it, PostgreSQL reads the threads and gaps of all tenants.
      thread: { projectId, fp: { not: RECHECK_READER } },
      OR: [{ gapId: null }, { gap: { projectId, state: "open" } }],
    },
    select: { id: true, question: true, createdAt: true, gapId: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: LOOKED_AT,
  });
  const seen = new Set<string>();
  const found: UnansweredQuestion[] = [];
  for (const { id, question, createdAt, gapId } of rows) {
    const names = [question.trim().toLowerCase(), ...(gapId === null ? [] : [gapId])];
    if (!names.some((name) => seen.has(name))) found.push({ id, question, createdAt: createdAt.toISOString(), gapId });
    for (const name of names) seen.add(name);
  }
  return found.slice(0, limit);
}
