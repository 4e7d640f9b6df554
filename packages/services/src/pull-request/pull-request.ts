import { AppError } from "@docsteward/contract/error";
import type { PullRequest, PullRequestState, Transaction } from "@docsteward/db/client";
import type { GitError, GitErrorCode } from "@docsteward/git/error";
import type { ProjectContext, ProjectWithOrganization, Services } from "../context.ts";
import { repositoryKey } from "../repository-use.ts";

export type PullRequestName = {
  number: number;
  /** Address of its repository, where that is another one than the project has now. */
  repository?: string;
};

/**
 * Finds a pull request of the project by its number. The repository that the project has now comes first; where that has none of
 * this number, the newest of an earlier repository is meant, so that addresses from before go on working.
 *
 * @throws AppError `not_found` when the project has no such pull request
 */
export async function requirePullRequest(
  { project }: Pick<ProjectContext, "project">,
  db: Pick<Transaction, "pullRequest">,
  { number, repository }: PullRequestName,
): Promise<PullRequest> {
  const projectId = project.id;
  const rows = await db.pullRequest.findMany({
    where: { projectId, number, ...(repository !== undefined && { repository }) },
    orderBy: { createdAt: "desc" },
  });
  const key = repositoryKey(project);
  const row = rows.find((found) => found.repositoryKey === key) ?? rows[0];
  if (!row) throw new AppError("not_found", "Pull request not found.");
  return row;
}

/** Reads a pull request anew and keeps everybody else from changing it until `tx` ends. */
export async function lockPullRequest(tx: Transaction, { id }: Pick<PullRequest, "id">): Promise<PullRequest> {
  await tx.$queryRaw`SELECT 1 FROM "PullRequest" WHERE id = ${id} FOR UPDATE`;
  return tx.pullRequest.findUniqueOrThrow({ where: { id } });
}

/** A pull request as lists show it. */
export type PullRequestSummary = {
  number: number;
  /** Address of its repository. */
  repository: string;
  /** Whether the project has another repository by now. */
  isOfEarlierRepository: boolean;
  url: string;
  /** Its page below those of the project. */
  path: string;
  /** Whether it is at a Git host elsewhere, which merges and closes it. */
  isElsewhere: boolean;
  title: string;
  /** Markdown, written by the agent: show it without raw HTML. */
  body: string;
  branch: string;
  baseRef: string;
  headSha: string;
  state: PullRequestState;
  isDraft: boolean;
  jobId: string | null;
  mergeSha: string | null;
  createdAt: string;
  updatedAt: string;
  mergedAt: string | null;
  closedAt: string | null;
};

/** A pull request as lists show it, with the page that people see it on. */
export function presentPullRequest(ctx: ProjectContext, row: PullRequest): PullRequestSummary {
  const { number, repository, title, body, branch, baseRef, headSha, state, isDraft, jobId, mergeSha } = row;
  return {
    number,
    repository,
    isOfEarlierRepository: row.repositoryKey !== repositoryKey(ctx.project),
    url: row.url ?? pullRequestUrl(ctx, { ...ctx.project, organization: ctx.organization }, row),
    path: pullRequestPath(ctx.project, row),
    isElsewhere: row.url !== null,
    title,
    body,
    branch,
    baseRef,
    headSha,
    state,
    isDraft,
    jobId,
    mergeSha,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    mergedAt: row.mergedAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
  };
}

/** The page of a pull request below the pages of its project. */
export function pullRequestPath(
  project: { repository: string },
  { number, repository }: { number: number; repository: string },
): string {
  return repository === project.repository
    ? `pulls/${number}`
    : `pulls/${number}?repository=${encodeURIComponent(repository)}`;
}

/** The page of a local repository's pull request, which is also its link for callers. */
export function pullRequestUrl(
  { baseUrl }: Pick<Services, "baseUrl">,
  project: Pick<ProjectWithOrganization, "domain" | "repository"> & { organization: { slug: string } },
  pull: { number: number; repository: string },
): string {
  return `${baseUrl}/${project.organization.slug}/${project.domain}/${pullRequestPath(project, pull)}`;
}

/** What is not the state of the repository but a fault on the way to it. */
const OUTAGES: ReadonlySet<GitErrorCode> = new Set(["unavailable", "timed_out", "git_failed"]);

/** A failure of git as the caller of a verb sees it, in git's own sentence. */
export function toPullRequestError(error: GitError): AppError {
  return new AppError(OUTAGES.has(error.code) ? "upstream_error" : "conflict", error.message, { cause: error });
}
