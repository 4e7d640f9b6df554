import { type WaitOptions, waitWhileAway } from "@docsteward/db/wait-while-away";
import { createGitHubHost } from "@docsteward/git/github/create-github-host";
import type { GitHost } from "@docsteward/git/host";
import { createLocalHost } from "@docsteward/git/local/create-local-host";
import type { PullRequestStore } from "@docsteward/git/local/store";
import type { Services } from "@docsteward/services/context";
import { hostKindOf } from "@docsteward/services/git-host/host-kind";
import { noteVerifiedCommits } from "@docsteward/services/git-host/note-verified-commits";
import { appFor, useOf } from "@docsteward/services/git-host/require-use";
import type { JobClaim } from "@docsteward/services/job/job-claim";
import type { OpenedJob } from "@docsteward/services/job/open";
import { createRecordedHost } from "@docsteward/services/pull-request/recorded-host";
import { createPullRequestStore } from "@docsteward/services/pull-request/store";
import { pullRequestUrl } from "@docsteward/services/pull-request/url";

type HostedJob = Pick<OpenedJob, "job" | "project" | "organization"> & {
  /** Until then the limits of a forge are waited for. */
  endsAt?: Date;
};

/**
 * The Git host of a job's repository. What it writes waits while PostgreSQL is away.
 *
 * @param claim the worker that writes: it is refused once it has lost the job. Null for who works on no job
 */
export function hostFor(
  services: Services,
  { job, project, organization, endsAt }: HostedJob,
  claim: JobClaim | null,
  wait: WaitOptions,
): GitHost {
  if (hostKindOf(job.repository) === "github") {
    const host = createGitHubHost({
      app: () => waitWhileAway(() => appFor(services, useOf(project, job)), wait),
      signal: wait.signal,
      endsAt,
      verifiedPush: {
        isNeeded: project.needsVerifiedCommits,
        remember: () => waitWhileAway(() => noteVerifiedCommits(services, { projectId: project.id }), wait),
      },
    });
    return createRecordedHost(services, { host, projectId: project.id, repository: job, claim, wait });
  }
  return createLocalHost({
    store: waiting(
      createPullRequestStore(services, {
        projectId: project.id,
        repository: job.repository,
        claim: claim ?? undefined,
      }),
      wait,
    ),
    urlOf: (number) => pullRequestUrl(services, { ...project, organization }, { number, repository: job.repository }),
  });
}

/** Every one of these may be done twice: a branch never gets a second open pull request. */
function waiting(store: PullRequestStore, wait: WaitOptions): PullRequestStore {
  return {
    find: (number) => waitWhileAway(() => store.find(number), wait),
    findOpen: (branch) => waitWhileAway(() => store.findOpen(branch), wait),
    create: (request) => waitWhileAway(() => store.create(request), wait),
    update: (number, change) => waitWhileAway(() => store.update(number, change), wait),
  };
}
