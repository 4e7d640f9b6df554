import type { Transaction } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import { createGitHubHost } from "@docsteward/git/github/create-github-host";
import type { PullRequest } from "@docsteward/git/host";
import type { Services } from "../context.ts";
import { appendEvents } from "../job/append-events.ts";
import { lockPullRequest } from "../pull-request/lock.ts";
import { recordPullRequest } from "../pull-request/record.ts";
import type { GitHubFacts } from "./facts.ts";
import { findPullRequests, type JobPullRequest } from "./find-pull-requests.ts";

type PullRequestFacts = GitHubFacts & { kind: "pull_request" };

/** Somebody has done something with a pull request: its job is told, if it is one of a job. */
export async function notePullRequest(services: Services, facts: PullRequestFacts): Promise<void> {
  for (const row of await findPullRequests(services, facts)) {
    const host = createGitHubHost({ app: services.github.current });
    const source = { repository: row.repository, ref: row.baseRef, docsPath: row.project.docsPath };
    const pull = await host.getPullRequest(source, row.number);
    if (pull) await withTransaction(services.db, (tx) => record(services, tx, { row, pull, facts }));
  }
}

type Noted = { row: JobPullRequest; pull: PullRequest; facts: PullRequestFacts };

async function record(services: Services, tx: Transaction, { row, pull, facts }: Noted): Promise<void> {
  const { by, action } = facts;
  const { number, url, headSha } = pull;
  const before = await lockPullRequest(tx, row);
  // At other times it may be the job itself that has just pushed. An event that comes twice, or late, finds nothing new.
  if (action === "synchronize" && before.headSha !== headSha) {
    const event = { type: "pull_request.pushed", data: { number, url, commit: headSha, by } } as const;
    await appendEvents(tx, { jobId: row.jobId, events: [event], at: services.clock.now() });
  }
  await recordPullRequest(services, tx, { projectId: row.projectId, source: row, pull, by });
}
