import type { AutomationDefinition } from "@docsteward/contract/automation";
import type { Project } from "@docsteward/db/client";
import type { GitHubApp } from "@docsteward/git/github/github-app";
import { parseRepositoryName, type RepositoryName } from "@docsteward/git/github/repository-name";
import { type CommitPull, getSourcePull, listCommitPulls, type SourcePull } from "@docsteward/git/github/source-pulls";
import type { RepositoryAccess } from "@docsteward/git/host";
import type { SystemContext } from "../context.ts";
import { hostKindOf, repositoryAccess, sourceAccess } from "../git-host.ts";
import { appFor, type RepositoryUse, repositoryKey, useOf } from "../repository-use.ts";
import { definitionOf, type RunData } from "./automation.ts";

/** A run that waits for a decision, with what a worker needs to look into it. */
export type OpenedRun = {
  id: string;
  trigger: string;
  data: RunData;
  definition: AutomationDefinition;
  project: Project;
  docs: { access(): Promise<RepositoryAccess> };
  /** The source that it follows; null when it follows none, and when the project has it no more. */
  source: {
    repository: string;
    access(): Promise<RepositoryAccess>;
    /** The pull requests that a commit belongs to; none where the host knows of none. */
    pullsOf(sha: string): Promise<CommitPull[]>;
    /** A pull request as it is now; null where the host knows of none. */
    pullOf(number: number): Promise<SourcePull | null>;
  } | null;
  /** Whether one of the commits is that of a pull request of Docsteward. */
  isOwn(shas: readonly string[]): Promise<boolean>;
  /** Whether a commit brought a pull request of Docsteward as one other commit: by its files, or by what GitHub says. */
  isOwnSquash(commit: { head: string; tree: string }): Promise<boolean>;
};

/** The queue says when it is time, by the database's clock: this process's may be behind. */
const SLACK_MS = 60_000;

/** The runs of an automation that wait and are due, the oldest first. */
export async function openRuns(ctx: SystemContext, { automationId }: { automationId: string }): Promise<OpenedRun[]> {
  const { db } = ctx;
  const rows = await db.automationRun.findMany({
    where: { automationId, state: "waiting", dueAt: { lte: new Date(ctx.clock.now().getTime() + SLACK_MS) } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    include: { automation: { include: { project: true } } },
    take: 50,
  });
  return Promise.all(
    rows.map(async ({ id, trigger, data: stored, automation }) => {
      const { project } = automation;
      const data = stored as RunData;
      const projectId = project.id;
      const found = data.source
        ? await db.source.findUnique({ where: { projectId_name: { projectId, name: data.source } } })
        : null;
      return {
        id,
        trigger,
        data,
        definition: definitionOf(automation),
        project,
        docs: { access: () => repositoryAccess(ctx, project) },
        source: found && {
          repository: found.repository,
          access: () => sourceAccess(ctx, { ...useOf(project, found), grantedAccount: found.grantedAccount }),
          pullsOf: (sha) =>
            askGitHub(ctx, { ...useOf(project, found), grantedAccount: found.grantedAccount }, [], (app, name) =>
              listCommitPulls(app, name, sha),
            ),
          pullOf: (number) =>
            askGitHub(ctx, { ...useOf(project, found), grantedAccount: found.grantedAccount }, null, (app, name) =>
              getSourcePull(app, name, number),
            ),
        },
        isOwn: async (shas) => {
          const where = { projectId, OR: [{ mergeSha: { in: [...shas] } }, { headSha: { in: [...shas] } }] };
          return (await db.pullRequest.count({ where })) > 0;
        },
        isOwnSquash: async ({ head, tree }) => {
          if ((await db.pullRequest.count({ where: { projectId, treeSha: tree, jobId: { not: null } } })) > 0)
            return true;
          const pulls = await askGitHub(ctx, useOf(project, project), [], (app, name) =>
            listCommitPulls(app, name, head),
          );
          const numbers = pulls.filter(({ mergeSha }) => mergeSha === head).map(({ number }) => number);
          const where = { repositoryKey: repositoryKey(project), number: { in: numbers }, jobId: { not: null } };
          return (await db.pullRequest.count({ where: { projectId, ...where } })) > 0;
        },
      };
    }),
  );
}

/** What GitHub says of a repository there; `otherwise` for one elsewhere. */
async function askGitHub<T>(
  ctx: SystemContext,
  use: RepositoryUse,
  otherwise: T,
  ask: (app: GitHubApp, name: RepositoryName) => Promise<T>,
): Promise<T> {
  if (hostKindOf(use.repository) !== "github") return otherwise;
  const app = await appFor(ctx, use);
  const name = app && parseRepositoryName(use.repository, app.webUrl);
  return app && name ? ask(app, name) : otherwise;
}
