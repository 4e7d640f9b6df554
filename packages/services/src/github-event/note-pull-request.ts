import type { Transaction } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import { createGitHubHost } from "@docsteward/git/github/create-github-host";
import type { PullRequest } from "@docsteward/git/host";
import type { ProjectWithOrganization, Services } from "../context.ts";
import { appendEvents } from "../job/append-events.ts";
import { lockPullRequest } from "../pull-request/lock.ts";
import { recordPullRequest } from "../pull-request/record.ts";
import type { GitHubFacts } from "./facts.ts";
import { findProjectsOf } from "./find-projects.ts";

/** Somebody has done something with a pull request: its job is told, if it is one of a job. */
export async function notePullRequest(
  services: Services,
  facts: GitHubFacts & { kind: "pull_request" },
): Promise<void> {
  const { repository, number } = facts;
  for (const project of await findProjectsOf(services, repository)) {
    const where = { projectId_number: { projectId: project.id, number } };
    const row = await services.db.pullRequest.findUnique({ where });
    if (!row?.jobId) continue;
    const host = createGitHubHost({ app: services.github.current });
    const source = { repository: project.repository, ref: project.baseRef, docsPath: project.docsPath };
    const pull = await host.getPullRequest(source, number);
    if (pull) await withTransaction(services.db, (tx) => record(services, tx, { project, pull, facts }));
  }
}

type Told = { project: ProjectWithOrganization; pull: PullRequest; facts: GitHubFacts & { kind: "pull_request" } };

async function record(services: Services, tx: Transaction, { project, pull, facts }: Told): Promise<void> {
  const { by, action } = facts;
  const { number, url, headSha } = pull;
  const before = await lockPullRequest(tx, { projectId: project.id, number });
  // At other times it may be the job itself that has just pushed. An event that comes twice, or late, finds nothing new.
  if (action === "synchronize" && before.headSha !== headSha && before.jobId !== null) {
    const event = { type: "pull_request.pushed", data: { number, url, commit: headSha, by } } as const;
    await appendEvents(tx, { jobId: before.jobId, events: [event], at: services.clock.now() });
  }
  await recordPullRequest(services, tx, { projectId: project.id, pull, by });
}
