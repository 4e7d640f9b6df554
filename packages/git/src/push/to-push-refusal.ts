import { GitError, type GitErrorCode } from "../error.ts";

type Refusal = { pattern: RegExp; code: GitErrorCode; toMessage: (branch: string, found: RegExpMatchArray) => string };

/** What the other end prints when it takes no push. The first that matches names the reason. */
const REFUSALS: readonly Refusal[] = [
  {
    pattern: /currently checked out|refusing to update checked out branch/,
    code: "push_refused",
    toMessage: (branch) =>
      `The branch ${branch} is checked out in a working tree, so it can't be updated. Switch to another branch there and try again.`,
  },
  {
    pattern: /'refs\/heads\/([^']+)' exists; cannot create/,
    code: "push_refused",
    toMessage: (branch, [, other]) =>
      `The branch ${branch} can't exist together with ${other}. Rename or delete ${other}, then try again.`,
  },
  {
    pattern: /must have (?:a )?verified signatures?|unsigned commits?/i,
    code: "unverified_commit",
    toMessage: (branch) =>
      `The repository requires signed commits and refused the push to ${branch}. Allow Docsteward to push unsigned commits, or remove that rule.`,
  },
  {
    pattern: /protected branch|GH006|GH013|cannot (?:create|update) this protected ref|rule violations/i,
    code: "branch_protected",
    toMessage: (branch) =>
      `The branch ${branch} is protected. Allow Docsteward to push to it, or remove the protection.`,
  },
  {
    pattern: /repository was archived/i,
    code: "repository_archived",
    toMessage: () =>
      "The repository is archived and read-only. Unarchive it, or choose another repository for the project.",
  },
  {
    pattern: /Permission denied|insufficient permission|unable to create directory|Read-only file system/,
    code: "access_denied",
    toMessage: () => "The service can't write to the repository. Check its file permissions.",
  },
  {
    pattern: /\.lock': File exists/,
    code: "push_refused",
    toMessage: (branch) =>
      `The branch ${branch} is locked by another git process, or by a lock file that a crashed process left. Try again, and remove the lock file if it remains.`,
  },
  {
    pattern: /hook declined/,
    code: "push_refused",
    toMessage: (branch) => `A hook of the repository refused the push to ${branch}.`,
  },
];

/** Turns what the other end said about a push into a sentence. @param said what git printed, in the C locale */
export function toPushRefusal(branch: string, said: string, cause: unknown): GitError {
  for (const { pattern, code, toMessage } of REFUSALS) {
    const found = said.match(pattern);
    if (found) return new GitError(code, toMessage(branch, found), { cause });
  }
  return new GitError(
    "push_refused",
    `The repository refused the push to ${branch}. Check its push permissions and hooks.`,
    { cause },
  );
}
