import { isPageFile } from "@docsteward/contract/docs-files";
import type { CheckReport } from "@docsteward/docs/checks/check-site";
import { readAtxHeading } from "@docsteward/text/markdown/scanner";
import type { PushedChange, SourceRead } from "../journal.ts";
import { plural } from "../tools/plural.ts";
import type { AddedCode } from "../workspace/file-rules.ts";
import { OWN_CODE } from "../workspace/job-sources.ts";
import type { UnknownName } from "../workspace/unknown-names.ts";
import { findNewSecrets } from "./leak-checks.ts";

type PullRequestBody = {
  summary: string;
  /** The changes of code that it follows. */
  follows?: readonly string[];
  /** Summaries of earlier rounds, oldest first. */
  earlier: readonly string[];
  /** What the people asked for, as `quotePrompts` writes it. */
  prompts: string;
  changes: readonly PushedChange[];
  /** Files that several rounds changed: what their lines add up to is not what the pull request changes. */
  changedAgain?: ReadonlySet<string>;
  checks: {
    /** The base that the branch was compared with, as people name it. */
    base: string;
    counts: CheckReport["counts"];
    /** What the checks find and the base does not have, a line each. */
    problems: readonly string[];
  };
  /** Names in code that no page had before. */
  unknownNames: readonly UnknownName[];
  /** What the job found of the sources that it looked into. */
  sources: readonly SourceRead[];
  /** Code that the job's pages gained. */
  addedCode: readonly AddedCode[];
  jobUrl: string;
};

const VERBS = { added: "Added", modified: "Changed", deleted: "Deleted", renamed: "Moved" } as const;
const MAX_FILES = 50;
/** A longer list is folded. */
const MAX_OPEN_FILES = 12;
const MAX_PROMPTS = 8;
const MAX_PROMPT = 2_000;
const MAX_EARLIER = 5;
const MAX_PROBLEMS = 50;
const MAX_NAMES = 20;
const MAX_CODE_PIECES = 20;
const MAX_CODE = 400;

