import type { GitHost } from "@docsteward/git/host";
import { createLocalHost } from "@docsteward/git/local/create-local-host";
import type { Services } from "@docsteward/services/context";
import type { JobClaim } from "@docsteward/services/job/job-claim";
import type { OpenedJob } from "@docsteward/services/job/open";
import { createPullRequestStore } from "@docsteward/services/pull-request/store";
import { pullRequestUrl } from "@docsteward/services/pull-request/url";

/** The Git host of a job's repository. What it writes is refused once the worker has lost the job. */
export function hostFor(services: Services, { project, organization }: OpenedJob, claim: JobClaim): GitHost {
  return createLocalHost({
    store: createPullRequestStore(services, { projectId: project.id, claim }),
    urlOf: (number) => pullRequestUrl(services, { ...project, organization }, number),
  });
}
