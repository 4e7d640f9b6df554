import type { CheckResult } from "@docsteward/docs/checks/check-site";
import type { CommitSha } from "@docsteward/git/host";
import { OWN_PART } from "@docsteward/git/push/own-part";
import type { FileChange } from "@docsteward/git/workspace";
import type { RoundResult } from "../journal.ts";
import type { AgentPorts } from "../ports.ts";
import type { AddedCode } from "../workspace/file-rules.ts";
import { addUpChanges } from "./add-up-changes.ts";
import { fillTemplate } from "./fill-template.ts";
import { findTemplate } from "./find-template.ts";
import type { Publication } from "./publication.ts";
import { stripForeignLinks } from "./strip-foreign-links.ts";
import { writePullRequestBody } from "./write-pull-request-body.ts";

export type RoundToShow = Publication & {
  headSha: CommitSha;
  treeSha: string | null;
  changes: FileChange[];
  problems: CheckResult;
  addedCode: readonly AddedCode[];
};

/** Moves the round's pull request to the new head, or opens one: as a draft when asked for, or when an error is left. */
export async function openOrMovePullRequest(
  pushed: RoundToShow,
  ports: AgentPorts,
): Promise<NonNullable<RoundResult["pullRequest"]>> {
  const { job, round, headSha, finish, problems } = pushed;
  const treeSha = pushed.treeSha ?? undefined;
  const own = await describe(pushed);
  if (round.pullRequestNumber !== null) {
    const { number, url } = await ports.host.updatePullRequest(job.source, round.pullRequestNumber, {
      headSha,
      treeSha,
      body: own,
    });
    await ports.record({ events: [{ type: "pull_request.updated", data: { number, url, commit: headSha } }] });
    return { number, url };
  }
  const { number, url } = await ports.host.openPullRequest({
    source: job.source,
    jobId: job.id,
    branch: round.branch,
    baseSha: round.baseSha,
    headSha,
    treeSha,
    title: finish.title,
    body: fillTemplate(await findTemplate(pushed.workspace.start), own),
    asDraft: job.asDraft || problems.errors.length > 0,
    reviewer: job.reviewer,
  });
  await ports.record({ events: [{ type: "pull_request.opened", data: { number, url, title: finish.title } }] });
  return { number, url };
}

async function describe({ job, state, problems, addedCode, workspace }: RoundToShow): Promise<string> {
  const body = writePullRequestBody({
    summary: state.pushed.map(({ summary }) => summary).join("\n\n"),
    prompts: state.prompts,
    changes: addUpChanges(state.pushed.flatMap((round) => round.changes)),
    problems: await Promise.all(
      [...problems.errors, ...problems.warnings].map(({ path, line, message }) =>
        stripForeignLinks(`\`${path}\` line ${line}: ${message}`, { workspace, own: [job.url, job.source.repository] }),
      ),
    ),
    addedCode,
    jobUrl: job.url,
  });
  return `${OWN_PART.begin}\n${body.trim()}\n${OWN_PART.end}`;
}
