import { GitError, MISCONFIGURED } from "@docsteward/git/error";
import { createGitHubHost } from "@docsteward/git/github/create-github-host";
import { toRepositoryAddress } from "@docsteward/git/github/repository-name";
import type { PullRequest } from "@docsteward/git/host";
import { recordAudit } from "../audit/record.ts";
import { followSoon } from "../automation/due.ts";
import { onSourceComment, onSourcePull } from "../automation/source-pulls.ts";
import { inTransaction, type SystemContext } from "../context.ts";
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
import { startMentionedJob } from "./mention.ts";

/**
 * Does what follows from an event. Doing it twice changes nothing, so a worker that was lost over it is no harm.
 *
 * @throws GitError when GitHub is unavailable: the event is retried
 */
export async function handleGitHubEvent(ctx: SystemContext, { deliveryId }: { deliveryId: string }): Promise<void> {
  const { db, clock, log } = ctx;
  const delivery = await db.gitHubDelivery.findUnique({ where: { id: deliveryId } });
  if (!delivery?.facts || delivery.handledAt !== null) return;
  try {
    await act(ctx, delivery.facts as GitHubEvent);
  } catch (error) {
    if (!isHopeless(error)) throw error;
    log.info({ deliveryId, event: delivery.event, error: error.message }, "github event could not be handled");
  }
  await db.$executeRaw`
    UPDATE "GitHubDelivery" SET "handledAt" = ${clock.now()}::timestamptz, facts = NULL WHERE id = ${deliveryId}`;
}

function act(ctx: SystemContext, facts: GitHubEvent): Promise<void> {
  switch (facts.kind) {
    case "push":
      return onPush(ctx, facts);
    case "pull_request":
      return onPullRequest(ctx, facts).then(() => onSourcePull(ctx, facts));
    case "comment":
      return onComment(ctx, facts);
    case "access":
      return onAccessChanged(ctx);
  }
}

async function onComment(ctx: SystemContext, comment: GitHubEvent & { kind: "comment" }): Promise<void> {
  if (comment.isInIssue) return startMentionedJob(ctx, comment);
  await handleComment(ctx, comment);
  if (!(await onSourceComment(ctx, comment))) await startMentionedJob(ctx, comment);
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
async function onAccessChanged(ctx: SystemContext): Promise<void> {
  const { db, github, memory } = ctx;
  const app = await github.current();
  if (app === null) return;
  await syncInstallations(ctx);
  const projects = await db.project.findMany({ where: { host: "github", hostRepositoryId: { not: null } } });
  const known = await db.gitHubRepository.findMany({
    where: { id: { in: projects.flatMap(({ hostRepositoryId }) => hostRepositoryId ?? []) } },
  });
  await followRenames(ctx, { webUrl: app.webUrl });
  const names = new Map(known.map(({ id, fullName }) => [id, fullName]));
  for (const project of projects) {
    const { id, organizationId, hostRepositoryId, repository: from } = project;
    const [owner = "", name = ""] = names.get(hostRepositoryId ?? "")?.split("/") ?? [];
    if (name === "") continue;
    const to = toRepositoryAddress(app.webUrl, { owner, name });
    if (to === from || !(await mayUse(ctx, { ...project, repository: to }))) continue;
    await inTransaction<SystemContext, void>({ ...ctx, actor: { kind: "service" } }, async (ctx) => {
      const moved = await ctx.db.project.updateMany({ where: { id, repository: from }, data: { repository: to } });
      if (moved.count === 0) return;
      await recordAudit(ctx, {
        organizationId,
        projectId: id,
        action: "project.updated",
        targetId: id,
        details: { repository: to },
      });
    });
    memory.forget();
  }
}

/** Sources follow their repositories, and so do jobs and pull requests of repositories that their project has no longer. */
async function followRenames({ db }: SystemContext, { webUrl }: { webUrl: string }): Promise<void> {
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
  await db.$executeRaw`
    UPDATE "Source" SET repository = ${webUrl} || '/' || known."fullName"
    FROM "GitHubRepository" known, "GitHubInstallation" installation, "Project" project
    WHERE project.id = "Source"."projectId" AND known."installationId" = installation.id
      AND (installation."organizationId" = project."organizationId"
        OR lower(installation.account) = lower("Source"."grantedAccount"))
      AND known.id = "Source"."hostRepositoryId" AND "Source".repository <> ${webUrl} || '/' || known."fullName"`;
}

type PullRequestFacts = GitHubEvent & { kind: "pull_request" };

/** A pull request has changed: if a job made it, the job gets an event. */
async function onPullRequest(ctx: SystemContext, facts: PullRequestFacts): Promise<void> {
  if (facts.isOfBot && ["opened", "edited", "synchronize"].includes(facts.action)) return;
  for (const row of await findPullRequests(ctx, facts)) {
    const host = createGitHubHost({ app: ctx.github.current });
    const source = { repository: row.repository, ref: row.baseRef, docsPath: row.project.docsPath };
    const pull = await host.getPullRequest(source, row.number);
    if (pull) await inTransaction(ctx, (ctx) => record(ctx, { row, pull, facts }));
  }
}

type Noted = { row: JobPullRequest; pull: PullRequest; facts: PullRequestFacts };

async function record(ctx: SystemContext, { row, pull, facts }: Noted): Promise<void> {
  const { by, action } = facts;
  const { number, url, headSha } = pull;
  const before = await lockPullRequest(ctx, row);
  // At other times it may be the job itself that has just pushed. An event that comes twice, or late, finds nothing new.
  if (action === "synchronize" && before.headSha !== headSha) {
    const event = { type: "pull_request.pushed", data: { number, url, commit: headSha, by } } as const;
    await appendEvents(ctx, { jobId: row.jobId, events: [event], at: ctx.clock.now() });
  }
  await recordPullRequest(ctx, { projectId: row.projectId, source: row, pull, by });
}

/** A branch has moved: sites that are made from it are indexed anew, and automations that follow it look at it. */
async function onPush(ctx: SystemContext, { repository, branch }: GitHubEvent & { kind: "push" }): Promise<void> {
  const projects = await findProjectsByRepository(ctx, repository);
  for (const { id: projectId, baseRef } of projects) {
    if (baseRef === branch) await addIndexRequest(ctx, { projectId, reason: "change" });
  }
  const [owner = "", name = ""] = repository.fullName.split("/");
  await followSoon(ctx, {
    id: repository.id,
    address: toRepositoryAddress(ctx.github.webUrl, { owner, name }),
    branch,
  });
}
