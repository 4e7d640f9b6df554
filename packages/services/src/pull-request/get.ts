import { AppError } from "@docsteward/contract/error";
import { Text } from "@docsteward/contract/input-schema";
import { JOB_EVENTS } from "@docsteward/contract/job-event";
import type { PullRequest } from "@docsteward/db/client";
import { holdsCommits, openCachedRepository } from "@docsteward/git/cache/repository-cache";
import { GitError } from "@docsteward/git/error";
import {
  type ComparedCommit,
  type Comparison,
  compareCommits,
  readTextsAt,
  type TextAt,
} from "@docsteward/git/files/compare-commits";
import { readComparison, readTexts } from "@docsteward/git/local/local-repository";
import { findMergeObstacle, type MergeObstacle } from "@docsteward/git/local/merge";
import type { FileChange } from "@docsteward/git/workspace";
import { z } from "zod";
import type { ProjectContext } from "../context.ts";
import { hostKindOf } from "../git-host.ts";
import type { JobChecks } from "../job/events.ts";
import { gitReads } from "../limit/concurrency.ts";
import { reconcilePullRequest } from "./outcome.ts";
import {
  PullRequestName,
  type PullRequestSummary,
  presentPullRequest,
  requirePullRequest,
  toPullRequestError,
} from "./pull-request.ts";

/** A pull request with its commits and diff, from `getPullRequest`. */
export type PullRequestDetails = PullRequestSummary & {
  /** Newest first. */
  commits: ComparedCommit[];
  files: FileChange[];
  /** What the difference is between; null when it cannot be shown. */
  range: Comparison["range"] | null;
  additions: number;
  deletions: number;
  /** Why commits and files cannot be shown; null when they are. */
  problem: string | null;
};

/**
 * What would keep an open pull request from being merged here now; null when nothing would, and for one that a Git host elsewhere
 * merges.
 */
export async function getMergeObstacle(ctx: ProjectContext, pull: PullRequestSummary): Promise<MergeObstacle | null> {
  const { state, isElsewhere, repository, number, title, branch, baseRef } = pull;
  if (state !== "open" || isElsewhere) return null;
  const names = { repository, number, title, branch, baseRef };
  const place = { dataDir: ctx.dataDir, bounds: ctx.repositoryBounds, at: ctx.clock.now() };
  try {
    return await gitReads.run(ctx.organization.id, "pull requests", () => findMergeObstacle({ ...names, ...place }));
  } catch (error) {
    // The page says elsewhere that the repository cannot be read, and the merge itself will, too.
    if (error instanceof GitError) return null;
    throw error;
  }
}

/**
 * A pull request with its commits and its diff: against the current base while it is open, in its final state when it was merged or
 * closed.
 *
 * A repository that is gone does not hide the rest: `problem` says so.
 *
 * @throws AppError `not_found`
 */
export async function getPullRequest(ctx: ProjectContext, input: PullRequestName): Promise<PullRequestDetails> {
  const found = await requirePullRequest(ctx, input);
  const { row, comparison, problem } = await gitReads.run(ctx.organization.id, "pull requests", async () => {
    const current = await reconcilePullRequest(ctx, found);
    return { row: current, ...(await comparePullRequest(ctx, current)) };
  });
  const { commits, files, range } = comparison ?? { commits: [], files: [], range: null };
  return {
    ...presentPullRequest(ctx, row),
    commits,
    files,
    range,
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
    problem,
  };
}

/** A page that a pull request changes, as it was and as it will be; null where there is none, or none that is text. */
type ChangedPage = { path: string; status: FileChange["status"]; before: string | null; after: string | null };

type GetChangedPage = z.infer<typeof GetChangedPage>;
/** Input of `getChangedPage`: the pull request, and the file's path in the repository. */
export const GetChangedPage = PullRequestName.extend({ path: Text.max(1_000) });

/** Reads one page of a pull request whole. @throws AppError `not_found` when it changes no such file */
export async function getChangedPage(ctx: ProjectContext, { path, ...name }: GetChangedPage): Promise<ChangedPage> {
  const { number, repository, files, range } = await getPullRequest(ctx, name);
  const file = files.find((changed) => changed.path === path);
  if (file === undefined || range === null) {
    throw new AppError("not_found", `Pull request #${number} doesn't change the page ${path}.`);
  }
  const wanted = [
    { commit: range.base, path: file.from ?? path },
    { commit: range.head, path },
  ];
  const [before = null, after = null] = await readPages(ctx, { repository, wanted });
  return { path, status: file.status, before, after };
}

async function readPages(
  { dataDir, organization }: ProjectContext,
  { repository, wanted }: { repository: string; wanted: TextAt[] },
): Promise<(string | null)[]> {
  return gitReads.run(organization.id, "pull requests", async () => {
    if (hostKindOf(repository) === "local") return readTexts(repository, wanted);
    using kept = await openCachedRepository({ dataDir, repository });
    return await readTextsAt(kept, wanted);
  });
}

