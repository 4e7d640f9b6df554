import { GitError, type GitErrorCode } from "../error.ts";

type Refusal = { pattern: RegExp; code: GitErrorCode; toMessage: (branch: string, found: RegExpMatchArray) => string };

/** What the other end prints when it takes no push. The first that matches names the reason. */
const REFUSALS: readonly Refusal[] = [
  {
    pattern: /currently checked out|refusing to update checked out branch/,
    code: "push_refused",
    toMessage: (branch) =>
      `The branch ${branch} is checked out in somebody's working tree, so nobody else may move it. Switch to another branch there and try again.`,
  },
  {
    pattern: /'refs\/heads\/([^']+)' exists; cannot create/,
    code: "push_refused",
    toMessage: (branch, [, other]) =>
      `The branch ${other} is in the way: git cannot keep ${branch} beside it. Rename ${other} or delete it, and try again.`,
  },
  {
    pattern: /must have (?:a )?verified signatures?|unsigned commits?/i,
    code: "unverified_commit",
    toMessage: (branch) =>
      `The repository takes signed commits alone, and refused the push to ${branch}. Allow Docsteward to push without, or lift that rule.`,
  },
  {
    pattern: /protected branch|GH006|GH013|cannot (?:create|update) this protected ref|rule violations/i,
    code: "branch_protected",
    toMessage: (branch) => `The branch ${branch} is protected. Allow Docsteward to push to it, or lift the protection.`,
  },
  {
    pattern: /repository was archived/i,
    code: "repository_archived",
    toMessage: () => "The repository is archived and takes no pushes any more.",
  },
  {
    pattern: /Permission denied|insufficient permission|unable to create directory|Read-only file system/,
    code: "access_denied",
    toMessage: () => "The repository may not be written by this service. Check the permissions of its files.",
  },
  {
    pattern: /\.lock': File exists/,
    code: "push_refused",
    toMessage: (branch) =>
      `Another git process holds the branch ${branch}, or one that crashed has left its lock in the repository. Try again, and remove the lock if it stays.`,
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
    `The repository refused the push to ${branch}. Check who may push there, and its hooks.`,
    { cause },
  );
}
