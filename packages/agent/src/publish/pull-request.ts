import type { CheckReport } from "@docsteward/docs/checks/check-site";
import { type CommitSha, MANAGED_SECTION } from "@docsteward/git/host";
import type { Workspace } from "@docsteward/git/workspace";
import type { PushedChange, RoundResult } from "../journal.ts";
import type { AgentPorts } from "../ports.ts";
import { isQuestion } from "../workspace/check-changes.ts";
import type { AddedCode } from "../workspace/file-rules.ts";
import type { UnknownName } from "../workspace/unknown-names.ts";
import { stripForeignLinks } from "./leak-checks.ts";
import { mergeChanges, quotePrompts, writePullRequestBody } from "./pull-request-body.ts";
import { fillTemplate, findTemplate } from "./pull-request-template.ts";
import type { FinishedRound } from "./push-round.ts";

type PushedRoundDetails = FinishedRound & {
  headSha: CommitSha;
  treeSha: string | null;
  problems: CheckReport;
  unknownNames: readonly UnknownName[];
};

/** Moves the round's pull request to the new head, or opens one: as a draft when asked for, or when an error is left. */
export async function upsertPullRequest(
  pushed: PushedRoundDetails,
  ports: AgentPorts,
): Promise<NonNullable<RoundResult["pullRequest"]>> {
  const { job, round, headSha, finish, problems } = pushed;
  const treeSha = pushed.treeSha ?? undefined;
  const own = await describe(pushed);
  if (round.pullRequestNumber !== null) {
    const titledBefore = pushed.state.pushed.at(-2)?.title;
    const { number, url } = await ports.host.updatePullRequest(job.source, round.pullRequestNumber, {
      headSha,
      treeSha,
      ...(titledBefore !== undefined && { title: finish.title, titledBefore }),
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
    body: fillTemplate((await findTemplate(pushed.workspace.start))?.text ?? null, own),
    asDraft: job.asDraft || problems.errors.length > 0,
    reviewer: job.reviewer,
  });
  await ports.record({ events: [{ type: "pull_request.opened", data: { number, url, title: finish.title } }] });
  return { number, url };
}

async function describe(pushed: PushedRoundDetails): Promise<string> {
  const { job, round, state, problems, unknownNames, workspace, finish } = pushed;
  const strip = (text: string) => stripForeignLinks(text, { workspace, own: [job.url, job.source.repository] });
  const findings = [...problems.errors, ...problems.warnings].filter((finding) => !isQuestion(finding));
  const body = writePullRequestBody({
    summary: finish.summary,
    earlier: state.pushed.slice(0, -1).map(({ summary }) => summary),
    prompts: await strip(await quotePrompts(state.prompts)),
    changes: await changesOfBranch(workspace, mergeChanges(state.pushed.flatMap(({ changes }) => changes))),
    checks: {
      base: `\`${job.source.ref}\` at ${(round.forkSha ?? round.startSha).slice(0, 7)}`,
      counts: problems.counts,
      problems: await Promise.all(
        findings.map(({ path, line, message }) => strip(`\`${path}\` line ${line}: ${message}`)),
      ),
    },
    unknownNames,
    sources: [...state.sources.values()],
    addedCode: await codeOfBranch(
      workspace,
      state.pushed.flatMap((round) => round.addedCode ?? []),
    ),
    jobUrl: job.url,
  });
  return `${MANAGED_SECTION.begin}\n${body.trim()}\n${MANAGED_SECTION.end}`;
}

/** Leaves out what a later round has undone: the file is the base's again. */
async function changesOfBranch(workspace: Workspace, changes: readonly PushedChange[]): Promise<PushedChange[]> {
  const { branch } = workspace;
  if (branch === undefined) return [...changes];
  const kept = changes.map(async (change) => {
    if (change.from !== undefined) return [change];
    const [[before], [now]] = await Promise.all([
      branch.files.readMany([change.path]),
      workspace.readMany([change.path]),
    ]);
    return before?.text === now?.text ? [] : [change];
  });
  return (await Promise.all(kept)).flat();
}

/** The code that rounds have added and that its page still has, each piece once, by its newest place. */
async function codeOfBranch(workspace: Workspace, added: readonly AddedCode[]): Promise<AddedCode[]> {
  const files = await workspace.readMany([...new Set(added.map(({ path }) => path))]);
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const kept = added.filter(({ path, code }) => texts.get(path)?.includes(code));
  return [...new Map(kept.map((piece) => [`${piece.path}\n${piece.code}`, piece])).values()];
}
