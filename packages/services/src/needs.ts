import { PAUSED_MANUALLY } from "./automation/define.ts";
import type { ProjectContext } from "./context.ts";
import { groupNewQuestions } from "./gap/gap.ts";
import { findGapProgress, type GapStage } from "./gap/progress.ts";
import { listModelNames } from "./model-provider/settings.ts";
import { pullRequestPath } from "./pull-request/pull-request.ts";
import { getIndexState, type IndexState } from "./site/index-state.ts";
import { formatBudgetUse, getMonthlyCosts, isNearlyUsed, type MonthCost } from "./usage/budget.ts";

/** Something of a project that waits for a person. `path` is its page below those of the project. */
export type Need = {
  kind: "index" | "budget" | "webhook" | "automation" | "job" | "review" | "gap" | "model";
  title: string;
  /** Why, in a sentence, where the title does not say it. */
  reason?: string | undefined;
  path: string;
  /** Since when, as an ISO time; null where that is not known. */
  since: string | null;
  /** What a person can do about it without leaving the page, and the job or gap that it is about. */
  action?: { kind: "retry" | "answer" | "ask"; id: string };
};

/** What waits for people in a project. */
export type Needs = {
  /** The most urgent kinds first, the newest of each first. */
  needs: Need[];
  /** How many there are of the kinds that are cut: failed jobs, pull requests and gaps. */
  counts: { job: number; review: number; gap: number };
};

const OF_EACH = 3;
const DAY_MS = 86_400_000;
const FAILED_DAYS = 7;

/**
 * Lists what a person has to do in a project: problems of the index, budgets that are nearly used, webhooks that fail,
 * automations that paused themselves, failed jobs of the week that were not tried again, pull requests to review, gaps whose job left
 * something to do, the gaps that readers asked about most, and a model to connect.
 */
export async function listNeeds(ctx: ProjectContext): Promise<Needs> {
  const [index, months, webhooks, automations, jobs, reviews, begun, gaps, models] = await Promise.all([
    getIndexState(ctx),
    getMonthlyCosts(ctx),
    listBrokenWebhooks(ctx),
    listPausedAutomations(ctx),
    listFailedJobs(ctx),
    listReviews(ctx),
    listBegunGaps(ctx),
    listOpenGaps(ctx),
    listModelNames(ctx),
  ]);
  return {
    needs: [
      ...indexNeeds(index),
      ...months.flatMap(budgetNeed),
      ...webhooks,
      ...automations,
      ...jobs.needs,
      ...reviews.needs,
      ...begun,
      ...gaps.needs,
      ...(models.defaultName === "offline" ? [MODEL] : []),
    ],
    counts: { job: jobs.count, review: reviews.count, gap: gaps.count },
  };
}

const MODEL: Need = {
  kind: "model",
  title: "Connect a model: jobs and answers run without a language model",
  path: "settings/models?connect=true",
  since: null,
};

function indexNeeds({ status, failure, answers, skipped, endedAt }: IndexState): Need[] {
  const need = (title: string): Need => ({ kind: "index", title, path: "settings/index", since: endedAt });
  if (status === "failed") return [{ ...need("The last index run failed"), reason: failure ?? undefined }];
  if (answers?.pages === 0) return [need("The docs folder has no Markdown pages, so the assistant can't answer")];
  if (skipped.count === 0) return [];
  return [need(`${skipped.count === 1 ? "1 page is" : `${skipped.count} pages are`} left out of the index`)];
}

function budgetNeed(month: MonthCost): Need[] {
  if (!isNearlyUsed(month)) return [];
  return [{ kind: "budget", title: formatBudgetUse(month), path: "settings/limits", since: null }];
}

async function listBrokenWebhooks({ db, project }: ProjectContext): Promise<Need[]> {
  const rows = await db.webhookEndpoint.findMany({
    where: { projectId: project.id, failingSince: { not: null } },
    select: { id: true, url: true, failingSince: true, pausedAt: true },
    orderBy: [{ failingSince: "desc" }, { id: "asc" }],
    take: OF_EACH,
  });
  return rows.map(({ id, url, failingSince, pausedAt }) => ({
    kind: "webhook",
    title: `The webhook ${new URL(url).host} ${pausedAt ? "was paused after failed deliveries" : "fails"}`,
    path: `settings/webhooks/${id}`,
    since: failingSince?.toISOString() ?? null,
  }));
}

/** Those that a person paused need nobody. */
async function listPausedAutomations({ db, project }: ProjectContext): Promise<Need[]> {
  const rows = await db.automation.findMany({
    where: { projectId: project.id, pausedAt: { not: null }, pausedReason: { not: PAUSED_MANUALLY } },
    orderBy: [{ pausedAt: "desc" }, { id: "asc" }],
    take: OF_EACH,
  });
  return rows.map(({ name, pausedAt, pausedReason }) => ({
    kind: "automation",
    title: `The automation ${name} paused itself`,
    reason: pausedReason ?? undefined,
    path: "automations",
    since: pausedAt?.toISOString() ?? null,
  }));
}