/** What a pull request changes, or a sentence on why that cannot be shown, or not all of it. */
type Compared = { comparison: Comparison | null; problem: string | null };

const GONE = "This pull request's commits are no longer in the repository.";
const NOT_KEPT = "This pull request's changes aren't stored on this server. See its page at the Git host.";

const moreFiles = ({ files, range: { base, head } }: Comparison) =>
  `The pull request changes more than ${files.length.toLocaleString("en")} files, which are too many to show. See them with: git diff ${base.slice(0, 12)} ${head.slice(0, 12)}`;

/**
 * Compares a pull request with its base: with the current base while it is open, in its final state after a merge or close. Of a
 * repository elsewhere it is what the agent pushed, for as long as the server's own copy holds it.
 */
async function comparePullRequest(ctx: ProjectContext, row: PullRequest): Promise<Compared> {
  const isLocal = hostKindOf(row.repository) === "local";
  try {
    const comparison = await (isLocal ? compareLocal(ctx, row) : compareKept(ctx, row));
    if (comparison === null) return { comparison, problem: isLocal ? GONE : NOT_KEPT };
    return { comparison, problem: comparison.hasMoreFiles ? moreFiles(comparison) : null };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return { comparison: null, problem: isLocal ? toPullRequestError(error).message : NOT_KEPT };
  }
}

async function compareLocal(
  { repositoryBounds: bounds }: ProjectContext,
  { repository, state, headSha, baseSha, baseRef, branch }: PullRequest,
): Promise<Comparison | null> {
  const candidates =
    state === "open"
      ? [
          // A person may have pushed to the branch since, or deleted it.
          { base: `refs/heads/${baseRef}`, headSha: `refs/heads/${branch}` },
          { base: `refs/heads/${baseRef}`, headSha },
        ]
      : [{ base: baseSha, headSha }];
  for (const candidate of candidates) {
    const comparison = await readComparison({ repository, bounds, ...candidate });
    if (comparison) return comparison;
  }
  return null;
}

async function compareKept(
  { dataDir, repositoryBounds: bounds }: ProjectContext,
  { repository, baseSha, headSha }: PullRequest,
): Promise<Comparison | null> {
  using kept = await openCachedRepository({ dataDir, repository, bounds });
  if (!(await holdsCommits(kept, [baseSha, headSha]))) return null;
  return await compareCommits(kept, { base: baseSha, head: headSha });
}

const MAX = 200;

type ListPullRequests = z.infer<typeof ListPullRequests>;
/** Input of `listPullRequests`. All states by default. */
export const ListPullRequests = z.object({ state: z.enum(["open", "merged", "closed"]).optional() });

/** The project's pull requests, newest first, at most 200. */
export async function listPullRequests(
  ctx: ProjectContext,
  input: ListPullRequests = {},
): Promise<PullRequestSummary[]> {
  const rows = await ctx.db.pullRequest.findMany({
    where: { projectId: ctx.project.id, ...(input.state ? { state: input.state } : {}) },
    orderBy: [{ createdAt: "desc" }, { number: "desc" }],
    take: MAX,
  });
  return rows.map((row) => presentPullRequest(ctx, row));
}

const MAX_EVENTS = 150;

/**
 * How the documentation checks of a pull request ended: those of the last round that went into it. A round checks all that its
 * branch changes, so that what an earlier one left is among its problems. A later pull request of the same job has its own.
 *
 * @returns null when no checks ran, or their events are no longer kept
 */
export async function findPullRequestChecks(
  { db, project }: ProjectContext,
  { jobId, number }: { jobId: string | null; number: number },
): Promise<JobChecks | null> {
  if (jobId === null) return null;
  const rows = await db.jobEvent.findMany({
    where: { jobId, type: { in: ["checks.finished", "pull_request.opened"] }, job: { projectId: project.id } },
    orderBy: { seq: "desc" },
    take: MAX_EVENTS,
  });
  let newest: JobChecks | null = null;
  let [before, own]: (JobChecks | null)[] = [null, null];
  let opened: number | null = null;
  for (const { type, data, createdAt } of rows.reverse()) {
    if (type === "checks.finished") {
      const checks = JOB_EVENTS[type].safeParse(data);
      if (!checks.success) continue;
      newest = { ...checks.data, at: createdAt.toISOString() };
      if (opened === null || opened === number) [before, own] = [own, newest];
      continue;
    }
    const event = JOB_EVENTS["pull_request.opened"].safeParse(data);
    if (!event.success || event.data.number === opened) continue;
    // A round checks before it opens its pull request: those checks belong to the new one.
    if (event.data.number === number) own = newest;
    else if (opened === number) own = before ?? null;
    else own = null;
    opened = event.data.number;
  }
  return own ?? null;
}
