import { listChanges } from "../files/list-changes.ts";
import type { FileChange } from "../workspace.ts";
import { findMergeBase, openLocalRepository } from "./open-local.ts";

export type ComparedCommit = { sha: string; subject: string; author: string; at: string };

export type Comparison = {
  files: FileChange[];
  /** Newest first, at most 250. */
  commits: ComparedCommit[];
};

const MAX_COMMITS = 250;

/**
 * What a pull request brings: the difference from where its branch left the base (three dots), and its commits.
 *
 * @param input.base the base's branch while the pull request is open; the commit it began from once it has ended
 * @returns null when a commit is no longer in the repository
 */
export async function readComparison(input: {
  repository: string;
  base: string;
  headSha: string;
}): Promise<Comparison | null> {
  const repository = await openLocalRepository(input.repository);
  const mergeBase = await findMergeBase(repository, input.base, input.headSha);
  if (mergeBase === null) return null;
  const [files, log] = await Promise.all([
    listChanges(repository, mergeBase, input.headSha),
    repository.git({
      args: [
        "log",
        "-z",
        "--no-show-signature",
        `--max-count=${MAX_COMMITS}`,
        "--format=%H%x09%aI%x09%an%x09%s",
        `${mergeBase}..${input.headSha}`,
      ],
    }),
  ]);
  return {
    files: files.map(({ mode: _, ...file }) => file),
    commits: log.stdout.toString("utf8").split("\0").filter(Boolean).map(toCommit),
  };
}

function toCommit(line: string): ComparedCommit {
  const [sha = "", at = "", author = "", ...subject] = line.split("\t");
  return { sha, at, author, subject: subject.join("\t") };
}
