import type { JobEventBody } from "@docsteward/contract/job-event";
import type { CheckReport } from "@docsteward/docs/checks/check-site";
import { SLOW_PAGE } from "@docsteward/docs/checks/finding";
import { type CommitSha, MANAGED_SECTION } from "@docsteward/git/host";
import type { FileChange, Workspace } from "@docsteward/git/workspace";
import type { JobPatch, JournalEntry, PushedChange, RoundResult } from "../journal.ts";
import { applyEntry, type JournalState } from "../journal-state.ts";
import { type AgentPorts, type EqualPullRequest, JobFailure } from "../ports.ts";
import { titleFromPrompt } from "../title-from-prompt.ts";
import type { Finish } from "../tools/finish-input.ts";
import { checkChanges, isQuestion } from "../workspace/check-changes.ts";
import { type AddedCode, reviewChanges } from "../workspace/file-rules.ts";
import { findUnknownNames, type UnknownName } from "../workspace/unknown-names.ts";
import { findNewSecrets } from "./leak-checks.ts";
import { changedByRounds, mergeChanges, quotePrompts, writePullRequestBody } from "./pull-request-body.ts";
import { fillTemplate, findTemplate } from "./pull-request-template.ts";
import { commitRound, type FinishedRound, nameBranch, pushRound, withoutForeignLinks } from "./push-round.ts";

/**
 * Ends a round: commits what was changed, pushes it to the job's branch, opens its pull request or moves the open one.
 *
 * Each step may have run before, when a worker was lost: the commit comes out the same, pushing the same commit changes
 * nothing, and the host opens no second pull request for a branch.
 */
export async function publishRound(publication: FinishedRound, ports: AgentPorts): Promise<RoundResult> {
  const { round, workspace, job } = publication;
  const strip = withoutForeignLinks(publication);
  const summary = await strip(publication.finish.summary);
  const reply = await strip(publication.finish.reply);
  const title = await strip(
    publication.finish.title || job.title || titleFromPrompt(publication.state.prompts.at(-1) ?? ""),
  );
  const changes = await workspace.changes();
  // A question about its pull request leaves a job its name.
  if (title !== job.title && (publication.state.lastResult === null || changes.length > 0)) {
    await ports.record({ patch: { title }, events: [{ type: "job.titled", data: { title } }] });
  }
  const ready = { ...publication, finish: { title, summary: summary || reply, reply } };
  const equal = changes.length === 0 ? null : await findEqual(ready, ports);
  const pullRequest =
    changes.length === 0
      ? await earlierPullRequest(publication, ports)
      : equal === null
        ? await publishChanges(ready, changes, ports)
        : null;
  const parts = [round.remark, reply || summary, equal && duplicateNote(equal)];
  return { pullRequest, messageToUser: parts.filter((part) => part !== null).join("\n\n") };
}

/** Another job's open pull request that brings the very same files, before anything of this one was pushed. */
async function findEqual(publication: FinishedRound, ports: AgentPorts): Promise<EqualPullRequest | null> {
  const { round, state } = publication;
  if (round.pullRequestNumber !== null || round.branchSha !== null || state.round?.push) return null;
  const { tree } = await commitRound(publication);
  return ports.findEqualPullRequest(tree);
}

function duplicateNote({ number, url }: EqualPullRequest): string {
  return `Pull request #${number} already contains this change, so no new one was opened: ${url}`;
}

/** A round without changes leaves the open pull request of earlier ones as the job's result. */
async function earlierPullRequest(
  { job, round }: FinishedRound,
  ports: AgentPorts,
): Promise<RoundResult["pullRequest"]> {
  if (round.pullRequestNumber === null) return null;
  const found = await ports.host.getPullRequest(job.source, round.pullRequestNumber);
  return found && { number: found.number, url: found.url };
}

