import { GitError, type GitErrorCode } from "../error.ts";

type Failure = { pattern: Pick<RegExp, "test">; code: GitErrorCode; message: string };

const NOT_FOUND = {
  code: "repository_not_found",
  message: "The repository was not found. Check the project's repository.",
} as const;

/** What git prints (in the C locale) when the other end is the reason. The first that matches names the failure. */
const REMOTE_FAILURES: readonly Failure[] = [
  {
    pattern: /corruption on the remote side|stored in \.\/objects\/\S+\) is corrupt/,
    code: "repository_damaged",
    message: "The repository is damaged: git can't read some of its objects. Run git fsck in it and repair it.",
  },
  {
    pattern: /upload-pack: not our ref/,
    code: "ref_not_found",
    message:
      "The repository no longer has a commit or file that the job needs: its history was rewritten, or it is damaged. Send the job again. If that fails, run git fsck in the repository.",
  },
  {
    pattern: /fsck error|^error: object [0-9a-f]+: |contains '\.git'|unable to fsck/m,
    code: "repository_hostile",
    message: "The repository contains an object that fails git's checks. Repair its history and try again.",
  },
  {
    pattern: /couldn't find remote ref/,
    code: "ref_not_found",
    message: "The branch doesn't exist in the repository. Check the project's base ref.",
  },
  {
    pattern: /repository was archived/i,
    code: "repository_archived",
    message: "The repository is archived and read-only. Unarchive it, or choose another repository for the project.",
  },
  {
    pattern: /SAML SSO|SAML single sign-on/i,
    code: "sso_required",
    message:
      "The repository's organization requires SAML single sign-on. One of its owners must authorize the GitHub App.",
  },
  {
    pattern: /Write access to repository not granted|Permission to \S+ denied to /i,
    code: "permission_missing",
    message:
      "The GitHub App can't write to the repository. Its owner can accept the requested permissions in the installation's settings.",
  },
  {
    pattern: /unable to update url base from redirection|returned error: 30[178]/i,
    code: "repository_renamed",
    message: "The repository has moved. Update the project's repository, then start the job again.",
  },
  {
    pattern:
      /dubious ownership|Permission denied|Authentication failed|could not read Username|returned error: 40[13]/i,
    code: "access_denied",
    message: "The service can't read or write the repository. Check its permissions and Docsteward's access.",
  },
  { pattern: /does not appear to be a git repository|Repository not found|returned error: 404/i, ...NOT_FOUND },
  {
    pattern: { test: (said) => /repository '/i.test(said) && /' (?:does )?not (?:exist|found)/i.test(said) },
    ...NOT_FOUND,
  },
  {
    pattern: /No space left on device|Disk quota exceeded/,
    code: "unavailable",
    message: "The server's disk is full. Free up space and try again.",
  },
  {
    pattern:
      /Could not resolve host|Failed to connect|Empty reply from server|RPC failed|Recv failure|HTTP\/2 stream|Connection (?:refused|timed out|reset)|returned error: (?:429|5\d\d)|early EOF|unexpected disconnect|hung up unexpectedly|transfer closed|Operation too slow/i,
    code: "unavailable",
    message: "The repository is unreachable. Try again later.",
  },
];

/**
 * Names a failed git call. Failures of a call without a remote are all `git_failed`: they are ours, or the cache is broken.
 *
 * @returns an error whose sentence holds no path and nothing git printed; that is in `cause`
 */
export function toGitError(
  run: { args: readonly string[]; gitDir?: string; remote?: unknown },
  ended: { code: number; stderr: string },
): GitError {
  const verb = run.args[0] ?? "git";
  const cause = new Error(`git ${verb} ended with ${ended.code}: ${ended.stderr.trim()}`);
  // The other end never speaks of the cache: where it is named, it is what failed.
  const isOurs = run.gitDir !== undefined && ended.stderr.includes(run.gitDir);
  const known = run.remote && !isOurs ? REMOTE_FAILURES.find(({ pattern }) => pattern.test(ended.stderr)) : undefined;
  return known
    ? new GitError(known.code, known.message, { cause })
    : new GitError("git_failed", `git ${verb} failed on the server's copy of the repository.`, { cause });
}
