import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { StringDecoder } from "node:string_decoder";
import { isPageFile } from "@docsteward/contract/docs-files";
import { SUMMARY } from "@docsteward/docs/navigation/read-parts";
import { refusePath } from "@docsteward/git/rules/path-rules";
import { runGit } from "@docsteward/git/run/run-git";
import { z } from "zod";
import type { FoundRepository } from "../check/find-repository.ts";
import { UsageError } from "../options.ts";

/** A change that a person made to pages, as a task for the agent. */
export type BenchTask = {
  commit: string;
  parent: string;
  /** The commit's message, or the text of the issue that it names. */
  prompt: string;
  /** The pages that the person changed, and those that are new. */
  changed: string[];
  added: string[];
};

type MineInput = {
  repository: FoundRepository;
  /** A branch, tag or commit whose history is read. */
  ref: string;
  docsPath: string;
  count: number;
  issues: ReadonlyMap<number, string>;
};

const MAX_COMMITS = 20_000;
/** Characters of one commit with its files. One that has more changed far too many to be a task. */
const MAX_ENTRY = 1024 * 1024;
const MAX_PAGES = 5;
const MIN_WORDS = 4;
const MAX_PROMPT = 4_000;
const KEY = randomBytes(12).toString("hex");
/** Between commits, and around the parts of one. No author of a message can know them, so no message passes for a commit. */
const [COMMIT, PART] = [`\u0001${KEY}`, `\u0002${KEY}`];

/**
 * Finds the newest commits that changed one to five pages and nothing else, with a message that says what was to be done. The same
 * history gives the same tasks.
 */
export async function mineTasks({ repository, ref, docsPath, count, issues }: MineInput): Promise<BenchTask[]> {
  const format = `${COMMIT}%H${PART}%P${PART}%B${PART}`;
  const args = ["log", "--no-merges", "--no-renames", "--name-status", "-z", `--format=${format}`, `-n${MAX_COMMITS}`];
  const prompts = new Set<string>();
  const tasks: BenchTask[] = [];
  const take = (entry: string) => {
    const task = toTask(entry, docsPath, issues);
    if (task === null || prompts.has(task.prompt) || tasks.length === count) return;
    prompts.add(task.prompt);
    tasks.push(task);
  };
  const decoder = new StringDecoder("utf8");
  let pending = "";
  await runGit({
    gitDir: repository.gitDir,
    args: [...args, "--end-of-options", ref, "--"],
    overflow: "cut",
    timeoutMs: 300_000,
    // The newest commits are often enough, and listing the files of all takes minutes.
    onOutput(chunk) {
      const entries = (pending + decoder.write(chunk)).split(COMMIT);
      pending = entries.pop() ?? "";
      entries.forEach(take);
      // The end may be half of the next commit's beginning.
      if (pending.length > MAX_ENTRY) pending = pending.slice(-COMMIT.length);
      return tasks.length === count ? "stop" : undefined;
    },
  });
  take(pending);
  return tasks;
}

function toTask(entry: string, docsPath: string, issues: ReadonlyMap<number, string>): BenchTask | null {
  const [commit = "", parents = "", message = "", files = ""] = entry.split(PART);
  const parent = parents.trim();
  if (parent === "" || parent.includes(" ")) return null;
  const fields = files
    .split("\0")
    .map((field) => field.trim())
    .filter(Boolean);
  const [changed, added]: [string[], string[]] = [[], []];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [status = "", path = ""] = fields.slice(at, at + 2);
    if (!isTaskPage(path, docsPath)) return null;
    (status === "A" ? added : changed).push(path);
  }
  const pages = changed.length + added.length;
  const prompt = issueOf(message, issues) ?? cleanMessage(message);
  if (pages < 1 || pages > MAX_PAGES || prompt === null) return null;
  return { commit, parent, prompt, changed, added };
}

const NO_PAGE = /(^|\/)(changelog|changes|license|code_of_conduct|security)(\.[a-z]+)?$/i;

function isTaskPage(path: string, docsPath: string): boolean {
  // What the agent may not edit, such as a template for pull requests, is no task for it.
  const isOpen = refusePath(path, { docsPath }) === null;
  return isOpen && isPageFile(path) && !SUMMARY.test(path) && !NO_PAGE.test(path);
}

const NUMBER = /#(\d{1,9})/g;

function issueOf(message: string, issues: ReadonlyMap<number, string>): string | null {
  for (const [, number] of message.matchAll(NUMBER)) {
    const text = issues.get(Number(number));
    if (text !== undefined) return text.slice(0, MAX_PROMPT);
  }
  return null;
}

const TRAILER = /^[a-z-]{1,30}-by:/i;
const NO_REQUEST =
  /^(merge|revert|bump|release|publish|version|v?\d+\.\d|chore\(release|update changelog|initial commit)/i;

/** The message without the names of people and numbers of pull requests; null for one that asks for nothing. */
function cleanMessage(message: string): string | null {
  const lines = message.split("\n").filter((line) => !TRAILER.test(line.trim()));
  const text = lines
    .join("\n")
    .replace(/\(#\d{1,9}\)/g, "")
    .trim()
    .slice(0, MAX_PROMPT);
  const subject = text.split("\n", 1)[0] ?? "";
  const words = subject.match(/\p{L}{2,}/gu) ?? [];
  return words.length < MIN_WORDS || NO_REQUEST.test(subject) ? null : text;
}

const Issue = z.object({ number: z.int().positive(), text: z.string().min(1) });

/** Reads the texts of issues: a JSON object a line. @throws UsageError naming the line that is wrong */
export async function readIssues(path: string): Promise<Map<number, string>> {
  const text = await readFile(path, "utf8").catch(() => {
    throw new UsageError(`File ${path} not found.`);
  });
  const issues = new Map<number, string>();
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const parsed = Issue.safeParse(parseJson(line));
    if (!parsed.success) {
      throw new UsageError(
        `${path}: line ${index + 1} isn't an issue. Write {"number": 12, "text": "…"} on each line.`,
      );
    }
    issues.set(parsed.data.number, parsed.data.text);
  }
  return issues;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller says which line it was.
    return undefined;
  }
}