async function publishChanges(
  publication: FinishedRound,
  changes: FileChange[],
  ports: AgentPorts,
): Promise<RoundResult["pullRequest"]> {
  await refuseSecrets(publication.finish);
  const addedCode = await requireAllowed(publication.workspace, changes);
  const problems = await reportChecks(publication, ports);
  refuseSlowPages(problems);
  const unknownNames = await findUnknownNames(publication.workspace, publication.state.prompts, publication.sources);
  const named = { ...publication, round: await nameBranch(publication, ports) };
  const pushed = await pushRound(named, { changes, addedCode }, ports);
  return upsertPullRequest({ ...named, ...pushed, problems, unknownNames }, ports);
}

/** Edits add up, and a journal may hold those of an older version: the whole difference is reviewed again. */
async function requireAllowed(workspace: Workspace, changes: FileChange[]): Promise<AddedCode[]> {
  const { refusal, addedCode } = await reviewChanges(workspace, changes);
  if (refusal !== null) throw new JobFailure("push_refused", `Nothing was pushed: ${refusal}`);
  return addedCode;
}

async function refuseSecrets({ title, summary }: Finish): Promise<void> {
  const [found] = await findNewSecrets([], `${title}\n${summary}`);
  if (found === undefined) return;
  throw new JobFailure(
    "push_refused",
    `Nothing was pushed: the title or summary contains what looks like ${found.name}. Send the request again without it.`,
  );
}

/** A page that no check could read is not left to the reviewer. */
function refuseSlowPages({ errors }: CheckReport): void {
  const [first] = errors.filter(({ rule }) => rule === SLOW_PAGE);
  if (first === undefined) return;
  throw new JobFailure("push_refused", `Nothing was pushed: ${first.path}: ${first.message}`);
}

/** The last check before the push. @returns what is still wrong, a line each, for the reviewer */
async function reportChecks({ workspace, state }: FinishedRound, ports: AgentPorts): Promise<CheckReport> {
  const result = await checkChanges(workspace, ports);
  const { errors } = result;
  const warnings = result.warnings.filter((finding) => !isQuestion(finding));
  const problems = [...errors, ...warnings].map(({ path, line, message }) => ({ path, line, message }));
  const data = { errors: errors.length, warnings: warnings.length, problems };
  await reportOnce(state, { type: "checks.finished", data }, { ports, patch: { openProblems: problems.length } });
  return result;
}

/** Gives an event of the round's end, unless a worker gave it that was lost afterwards. */
async function reportOnce(
  state: JournalState,
  event: JobEventBody,
  { ports, patch }: { ports: AgentPorts; patch?: JobPatch },
): Promise<void> {
  if (state.round?.reported.has(event.type)) return;
  const entry: JournalEntry = { kind: "reported", data: { event: event.type } };
  await ports.record({ entries: [entry], events: [event], patch });
  applyEntry(state, entry);
}

type PushedRoundDetails = FinishedRound & {
  headSha: CommitSha;
  treeSha: string | null;
  problems: CheckReport;
  unknownNames: readonly UnknownName[];
};

/** Moves the round's pull request to the new head, or opens one: as a draft when asked for, or when an error is left. */
async function upsertPullRequest(
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
    const data = { number, url, commit: headSha };
    await reportOnce(pushed.state, { type: "pull_request.updated", data }, { ports });
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
    ...(job.reviewers && { reviewers: job.reviewers }),
    ...(job.labels && { labels: job.labels }),
  });
  const data = { number, url, title: finish.title };
  await reportOnce(pushed.state, { type: "pull_request.opened", data }, { ports });
  return { number, url };
}

async function describe(pushed: PushedRoundDetails): Promise<string> {
  const { job, round, state, problems, unknownNames, workspace, finish } = pushed;
  const strip = withoutForeignLinks(pushed);
  const findings = [...problems.errors, ...problems.warnings].filter((finding) => !isQuestion(finding));
  const body = writePullRequestBody({
    summary: finish.summary,
    follows: job.follows ?? [],
    earlier: state.pushed.slice(0, -1).map(({ summary }) => summary),
    prompts: await strip(await quotePrompts(state.prompts)),
    changes: await changesOfBranch(workspace, mergeChanges(state.pushed.flatMap(({ changes }) => changes))),
    changedAgain: changedByRounds(state.pushed),
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
