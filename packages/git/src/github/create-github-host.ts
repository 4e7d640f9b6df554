import { listRemote } from "../cache/remote-refs.ts";
import { GitError } from "../error.ts";
import type { BranchMove, GitHost, PullRequest, RepositoryAccess, Source, VerifiedPush } from "../host.ts";
import { mergeDescription, newTitle } from "../kept-edits.ts";
import type { GitHubApp, TokenUse } from "./github-app.ts";
import { appFailures, GitHubRefusal, toAppFailure } from "./github-error.ts";

import { type GitHubPullRequest, openPullRequest, toPullRequest } from "./pull-requests.ts";
import { parseRepositoryName, type RepositoryName } from "./repository-name.ts";
import type { AskRepository, CallOptions } from "./send-request.ts";

type GitHubHostOptions = CallOptions & {
  /** The connected App; null without a connection. */
  app(): Promise<GitHubApp | null>;
  /** Of the one repository that is pushed to. */
  verifiedPush?: VerifiedPushMemory;
};

type GitHubHost = GitHost & {
  /**
   * Closes a pull request. A merged or closed pull request stays unchanged.
   *
   * @returns it as GitHub has it afterwards
   * @throws GitError `push_refused` when GitHub does not close it, with its reason
   */
  closePullRequest(source: Source, number: number): Promise<PullRequest>;
};

/** How long a description that was read is taken for what still stands there. */
const FRESH_MS = 30_000;

/** The Git host of repositories at GitHub: one for each job, since it waits no longer than the job has time. */
export function createGitHubHost(options: GitHubHostOptions): GitHubHost {
  const { signal, endsAt } = options;
  const call = { signal, endsAt };
  const seen = new Map<number, { pull: PullRequest; atMs: number }>();

  const open = (source: Source) => openRepository(options, source);
  const ask: AskRepository = async (source, request) => {
    const { app, name } = await open(source);
    try {
      return await app.inRepository(name, request(name), call);
    } catch (error) {
      throw toNamed(error, name);
    }
  };
  const remember = async (source: Source, pull: PullRequest) => {
    const { app } = await open(source);
    seen.set(pull.number, { pull, atMs: app.now().getTime() });
    return pull;
  };
  const access = (source: Source) => gitHubAccess(options, source, "write");

  const getPullRequest: GitHost["getPullRequest"] = async (source, number) => {
    const found = await ask(
      source,
      ({ owner, name: repo }) =>
        async (request) =>
          request("GET /repos/{owner}/{repo}/pulls/{pull_number}", { owner, repo, pull_number: number }),
    ).catch(nullWhenMissing);
    return found && remember(source, toPullRequest(found));
  };

  return {
    kind: "github",
    access,
    async protectedBranches(source) {
      const { defaultBranch } = await listRemote(() => access(source), [], signal);
      return [...new Set([source.ref, defaultBranch].filter((branch) => branch !== null))];
    },
    getPullRequest,
    async findOpenPullRequest(source, branch) {
      const found = await findOpen(ask, source, branch);
      return found && toPullRequest(found);
    },
    openPullRequest: async (request) =>
      remember(request.source, await openPullRequest({ ask, find: findOpen.bind(null, ask) }, request)),
    async updatePullRequest(source, number, { headSha, body, ...update }) {
      const { app } = await open(source);
      const last = seen.get(number);
      const isFresh = last !== undefined && app.now().getTime() - last.atMs < FRESH_MS;
      const current = isFresh ? last.pull : await getPullRequest(source, number);
      if (current === null) throw gone(number);
      const title = newTitle(current, update);
      // The push has moved it already: what is left are its words, and GitHub may not have looked at the branch yet.
      if (title === undefined && body === undefined) return { ...current, headSha };
      const words = { title, body: body === undefined ? undefined : mergeDescription(current.body, body) };
      const isSame = (words.title ?? current.title) === current.title && (words.body ?? current.body) === current.body;
      if (isSame) return { ...current, headSha };
      const updated = await ask(
        source,
        ({ owner, name: repo }) =>
          (request) =>
            request("PATCH /repos/{owner}/{repo}/pulls/{pull_number}", { owner, repo, pull_number: number, ...words }),
      );
      return remember(source, { ...toPullRequest(updated), headSha });
    },
    async closePullRequest(source, number) {
      const current = await getPullRequest(source, number);
      if (current === null) throw gone(number);
      if (current.state !== "open") return current;
      const closed = await ask(
        source,
        ({ owner, name: repo }) =>
          (request) =>
            request("PATCH /repos/{owner}/{repo}/pulls/{pull_number}", {
              owner,
              repo,
              pull_number: number,
              state: "closed",
            }),
      ).catch((error: unknown) => {
        throw error instanceof GitHubRefusal ? notClosed(number, error) : error;
      });
      const pull = await remember(source, toPullRequest(closed));
      if (pull.state === "open") throw notClosed(number);
      return pull;
    },
    verified: createVerifiedPush(ask, options.verifiedPush),
  };
}

