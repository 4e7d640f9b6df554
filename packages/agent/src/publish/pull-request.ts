import type { CheckResult } from "@docsteward/docs/checks/check-site";
import { type CommitSha, MANAGED_SECTION } from "@docsteward/git/host";
import type { FileChange, Snapshot } from "@docsteward/git/workspace";
import { cutPieces, HTML_COMMENT } from "@docsteward/text/markdown/scanner";
import type { RoundResult } from "../journal.ts";
import type { AgentPorts } from "../ports.ts";
import type { AddedCode } from "../workspace/file-rules.ts";
import { stripForeignLinks } from "./leak-checks.ts";
import { mergeChanges, quotePrompts, writePullRequestBody } from "./pull-request-body.ts";
import type { FinishedRound } from "./push-round.ts";

type PushedRoundDetails = FinishedRound & {
  headSha: CommitSha;
  treeSha: string | null;
  changes: FileChange[];
  problems: CheckResult;
  addedCode: readonly AddedCode[];
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

async function describe({ job, state, problems, addedCode, workspace }: PushedRoundDetails): Promise<string> {
  const strip = (text: string) => stripForeignLinks(text, { workspace, own: [job.url, job.source.repository] });
  const body = writePullRequestBody({
    summary: state.pushed.map(({ summary }) => summary).join("\n\n"),
    prompts: await strip(await quotePrompts(state.prompts)),
    changes: mergeChanges(state.pushed.flatMap((round) => round.changes)),
    problems: await Promise.all(
      [...problems.errors, ...problems.warnings].map(({ path, line, message }) =>
        strip(`\`${path}\` line ${line}: ${message}`),
      ),
    ),
    addedCode,
    jobUrl: job.url,
  });
  return `${MANAGED_SECTION.begin}\n${body.trim()}\n${MANAGED_SECTION.end}`;
}

const FOLDERS = [".github", "", "docs"];
const MAX_CHARACTERS = 20_000;

/** The template that a repository has for the descriptions of its pull requests; null when it has none. */
async function findTemplate(files: Snapshot): Promise<string | null> {
  const all = await files.assets();
  const byName = new Map([...all].flatMap((path) => (isTemplate(path) ? [[path.toLowerCase(), path]] : [])));
  for (const folder of FOLDERS) {
    const found = byName.get(folder === "" ? NAME : `${folder}/${NAME}`);
    const text = found === undefined ? undefined : (await files.readMany([found]))[0]?.text.trim();
    if (text) return text.slice(0, MAX_CHARACTERS);
  }
  return null;
}

const NAME = "pull_request_template.md";
const isTemplate = (path: string) => path.length <= NAME.length + 8 && path.toLowerCase().endsWith(NAME);

const HEADING = /^#{1,6}\s/;
const FOR_WORDS = /\b(summary|description|overview|what|changes?|about|details|why|purpose|motivation)\b/i;

/**
 * Puts the words of a job where a repository's template asks for them: below the first heading that does, in the place of the
 * hint that stands there; else above the template. Everything else is left for people, its boxes unticked.
 *
 * @param own the job's part, with its marks
 */
export function fillTemplate(template: string | null, own: string): string {
  if (template === null) return own;
  const lines = template.replaceAll("\r\n", "\n").split("\n");
  const at = lines.findIndex((line) => HEADING.test(line) && FOR_WORDS.test(line));
  if (at === -1) return `${own}\n\n${template}`;
  const rest = lines.slice(at + 1);
  const length = rest.findIndex((line) => HEADING.test(line));
  const section = rest.slice(0, length === -1 ? undefined : length).join("\n");
  const after = length === -1 ? [] : rest.slice(length);
  const left = cutPieces(section, [HTML_COMMENT]).trim();
  return [...lines.slice(0, at + 1), "", own, ...(left ? ["", left] : []), "", ...after].join("\n").trimEnd();
}
