import type { PushedChange } from "../journal.ts";
import type { AddedCode } from "../workspace/file-rules.ts";
import { findNewSecrets } from "./leak-checks.ts";

type PullRequestBody = {
  summary: string;
  /** What the people asked for, as `quotePrompts` writes it. */
  prompts: string;
  changes: readonly PushedChange[];
  /** What the checks still find, a line each. */
  problems: readonly string[];
  /** Code that the job's pages gained. */
  addedCode: readonly AddedCode[];
  jobUrl: string;
};

const VERBS = { added: "Added", modified: "Changed", deleted: "Deleted", renamed: "Moved" } as const;
const MAX_FILES = 50;
const MAX_PROMPT = 2_000;
const MAX_CODE_PIECES = 20;
const MAX_CODE = 400;

/** Writes the description of a pull request: the agent's summary, then the facts a reviewer looks for. Markdown. */
export function writePullRequestBody(body: PullRequestBody): string {
  return [
    body.summary.trim(),
    section("Changed pages", changedPages(body.changes)),
    section(
      "Checks",
      body.problems.length === 0 ? "No broken page, link or navigation entry found." : bullets(body.problems),
    ),
    section("Code added to pages", codeList(body.addedCode)),
    body.prompts,
    `---\nMade by a [Docsteward job](${body.jobUrl}).`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function changedPages(changes: readonly PushedChange[]): string {
  const lines = changes.slice(0, MAX_FILES).map((change) => {
    const name = change.from ? `${codeSpan(change.from)} to ${codeSpan(change.path)}` : codeSpan(change.path);
    return `${VERBS[change.status]} ${name} (+${change.additions} −${change.deletions})`;
  });
  const rest = changes.length - lines.length;
  return bullets(rest > 0 ? [...lines, `and ${rest} more`] : lines);
}

const section = (title: string, text: string) => (text === "" ? "" : `### ${title}\n\n${text}`);
const bullets = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join("\n");

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

/** What the people asked for, oldest first. A prompt that holds a secret is left out: more people read a pull request than a job. */
export async function quotePrompts(prompts: readonly string[]): Promise<string> {
  const quotes = prompts.map(async (prompt) => {
    const [secret] = await findNewSecrets([], prompt);
    return quote(secret ? `(Prompt removed: it contains what looks like ${secret.name}.)` : prompt);
  });
  return section(prompts.length > 1 ? "Prompts" : "Prompt", (await Promise.all(quotes)).join("\n\n"));
}

function quote(prompt: string): string {
  const text = prompt.length > MAX_PROMPT ? `${prompt.slice(0, MAX_PROMPT)}…` : prompt;
  return text
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
