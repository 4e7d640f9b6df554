import type { PushedChange } from "../journal.ts";

export type PullRequestBody = {
  summary: string;
  /** What the people asked for, oldest first. */
  prompts: readonly string[];
  changes: readonly PushedChange[];
  /** What the checks still find, a line each. */
  problems: readonly string[];
  /** Lines that run as code, added by the job. */
  codeLines: readonly { path: string; line: string }[];
  jobUrl: string;
};

const VERBS = { added: "Added", modified: "Changed", deleted: "Deleted", renamed: "Moved" } as const;
const MAX_FILES = 50;
const MAX_PROMPT = 2_000;

/** Writes the description of a pull request: the agent's summary, then the facts a reviewer looks for. Markdown. */
export function writePullRequestBody(body: PullRequestBody): string {
  return [
    body.summary.trim(),
    section("Changed pages", changedPages(body.changes)),
    section(
      "Checks",
      body.problems.length === 0 ? "No broken page, link or navigation entry found." : bullets(body.problems),
    ),
    section(
      "Code added to pages (please look closely)",
      bullets(body.codeLines.map(({ path, line }) => `\`${path}\`: ${inlineCode(line)}`)),
    ),
    section(body.prompts.length > 1 ? "Prompts" : "Prompt", body.prompts.map(quote).join("\n\n")),
    `---\nMade by a [Docsteward job](${body.jobUrl}).`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function changedPages(changes: readonly PushedChange[]): string {
  const lines = changes.slice(0, MAX_FILES).map((change) => {
    const name = change.from ? `\`${change.from}\` to \`${change.path}\`` : `\`${change.path}\``;
    return `${VERBS[change.status]} ${name} (+${change.additions} −${change.deletions})`;
  });
  const rest = changes.length - lines.length;
  return bullets(rest > 0 ? [...lines, `and ${rest} more`] : lines);
}

const section = (title: string, text: string) => (text === "" ? "" : `### ${title}\n\n${text}`);
const bullets = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join("\n");
const inlineCode = (line: string) => `\`\` ${line.replace(/`{2,}/g, "`")} \`\``;

function quote(prompt: string): string {
  const text = prompt.length > MAX_PROMPT ? `${prompt.slice(0, MAX_PROMPT)}…` : prompt;
  return text
    .trim()
    .split(/\r?\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}
