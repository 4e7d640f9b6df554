import type { JobEventBody } from "@docsteward/contract/job-event";
import type { PullRequest as PullRequestRow, Transaction } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import { createGitHubHost } from "@docsteward/git/github/create-github-host";
import type { PullRequest } from "@docsteward/git/host";
import type { ProjectWithOrganization, Services } from "../context.ts";
import { announceJobEvent } from "../job/announce-job-event.ts";
import { appendEvents } from "../job/append-events.ts";
import { lockPullRequest } from "../pull-request/lock.ts";
import { recordPullRequest } from "../pull-request/record.ts";
import { addIndexRequest } from "../site/add-index-request.ts";
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
  const projectId = project.id;
  const before = await lockPullRequest(tx, { projectId, number: pull.number });
  const after = await recordPullRequest(services, tx, { projectId, pull });
  const events = toEvents(before, { pull, facts });
  if (events.length === 0 || after.jobId === null) return;
  const at = services.clock.now();
  await appendEvents(tx, { jobId: after.jobId, events, at });
  const job = await tx.job.findUniqueOrThrow({ where: { id: after.jobId } });
  for (const event of events) await announceJobEvent(services, tx, { job, event });
  const isInBase = pull.state === "merged" && pull.baseRef === project.baseRef;
  if (isInBase) await addIndexRequest(tx, services, { projectId });
}

/** What has changed since it was last heard of. An event that comes twice, or late, finds nothing. */
function toEvents(before: PullRequestRow, { pull, facts }: Pick<Told, "pull" | "facts">): JobEventBody[] {
  const { by, action } = facts;
  const { number, url, title, headSha, state } = pull;
  const events: JobEventBody[] = [];
  // At other times it may be the job itself that has just pushed.
  if (action === "synchronize" && before.headSha !== headSha) {
    events.push({ type: "pull_request.pushed", data: { number, url, commit: headSha, by } });
  }
  if (before.state !== state) {
    const type = state === "open" ? "pull_request.reopened" : (`pull_request.${state}` as const);
    events.push({ type, data: { number, url, title, by } });
  }
  return events;
}
