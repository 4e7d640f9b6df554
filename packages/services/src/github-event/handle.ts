import type { Transaction } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import { GitError, MISCONFIGURED } from "@docsteward/git/error";
import { createGitHubHost } from "@docsteward/git/github/create-github-host";
import { toRepositoryAddress } from "@docsteward/git/github/repository-name";
import type { PullRequest } from "@docsteward/git/host";
import { recordAudit } from "../audit/record.ts";
import type { Services } from "../context.ts";
import { syncInstallations } from "../github-app/installations.ts";
import { appendEvents } from "../job/events.ts";
import { findProjectsByRepository } from "../project/find.ts";
import { lockPullRequest } from "../pull-request/pull-request.ts";
import { recordPullRequest } from "../pull-request/recorded-host.ts";
import { mayUse } from "../repository-use.ts";
import { addIndexRequest } from "../site/index-request.ts";
import { handleComment } from "./comment.ts";
import type { GitHubEvent } from "./event.ts";
import { findPullRequests, type JobPullRequest } from "./find-pull-requests.ts";

/**
 * Does what follows from an event. Doing it twice changes nothing, so a worker that was lost over it is no harm.
 *
 * @throws GitError when GitHub cannot be asked now: the event comes round again
 */
export async function handleGitHubEvent(services: Services, deliveryId: string): Promise<void> {
  const { db, clock, log } = services;
  const delivery = await db.gitHubDelivery.findUnique({ where: { id: deliveryId } });
  if (!delivery?.facts || delivery.handledAt !== null) return;
  try {
    await act(services, delivery.facts as GitHubEvent);
  } catch (error) {
    if (!isHopeless(error)) throw error;
    log.info({ deliveryId, event: delivery.event, error: error.message }, "github event could not be handled");
  }
  await db.$executeRaw`
    UPDATE "GitHubDelivery" SET "handledAt" = ${clock.now()}::timestamptz, facts = NULL WHERE id = ${deliveryId}`;
}

function act(services: Services, facts: GitHubEvent): Promise<void> {
  switch (facts.kind) {
    case "push":
      return onPush(services, facts);
    case "pull_request":
      return onPullRequest(services, facts);
    case "comment":
      return handleComment(services, facts);
    case "access":
      return onAccessChanged(services);
  }
}

/** The App may no longer look there: trying again would not help. */
function isHopeless(error: unknown): error is GitError {
  return error instanceof GitError && (MISCONFIGURED.has(error.code) || error.code === "push_refused");
}

/**
 * Something has changed about where the App is installed, what it may see there, or what a repository is called: all of that is
 * asked of GitHub anew, so that events may come in any order. Projects and their jobs follow a repository to its new name, and to
 * another account only where that serves their organization: else they do not even learn its name.
 */
async function onAccessChanged(services: Services): Promise<void> {
  const { db, github, memory, clock } = services;
  const app = await github.current();
  if (app === null) return;
  await syncInstallations(services);
  const projects = await db.project.findMany({ where: { host: "github", hostRepositoryId: { not: null } } });
  const known = await db.gitHubRepository.findMany({
    where: { id: { in: projects.flatMap(({ hostRepositoryId }) => hostRepositoryId ?? []) } },
  });
  await followRenames(services, app.webUrl);
  const names = new Map(known.map(({ id, fullName }) => [id, fullName]));
  for (const project of projects) {
    const { id, organizationId, hostRepositoryId, repository: from } = project;
    const [owner = "", name = ""] = names.get(hostRepositoryId ?? "")?.split("/") ?? [];
    if (name === "") continue;
    const to = toRepositoryAddress(app.webUrl, { owner, name });
    if (to === from || !(await mayUse(services, project))) continue;
    await withTransaction(db, async (tx) => {
      const moved = await tx.project.updateMany({ where: { id, repository: from }, data: { repository: to } });
      if (moved.count === 0) return;
      await recordAudit(tx, {
        organizationId,
        projectId: id,
        actor: { kind: "service" },
        action: "project.updated",
        targetId: id,
        details: { repository: to },
        at: clock.now(),
      });
    });
    memory.forget();
  }
}

/** Jobs and pull requests of repositories that their project has no longer follow them, too. */
async function followRenames({ db }: Services, webUrl: string): Promise<void> {
  await db.$executeRaw`
    UPDATE "Job" SET repository = ${webUrl} || '/' || known."fullName"
    FROM "GitHubRepository" known, "GitHubInstallation" installation, "Project" project
    WHERE project.id = "Job"."projectId" AND known."installationId" = installation.id
      AND (installation."organizationId" = project."organizationId"
        OR lower(installation.account) = lower(project."grantedAccount"))
      AND known.id = "Job"."hostRepositoryId" AND "Job".repository <> ${webUrl} || '/' || known."fullName"`;
  await db.$executeRaw`
    UPDATE "PullRequest" SET repository = ${webUrl} || '/' || known."fullName"
    FROM "GitHubRepository" known, "GitHubInstallation" installation, "Project" project
    WHERE project.id = "PullRequest"."projectId" AND known."installationId" = installation.id
      AND (installation."organizationId" = project."organizationId"
        OR lower(installation.account) = lower(project."grantedAccount"))
      AND 'github:' || known.id = "PullRequest"."repositoryKey"
      AND "PullRequest".repository <> ${webUrl} || '/' || known."fullName"`;
}

type PullRequestFacts = GitHubEvent & { kind: "pull_request" };

/** Somebody has done something with a pull request: its job is told, if it is one of a job. */
async function onPullRequest(services: Services, facts: PullRequestFacts): Promise<void> {
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
    await appendEvents({ db: tx }, { jobId: row.jobId, events: [event], at: services.clock.now() });
  }
  await recordPullRequest(services, tx, { projectId: row.projectId, source: row, pull, by });
}

/** A branch has moved: sites that are made from it are indexed anew. */
async function onPush(services: Services, { repository, branch }: GitHubEvent & { kind: "push" }): Promise<void> {
  const projects = await findProjectsByRepository(services, repository);
  for (const { id: projectId, baseRef } of projects) {
    if (baseRef === branch) await addIndexRequest(services, { projectId, reason: "change" });
  }
}
