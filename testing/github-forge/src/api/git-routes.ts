import { accountOf } from "../auth/permissions.ts";
import { type TreeEntry, writeCommit, writeTree } from "../git/commits.ts";
import { checkRefChange } from "../git/push-rules.ts";
import { resolveCommit, runGit } from "../git/run-git.ts";
import { GitHubError, notFound } from "../github-error.ts";
import { presentGitCommit } from "../present/commit.ts";
import { repositoryApiUrl } from "../present/repository.ts";
import { recordPush } from "../repository/record-push.ts";
import { ok } from "../server/http.ts";
import type { ApiRequest, Route } from "../server/route.ts";
import type { Repository, State } from "../state.ts";

const GIT = "/repos/{owner}/{repo}/git";
const READ = ["contents", "read"] as const;
const WRITE = ["contents", "write"] as const;
const ZERO_SHA = "0".repeat(40);

/** Git's objects and refs by the API, which is how commits are made that GitHub signs. */
export const GIT_ROUTES: Route[] = [
  {
    operation: `GET ${GIT}/ref/{ref}`,
    by: "anyone",
    needs: READ,
    answer: async ({ state, repository, params }) => {
      const ref = `refs/${params.ref}`;
      const sha = await resolveCommit(repository.path, ref);
      if (!sha) throw (await isEmpty(repository)) ? new GitHubError(409, "Git Repository is empty.") : notFound();
      return ok(presentRef(state, repository, { ref, sha }));
    },
  },
  {
    operation: `POST ${GIT}/refs`,
    by: "anyone",
    needs: WRITE,
    answer: async (request) => {
      const [ref, newSha] = [`${request.body.ref}`, `${request.body.sha}`];
      if (!/^refs\/[^/]+\/.+/.test(ref)) throw new GitHubError(422, "Reference name must start with 'refs/'");
      if (await resolveCommit(request.repository.path, ref)) throw new GitHubError(422, "Reference already exists");
      return ok(await moveRef(request, { ref, oldSha: ZERO_SHA, newSha }), 201);
    },
  },
  {
    operation: `PATCH ${GIT}/refs/{ref}`,
    by: "anyone",
    needs: WRITE,
    answer: async (request) => {
      const { repository, body, params } = request;
      const [ref, newSha] = [`refs/${params.ref}`, `${body.sha}`];
      const oldSha = await resolveCommit(repository.path, ref);
      if (!oldSha) throw new GitHubError(422, "Reference does not exist");
      return ok(await moveRef(request, { ref, oldSha, newSha, isForced: body.force === true }));
    },
  },
  {
    operation: `DELETE ${GIT}/refs/{ref}`,
    by: "anyone",
    needs: WRITE,
    answer: async ({ state, repository, params, caller }) => {
      const ref = `refs/${params.ref}`;
      const oldSha = await resolveCommit(repository.path, ref);
      if (!oldSha) throw new GitHubError(422, "Reference does not exist");
      await checkRefChange(repository, { ref, oldSha, newSha: ZERO_SHA, isForced: true });
      await runGit({ path: repository.path, args: ["update-ref", "-d", ref, oldSha] });
      await recordPush(state, repository, { commands: [{ ref, oldSha, newSha: ZERO_SHA }], by: accountOf(caller) });
      return { status: 204 };
    },
  },
  {
    operation: `POST ${GIT}/blobs`,
    by: "anyone",
    needs: WRITE,
    answer: async ({ state, repository, body }) => {
      const stdin = Buffer.from(`${body.content}`, body.encoding === "base64" ? "base64" : "utf8");
      const sha = await runGit({ path: repository.path, args: ["hash-object", "-w", "--stdin"], stdin });
      return ok({ sha, url: `${repositoryApiUrl(state, repository)}/git/blobs/${sha}` }, 201);
    },
  },
  {
    operation: `POST ${GIT}/trees`,
    by: "anyone",
    needs: WRITE,
    answer: async ({ state, repository, body }) => {
      const base = typeof body.base_tree === "string" ? body.base_tree : null;
      const sha = await writeTree(repository.path, { base, entries: (body.tree ?? []) as TreeEntry[] });
      const url = `${repositoryApiUrl(state, repository)}/git/trees/${sha}`;
      return ok({ sha, url, truncated: false, tree: await listTree(state, repository, sha) }, 201);
    },
  },
  {
    operation: `GET ${GIT}/commits/{commit_sha}`,
    by: "anyone",
    needs: READ,
    answer: async ({ state, repository, params }) => {
      const sha = await resolveCommit(repository.path, params.commit_sha ?? "");
      if (!sha) throw notFound();
      return ok(await presentGitCommit(state, repository, sha));
    },
  },
  {
    operation: `POST ${GIT}/commits`,
    by: "anyone",
    needs: WRITE,
    answer: async ({ state, repository, body, caller }) => {
      const sha = await writeCommit(state, repository, { ...body, by: accountOf(caller) });
      // GitHub signs commits that an App makes without naming an author.
      if (caller.kind === "installation" && !body.author && !body.committer) repository.verifiedCommits.add(sha);
      return ok(await presentGitCommit(state, repository, sha), 201);
    },
  },
];

type RefChange = { ref: string; oldSha: string; newSha: string; isForced?: boolean };

async function moveRef({ state, repository, caller }: ApiRequest, change: RefChange) {
  const { ref, oldSha, newSha } = change;
  await checkRefChange(repository, change);
  await runGit({ path: repository.path, args: ["update-ref", ref, newSha, oldSha] });
  await recordPush(state, repository, { commands: [{ ref, oldSha, newSha }], by: accountOf(caller) });
  return presentRef(state, repository, { ref, sha: newSha });
}

function presentRef(state: State, repository: Repository, { ref, sha }: { ref: string; sha: string }) {
  const api = `${repositoryApiUrl(state, repository)}/git`;
  return {
    ref,
    node_id: `REF_${ref}`,
    url: `${api}/${ref}`,
    object: { type: "commit", sha, url: `${api}/commits/${sha}` },
  };
}

async function listTree(state: State, repository: Repository, sha: string) {
  const args = ["ls-tree", "-z", "--long", sha];
  const printed = await runGit({ path: repository.path, args });
  return printed.split("\0").flatMap((line) => {
    const [, mode, type, entry, size, path] = line.match(/^(\d+) (\w+) (\w+) +(\S+)\t(.+)$/s) ?? [];
    if (!mode || !type || !entry || !path) return [];
    const url = `${repositoryApiUrl(state, repository)}/git/${type}s/${entry}`;
    return [{ path, mode, type, sha: entry, ...(type === "blob" ? { size: Number(size) } : {}), url }];
  });
}

const isEmpty = async ({ path }: Repository) => (await runGit({ path, args: ["for-each-ref", "--count=1"] })) === "";
