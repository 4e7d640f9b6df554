import { GitError } from "../error.ts";
import type { BranchMove, VerifiedPush } from "../host.ts";
import { GitHubRefusal } from "./github-error.ts";
import type { AskRepository } from "./send-request.ts";

/** What is known of a repository from earlier pushes: where it refused what git pushes, another try would be in vain. */
export type VerifiedPushMemory = { isNeeded: boolean; remember(): Promise<void> };

/** Pushes through GitHub's own API: GitHub signs the commits that an App makes there. */
export function createVerifiedPush(ask: AskRepository, memory?: VerifiedPushMemory): VerifiedPush {
  let isNeeded = memory?.isNeeded ?? false;
  return {
    isNeeded: () => isNeeded,
    async remember() {
      isNeeded = true;
      await memory?.remember();
    },
    async commit({ source, parent, parentTree, message, files }) {
      const tree = await ask(
        source,
        ({ owner, name: repo }) =>
          (send) =>
            send("POST /repos/{owner}/{repo}/git/trees", {
              owner,
              repo,
              base_tree: parentTree,
              tree: [...files].map(([path, content]) => ({
                path,
                mode: "100644" as const,
                type: "blob" as const,
                ...(content === null ? { sha: null } : { content }),
              })),
            }),
      );
      const commit = await ask(
        source,
        ({ owner, name: repo }) =>
          (send) =>
            send("POST /repos/{owner}/{repo}/git/commits", { owner, repo, message, tree: tree.sha, parents: [parent] }),
      );
      return commit.sha;
    },
    moveBranch: (move) => moveBranch(ask, move),
  };
}

async function moveBranch(ask: AskRepository, { source, branch, sha, expected }: BranchMove): Promise<boolean> {
  try {
    if (expected === null) {
      await ask(
        source,
        ({ owner, name: repo }) =>
          (send) =>
            send("POST /repos/{owner}/{repo}/git/refs", { owner, repo, ref: `refs/heads/${branch}`, sha }),
      );
    } else {
      // Without force GitHub takes a commit on top of what is there alone, and this one lies on what was expected.
      await ask(
        source,
        ({ owner, name: repo }) =>
          (send) =>
            send("PATCH /repos/{owner}/{repo}/git/refs/{ref}", {
              owner,
              repo,
              ref: `heads/${branch}`,
              sha,
              force: false,
            }),
      );
    }
    return true;
  } catch (error) {
    if (!(error instanceof GitHubRefusal)) throw error;
    if (error.says(/already exists|not a fast forward|does not exist/i)) return false;
    if (error.says(/protected|rule violations/i)) {
      throw new GitError(
        "branch_protected",
        `The branch ${branch} is protected. Allow Docsteward to push to it, or remove the protection.`,
        { cause: error },
      );
    }
    throw new GitError("push_refused", `GitHub refused to move ${branch}: ${error.said}`, { cause: error });
  }
}