/** A part of a list that a person works through, and how many there are. */
type Cut = { needs: Need[]; count: number };

async function listFailedJobs({ db, clock, project }: ProjectContext): Promise<Cut> {
  const since = new Date(clock.now().getTime() - FAILED_DAYS * DAY_MS);
  const rows = await db.$queryRaw<{ id: string; title: string; reason: string | null; at: Date; count: number }[]>`
    SELECT job.id, job."failureReason" AS reason, coalesce(job.title, left((SELECT content FROM "JobMessage"
        WHERE "jobId" = job.id AND role = 'user' ORDER BY seq LIMIT 1), 200), job.id) AS title,
      coalesce(job."endedAt", job."createdAt") AS at, count(*) OVER ()::int AS count
    FROM "Job" job
    WHERE job."projectId" = ${project.id} AND job.status = 'failed' AND job."failureCode" IS DISTINCT FROM 'cancelled'
      AND job."archivedAt" IS NULL AND job."createdAt" >= ${since}::timestamptz
      AND job.id NOT IN (SELECT "retryOfId" FROM "Job"
        WHERE "projectId" = ${project.id} AND "createdAt" >= ${since}::timestamptz AND "retryOfId" IS NOT NULL)
    ORDER BY job."createdAt" DESC, job.id DESC LIMIT ${OF_EACH}`;
  return {
    count: rows[0]?.count ?? 0,
    needs: rows.map(({ id, title, reason, at }) => ({
      kind: "job",
      title: `Job failed: ${title.trim().split("\n", 1)[0]}`,
      reason: reason ?? undefined,
      path: `jobs/${id}`,
      since: at.toISOString(),
      action: { kind: "retry", id },
    })),
  };
}

async function listReviews({ db, project }: ProjectContext): Promise<Cut> {
  const where = { projectId: project.id, state: "open", isDraft: false } as const;
  const [rows, count] = await Promise.all([
    db.pullRequest.findMany({ where, orderBy: [{ createdAt: "desc" }, { id: "desc" }], take: OF_EACH }),
    db.pullRequest.count({ where }),
  ]);
  const needs = rows.map((row): Need => {
    const path = pullRequestPath(project, row);
    return { kind: "review", title: `Review #${row.number}: ${row.title}`, path, since: row.createdAt.toISOString() };
  });
  return { needs, count };
}

const BEGUN: Partial<Record<GapStage, { title: string; action: "ask" | "answer" }>> = {
  ready: { title: "Merged, ask again", action: "ask" },
  unchanged: { title: "The job changed nothing", action: "answer" },
  closed: { title: "Closed without merging", action: "answer" },
};
const MOST_BEGUN = 50;

/** Gaps whose job has ended and left a person something to do. Failed jobs and open pull requests are listed themselves. */
async function listBegunGaps(ctx: ProjectContext): Promise<Need[]> {
  const gaps = await ctx.db.gap.findMany({
    where: { projectId: ctx.project.id, state: "open", mergedIntoId: null, jobId: { not: null } },
    orderBy: [{ lastAskedAt: "desc" }, { id: "desc" }],
    take: MOST_BEGUN,
  });
  const progress = await findGapProgress(ctx, gaps);
  const needs = gaps.flatMap(({ id, question, lastAskedAt }): Need[] => {
    const what = BEGUN[progress.get(id)?.stage ?? "open"];
    if (what === undefined) return [];
    const action = { kind: what.action, id };
    return [{ ...gapNeed({ id, lastAskedAt }), title: `${what.title}: ${question}`, action }];
  });
  return needs.slice(0, OF_EACH);
}

const gapNeed = ({ id, lastAskedAt }: { id: string; lastAskedAt: Date }) =>
  ({ kind: "gap", path: `conversations/gaps/${id}`, since: lastAskedAt.toISOString() }) as const;

async function listOpenGaps(ctx: ProjectContext): Promise<Cut> {
  const { db, project } = ctx;
  await groupNewQuestions(ctx);
  const where = { projectId: project.id, state: "open", jobId: null } as const;
  const [rows, count] = await Promise.all([
    db.gap.findMany({
      where,
      orderBy: [{ askedCount: "desc" }, { lastAskedAt: "desc" }, { id: "desc" }],
      take: OF_EACH,
    }),
    db.gap.count({ where }),
  ]);
  const needs = rows.map(({ id, question, askedCount, lastAskedAt }): Need => {
    const times = askedCount === 1 ? "once" : `${askedCount} times`;
    return { ...gapNeed({ id, lastAskedAt }), title: `Asked ${times}: ${question}`, action: { kind: "answer", id } };
  });
  return { needs, count };
}
