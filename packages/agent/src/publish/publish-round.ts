import type { CheckReport } from "@docsteward/docs/checks/check-site";
import { SLOW_PAGE } from "@docsteward/docs/checks/finding";
import type { FileChange, Workspace } from "@docsteward/git/workspace";
import type { RoundResult } from "../journal.ts";
import { type AgentPorts, type EqualPullRequest, JobFailure } from "../ports.ts";
import { titleFromPrompt } from "../start-round.ts";
import type { Finish } from "../tools/finish-input.ts";
import { checkChanges, isQuestion } from "../workspace/check-changes.ts";
import { type AddedCode, reviewChanges } from "../workspace/file-rules.ts";
import { findUnknownNames } from "../workspace/unknown-names.ts";
import { findNewSecrets, stripForeignLinks } from "./leak-checks.ts";
import { upsertPullRequest } from "./pull-request.ts";
import { commitRound, type FinishedRound, nameBranch, pushRound } from "./push-round.ts";

/**
 * Ends a round: commits what was changed, pushes it to the job's branch, opens its pull request or moves the open one.
 *
 * Each step may have run before, when a worker was lost: the commit comes out the same, pushing the same commit changes
 * nothing, and the host opens no second pull request for a branch.
 */
export async function publishRound(publication: FinishedRound, ports: AgentPorts): Promise<RoundResult> {
  const { round, workspace, job } = publication;
  const strip = (text: string) => stripForeignLinks(text, { workspace, own: [job.url, job.source.repository] });
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
  const problems = await reportChecks(publication.workspace, ports);
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
async function reportChecks(workspace: Workspace, ports: AgentPorts): Promise<CheckReport> {
  const result = await checkChanges(workspace, ports);
  const { errors } = result;
  const warnings = result.warnings.filter((finding) => !isQuestion(finding));
  const problems = [...errors, ...warnings].map(({ path, line, message }) => ({ path, line, message }));
  await ports.record({
    events: [{ type: "checks.finished", data: { errors: errors.length, warnings: warnings.length, problems } }],
  });
  return result;
}
