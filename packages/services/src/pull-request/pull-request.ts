import { AppError } from "@docsteward/contract/error";
import { Text } from "@docsteward/contract/input-schema";
import type { Organization, Project, PullRequest, PullRequestState } from "@docsteward/db/client";
import type { GitError, GitErrorCode } from "@docsteward/git/error";
import type { HostKind } from "@docsteward/git/host";
import { findNewPullRequestUrl } from "@docsteward/git/plain/address";
import { z } from "zod";
import type { ProjectContext, Services, SystemContext } from "../context.ts";
import { hostKindOf } from "../git-host.ts";
import { repositoryKey } from "../repository-use.ts";

/** Names a pull request of a project. */
export type PullRequestName = z.infer<typeof PullRequestName>;
/** Names a pull request of the project. */
export const PullRequestName = z.object({
  number: z.int().min(1).max(2_147_483_647),
  /** Address of its repository, where the project has another one now. */
  repository: Text.max(2_000).optional(),
});

/**
 * Finds a pull request of the project by its number. The repository that the project has now comes first; where that has none of
 * this number, the newest of an earlier repository is meant, so that addresses from before go on working.
 *
 * @throws AppError `not_found` when the project has no such pull request
 */
export async function requirePullRequest(
  { db, project }: ProjectContext,
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

/** Reads a pull request again and locks it until the context's transaction ends. */
export async function lockPullRequest({ db }: SystemContext, { id }: Pick<PullRequest, "id">): Promise<PullRequest> {
  await db.$queryRaw`SELECT 1 FROM "PullRequest" WHERE id = ${id} FOR UPDATE`;
  return db.pullRequest.findUniqueOrThrow({ where: { id } });
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
  host: HostKind;
  /** The page at a Git server that opens the pull request for the pushed branch; null elsewhere, and where that is not known. */
  newUrl: string | null;
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
  const kind = hostKindOf(repository);
  return {
    number,
    repository,
    host: kind,
    isOfEarlierRepository: row.repositoryKey !== repositoryKey(ctx.project),
    url: row.url ?? pullRequestUrl(ctx, { project: { ...ctx.project, organization: ctx.organization }, pull: row }),
    path: pullRequestPath(ctx.project, row),
    isElsewhere: row.url !== null || kind === "git",
    newUrl: kind === "git" && row.state === "open" ? findNewPullRequestUrl({ repository, baseRef, branch }) : null,
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

type ProjectOfPull = Pick<Project, "domain" | "repository"> & { organization: Pick<Organization, "slug"> };

/** The page of a local repository's pull request, which is also its link for callers. */
export function pullRequestUrl(
  { baseUrl }: Pick<Services, "baseUrl">,
  { project, pull }: { project: ProjectOfPull; pull: Pick<PullRequest, "number" | "repository"> },
): string {
  return `${baseUrl}/${project.organization.slug}/${project.domain}/${pullRequestPath(project, pull)}`;
}

/** What is not the state of the repository but a fault on the way to it. */
const OUTAGES: ReadonlySet<GitErrorCode> = new Set(["unavailable", "timed_out", "git_failed"]);

/** A failure of git as the caller of a verb sees it, in git's own sentence. */
export function toPullRequestError(error: GitError): AppError {
  return new AppError(OUTAGES.has(error.code) ? "upstream_error" : "conflict", error.message, { cause: error });
}