/** Writes the description of a pull request: the agent's summary, then the facts a reviewer looks for. Markdown. */
export function writePullRequestBody(body: PullRequestBody): string {
  return [
    withoutTitle(body.summary.trim()),
    (body.follows ?? []).join("\n"),
    changedPages(body),
    section("Checks", checksText(body.checks)),
    sourcesText(body.sources),
    section("Not found elsewhere", namesText(body.unknownNames, body.sources)),
    section("Code added to pages", codeList(body.addedCode)),
    earlierSummaries(body.earlier),
    body.prompts,
    `Made by a [Docsteward job](${body.jobUrl}).`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** A heading that only says that this is the summary: it is below one, or at the top. */
function withoutTitle(summary: string): string {
  const end = summary.indexOf("\n");
  const heading = end < 0 ? null : readAtxHeading(summary.slice(0, end));
  return heading && /^(?:summary|description|overview|changes|what changed)$/i.test(heading.text)
    ? summary.slice(end).trim()
    : summary;
}

function changedPages({ changes, changedAgain, jobUrl }: PullRequestBody): string {
  const lines = changes.slice(0, MAX_FILES).map((change) => {
    const path = change.status === "deleted" ? codeSpan(change.path) : linkToPreview(change.path, jobUrl);
    const name = change.from ? `${codeSpan(change.from)} to ${path}` : path;
    const hasNoLines = change.additions + change.deletions === 0 || changedAgain?.has(change.path);
    const lines = hasNoLines ? "" : ` (+${change.additions} −${change.deletions})`;
    return `${VERBS[change.status]} ${name}${lines}`;
  });
  const rest = changes.length - lines.length;
  const list = bullets(rest > 0 ? [...lines, `and ${rest} more`] : lines);
  return changes.length > MAX_OPEN_FILES
    ? folded(`Changed files (${changes.length})`, list)
    : section("Changed files", list);
}

/** The job's page shows each changed page as its readers will see it. */
function linkToPreview(path: string, jobUrl: string): string {
  if (!isPageFile(path)) return codeSpan(path);
  const page = encodeURIComponent(path).replace(/[()]/g, (sign) => (sign === "(" ? "%28" : "%29"));
  return `[${codeSpan(path)}](${jobUrl}?tab=preview&page=${page})`;
}

function checksText({ base, counts, problems }: PullRequestBody["checks"]): string {
  const unknown = counts.unknownLinks > 0 ? ` (${counts.unknownLinks} of them known only to the build)` : "";
  const looked = `${plural(counts.pages, "page")} parsed, ${plural(counts.links, "link")} checked${unknown}`;
  const found = `Compared with ${base}: ${looked}, ${plural(problems.length, "new finding")}`;
  if (problems.length === 0) return `${found}.`;
  const rest = problems.length - MAX_PROBLEMS;
  const lines = problems.slice(0, MAX_PROBLEMS);
  return `${found}:\n\n${bullets(rest > 0 ? [...lines, `and ${rest} more`] : lines)}`;
}

/** Names sources as the project does: their addresses may be nothing for the readers of a public pull request. */
function sourcesText(all: readonly SourceRead[]): string {
  // The base is named already.
  const sources = all.filter(({ name }) => name !== OWN_CODE);
  if (sources.length === 0) return "";
  const parts = sources.map((read) =>
    "commit" in read
      ? `${codeSpan(`@${read.name}`)} at ${read.commit.slice(0, 12)} (${codeSpan(read.ref)})`
      : `${codeSpan(`@${read.name}`)} could not be read`,
  );
  return `Sources: ${parts.join(", ")}.`;
}

function namesText(names: readonly UnknownName[], sources: readonly SourceRead[]): string {
  if (names.length === 0) return "";
  const lines = names
    .slice(0, MAX_NAMES)
    .map(({ name, value, path, line }) =>
      value === undefined
        ? `${codeSpan(name)} in ${codeSpan(path)}, line ${line}`
        : `${codeSpan(value)} as the default of ${codeSpan(name)} in ${codeSpan(path)}, line ${line}`,
    );
  const rest = names.length - lines.length;
  const read = sources
    .filter((source) => "commit" in source)
    .map(({ name }) => (name === OWN_CODE ? "no code beside it" : `nothing in ${codeSpan(`@${name}`)}`));
  const places = ["No page of the base", ...read, "no prompt"];
  const intro = `${places.slice(0, -1).join(", ")} and ${places.at(-1)} names these. Compare them with the product.`;
  return `${intro}\n\n${bullets(rest > 0 ? [...lines, `and ${rest} more`] : lines)}`;
}

const section = (title: string, text: string) => (text === "" ? "" : `### ${title}\n\n${text}`);
const bullets = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join("\n");
const folded = (title: string, text: string) =>
  text === "" ? "" : `<details>\n<summary>${title}</summary>\n\n${text}\n\n</details>`;

/** Tags and comments that would end a folded part, or hide what follows it. */
const FOLD_MARKS = /<(?=\/?(?:details|summary)\b|!--)/gi;
const withoutFoldMarks = (text: string) => text.replace(FOLD_MARKS, "&lt;");

function earlierSummaries(summaries: readonly string[]): string {
  const shown = summaries.slice(-MAX_EARLIER).map((text) => quote(text));
  return folded(shown.length === 1 ? "Earlier summary" : "Earlier summaries", shown.join("\n\n"));
}

/** Each piece with its place, in a fence longer than any row of backticks in it. */
function codeList(pieces: readonly AddedCode[]): string {
  const shown = pieces.slice(0, MAX_CODE_PIECES).map(({ path, line, code }) => {
    const text = code.length > MAX_CODE ? `${code.slice(0, MAX_CODE)}…` : code;
    const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
    const fence = "`".repeat(longest + 1);
    return `${codeSpan(path)}, line ${line}:\n\n${fence}\n${text}\n${fence}`;
  });
  const rest = pieces.length - shown.length;
  return [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join("\n\n");
}

/** A name as code, which no backtick in it ends. */
const codeSpan = (text: string) => (text.includes("`") ? `\`\` ${text.replace(/`+/g, "`")} \`\`` : `\`${text}\``);

/**
 * What the people asked for, oldest first, folded. A prompt that holds a secret is left out: more people read a pull request than
 * a job.
 */
export async function quotePrompts(prompts: readonly string[]): Promise<string> {
  const shown = prompts.length > MAX_PROMPTS ? [...prompts.slice(0, 1), ...prompts.slice(1 - MAX_PROMPTS)] : prompts;
  const quotes = shown.map(async (prompt) => {
    const [secret] = await findNewSecrets([], prompt);
    return quote(secret ? `(Prompt removed: it contains what looks like ${secret.name}.)` : prompt);
  });
  return folded(prompts.length > 1 ? "Prompts" : "Prompt", (await Promise.all(quotes)).join("\n\n"));
}

function quote(whole: string): string {
  const text = whole.length > MAX_PROMPT ? `${whole.slice(0, MAX_PROMPT)}…` : whole;
  return withoutFoldMarks(text)
    .trim()
    .split(/\r?\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

/**
 * Adds up what several rounds did to files, a line a file, by path. Lines count as often as they were changed.
 *
 * A file that one round added and a later one changed was added; one that was added and deleted again is left out.
 */
export function mergeChanges(changes: readonly PushedChange[]): PushedChange[] {
  const byPath = new Map<string, PushedChange>();
  for (const change of changes) {
    const earlier = byPath.get(change.from ?? change.path);
    byPath.delete(change.from ?? change.path);
    if (earlier?.status === "added" && change.status === "deleted") continue;
    byPath.set(change.path, earlier ? combine(earlier, change) : change);
  }
  return [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The files that more than one round changed, by the names that they have now. */
export function changedByRounds(rounds: readonly { changes: readonly PushedChange[] }[]): Set<string> {
  const seen = new Set<string>();
  const again = new Set<string>();
  for (const { path, from = path } of rounds.flatMap(({ changes }) => changes)) {
    if (seen.has(from)) again.add(path);
    if (again.delete(from)) again.add(path);
    seen.add(path);
  }
  return again;
}

function combine(earlier: PushedChange, later: PushedChange): PushedChange {
  const from = earlier.from ?? later.from;
  return {
    path: later.path,
    ...(from !== undefined && earlier.status !== "added" ? { from } : {}),
    status: earlier.status === "added" ? "added" : later.status === "modified" ? earlier.status : later.status,
    additions: earlier.additions + later.additions,
    deletions: earlier.deletions + later.deletions,
  };
}