/**
 * How git reaches a repository at GitHub, with a token for it alone.
 *
 * @param use `read` takes a token that can write nothing
 */
export async function gitHubAccess(
  options: Pick<GitHubHostOptions, "app">,
  source: Pick<Source, "repository">,
  use: TokenUse,
): Promise<RepositoryAccess> {
  const { app, name } = await openRepository(options, source);
  const token = await (use === "read" ? app.readToken(name) : app.token(name)).catch((error: unknown) => {
    throw toNamed(error, name);
  });
  const url = `${app.webUrl}/${name.owner}/${name.name}.git`;
  return { url, env: toTokenEnv(url, token), refused: () => app.dropToken(name, token) };
}

async function openRepository(
  options: Pick<GitHubHostOptions, "app">,
  source: Pick<Source, "repository">,
): Promise<{ app: GitHubApp; name: RepositoryName }> {
  const app = await options.app();
  if (app === null) throw appFailures.notConfigured();
  const name = parseRepositoryName(source.repository, app.webUrl);
  if (name === null) throw appFailures.elsewhere(source.repository, app.webUrl);
  return { app, name };
}

async function findOpen(ask: AskRepository, source: Source, branch: string): Promise<GitHubPullRequest | null> {
  const found = await ask(
    source,
    ({ owner, name: repo }) =>
      (request) =>
        request("GET /repos/{owner}/{repo}/pulls", {
          owner,
          repo,
          head: `${owner}:${branch}`,
          state: "open",
          per_page: 10,
        }),
  );
  return found.find(({ head }) => head.ref === branch) ?? null;
}

function toNamed(error: unknown, name: RepositoryName): unknown {
  return (error instanceof GitHubRefusal && toAppFailure(error, name)) || error;
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof GitHubRefusal && error.status === 404) return null;
  throw error;
}

function gone(number: number): GitError {
  return new GitError("push_refused", `Pull request #${number} no longer exists. Start a new job.`);
}

function notClosed(number: number, refusal?: GitHubRefusal): GitError {
  const why = refusal ? `: ${refusal.said}` : ".";
  return new GitError("push_refused", `GitHub did not close pull request #${number}${why} Close it at GitHub.`, {
    cause: refusal,
  });
}

/**
 * Gives git a token for one remote, in its environment: the token is not written to disk and appears in neither the process list
 * nor an address.
 */
function toTokenEnv(url: string, token: string): Record<string, string> {
  const credentials = Buffer.from(`x-access-token:${token}`).toString("base64");
  return {
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: `http.${new URL(url).origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${credentials}`,
  };
}

/** What is known of a repository from earlier pushes: where it refused what git pushes, another try would be in vain. */
type VerifiedPushMemory = { isNeeded: boolean; remember(): Promise<void> };

/** Pushes through GitHub's own API: GitHub signs the commits that an App makes there. */
function createVerifiedPush(ask: AskRepository, memory?: VerifiedPushMemory): VerifiedPush {
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
      // Without force GitHub accepts only a commit on top of the current head, and this commit lies on the expected head.
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
