import type { PullRequest } from "@docsteward/db/client";
import { toRepositoryAddress } from "@docsteward/git/github/repository-name";
import type { ProjectWithOrganization, SystemContext } from "../context.ts";
import { mayUse, repositoryKey, useOf } from "../repository-use.ts";
import type { NamedRepository } from "./event.ts";

/** A pull request of a job, with all that is needed to act on it. */
export type JobPullRequest = PullRequest & { jobId: string; project: ProjectWithOrganization };

/**
 * The pull requests of jobs that an event of GitHub is about. They are found by the repository that the event names and not by what
 * projects have now: a project may have had another repository when its job opened one.
 */
export async function findPullRequests(
  ctx: SystemContext,
  { repository: { id, fullName }, number }: { repository: NamedRepository; number: number },
): Promise<JobPullRequest[]> {
  const { db, github } = ctx;
  const app = await github.current();
  if (app === null) return [];
  const [owner = "", name = ""] = fullName.split("/");
  const address = toRepositoryAddress(app.webUrl, { owner, name });
  const keys = [id, null].map((hostRepositoryId) => repositoryKey({ repository: address, hostRepositoryId }));
  const rows = await db.pullRequest.findMany({
    where: { repositoryKey: { in: keys }, number, jobId: { not: null } },
    include: { project: { include: { organization: true } } },
    orderBy: { projectId: "asc" },
  });
  // What happens in a repository that a project may no longer use is none of its business.
  const found: JobPullRequest[] = [];
  for (const { jobId, ...row } of rows) {
    if (jobId !== null && (await mayUse(ctx, useOf(row.project, { repository: address, hostRepositoryId: id }))))
      found.push({ ...row, jobId });
  }
  return found;
}
