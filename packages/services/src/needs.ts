import type { ProjectContext } from "./context.ts";
import { listModelNames } from "./model-provider/settings.ts";
import { pullRequestPath } from "./pull-request/pull-request.ts";
import { getIndexState, type IndexState } from "./site/index-state.ts";
import { formatBudgetUse, getMonthlyCosts, isNearlyUsed, type MonthCost } from "./usage/budget.ts";

/** Something of a project that waits for a person. `path` is its page below those of the project. */
export type Need = {
  kind: "index" | "budget" | "webhook" | "job" | "review" | "gap" | "model";
  title: string;
  path: string;
  /** Since when, as an ISO time; null where that is not known. */
  since: string | null;
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
 * Lists what a person has to do in a project: problems of the index, budgets that are nearly used, webhooks that fail, failed jobs of
 * the week that were not tried again, pull requests to review, the gaps that readers asked about most, and a model to connect.
 */
export async function listNeeds(ctx: ProjectContext): Promise<Needs> {
  const [index, months, webhooks, jobs, reviews, gaps, models] = await Promise.all([
    getIndexState(ctx),
    getMonthlyCosts(ctx),
    listBrokenWebhooks(ctx),
    listFailedJobs(ctx),
    listReviews(ctx),
    listOpenGaps(ctx),
    listModelNames(ctx),
  ]);
  return {
    needs: [
      ...indexNeeds(index),
      ...months.flatMap(budgetNeed),
      ...webhooks,
      ...jobs.needs,
      ...reviews.needs,
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
  if (status === "failed") return [need(failure ?? "The last index run failed.")];
  if (answers?.pages === 0) return [need("The docs folder has no Markdown pages, so the assistant can't answer.")];
  if (skipped.count === 0) return [];
  return [need(`${skipped.count === 1 ? "1 page is" : `${skipped.count} pages are`} left out of the index.`)];
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

/** A part of a list that a person works through, and how many there are. */
type Cut = { needs: Need[]; count: number };

async function listFailedJobs({ db, clock, project }: ProjectContext): Promise<Cut> {
  const since = new Date(clock.now().getTime() - FAILED_DAYS * DAY_MS);
  const rows = await db.$queryRaw<{ id: string; title: string; at: Date; count: number }[]>`
    SELECT job.id, coalesce(job.title, left((SELECT content FROM "JobMessage"
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
    needs: rows.map(({ id, title, at }) => ({
      kind: "job",
      title: `Job failed: ${title.trim().split("\n", 1)[0]}`,
      path: `jobs/${id}`,
      since: at.toISOString(),
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

async function listOpenGaps({ db, project }: ProjectContext): Promise<Cut> {
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
    return {
      kind: "gap",
      title: `Asked ${times}: ${question}`,
      path: `conversations/gaps/${id}`,
      since: lastAskedAt.toISOString(),
    };
  });
  return { needs, count };
}
