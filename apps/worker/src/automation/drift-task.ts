import { fileURLToPath } from "node:url";
import { type DriftReport, findFalsePages } from "@docsteward/drift/find-false-pages";
import type { GivenPage } from "@docsteward/drift/repository/corpus";
import type { RepositoryBounds } from "@docsteward/git/rules/repository-bounds";
import type { GitOutput, GitRun } from "@docsteward/git/run/run-git";
import type { TaskContext } from "@docsteward/platform/bounded/task-process";

/** Runs in a process with bounds: what a source contains is parsed nowhere else. See `findChange`. */
export const FIND_DRIFT = { module: fileURLToPath(import.meta.url), name: "findDriftTask" };

/** Input of the task: commits as full ids, and the pages of the docs. */
export type DriftTask = { base: string; head: string; pages: GivenPage[]; bounds: RepositoryBounds };
/** A call of git in the source, which the calling process makes. */
export type GitQuestion = Pick<GitRun, "args" | "stdin" | "okCodes" | "maxBytes" | "overflow">;

/** Run by its name. @public */
export async function findDriftTask(
  { bounds, ...input }: DriftTask,
  { ask, startItem }: Pick<TaskContext, "ask" | "startItem">,
): Promise<DriftReport> {
  startItem("the change");
  const git = async ({ args, stdin, okCodes, maxBytes, overflow, onOutput }: GitRun): Promise<GitOutput> => {
    const question: GitQuestion = { args, stdin, okCodes, maxBytes, overflow };
    const answer = (await ask("git", question)) as GitOutput;
    const stdout = Buffer.from(answer.stdout);
    if (onOutput === undefined) return { ...answer, stdout };
    const isStopped = onOutput(stdout) === "stop";
    return { ...answer, stdout: Buffer.alloc(0), isCut: answer.isCut || isStopped };
  };
  return findFalsePages({ repository: { bounds, git }, ...input });
}
