import { listRemote } from "../cache/remote-refs.ts";
import type { GitHost, PullRequest, RepositoryAccess, Source } from "../host.ts";
import { mergeDescription, newTitle } from "../kept-edits.ts";
import { localAccess } from "./access.ts";
import { readDefaultBranch } from "./local-repository.ts";
import type { PullRequestStore, StoredPullRequest } from "./store.ts";

/** Options of a host whose pull requests are rows of a store. */
type StoredHostOptions = {
  store: PullRequestStore;
  /** Where people see a pull request. */
  urlOf(number: number): string;
};

/** The Git host of a repository on this machine, bare or a person's own checkout: pull requests are rows of a store. */
export function createLocalHost(options: StoredHostOptions): GitHost {
  return createStoredHost(options, {
    kind: "local",
    access: ({ repository }) => localAccess(repository),
    findDefaultBranch: async ({ repository }) =>
      (await readDefaultBranch(repository)) ?? (await listRemote(() => localAccess(repository), [])).defaultBranch,
  });
}

type PlainHostOptions = StoredHostOptions & { access(): Promise<RepositoryAccess>; signal?: AbortSignal };

/**
 * The Git host of a repository at any other Git server: branches are pushed there, and the texts of pull requests are rows of a store,
 * from which people open them at the server.
 */
export function createPlainHost({ access, signal, ...options }: PlainHostOptions): GitHost {
  return createStoredHost(options, {
    kind: "git",
    access,
    findDefaultBranch: async () => (await listRemote(access, [], signal)).defaultBranch,
  });
}

type Place = Pick<GitHost, "kind" | "access"> & { findDefaultBranch(source: Source): Promise<string | null> };

function createStoredHost({ store, urlOf }: StoredHostOptions, { findDefaultBranch, ...place }: Place): GitHost {
  const present = (row: StoredPullRequest): PullRequest => {
    const { number, branch, baseRef, headSha, state, isDraft, title, body } = row;
    return { number, url: urlOf(number), branch, baseRef, headSha, state, isDraft, title, body };
  };
  return {
    ...place,
    async protectedBranches(source) {
      const branches = [source.ref, await findDefaultBranch(source)];
      return [...new Set(branches.filter((branch) => branch !== null))];
    },
    async getPullRequest(_, number) {
      const row = await store.find(number);
      return row && present(row);
    },
    async findOpenPullRequest(_, branch) {
      const row = await store.findOpen(branch);
      return row && present(row);
    },
    async openPullRequest({ source, asDraft, ...request }) {
      const { jobId, branch, baseSha, headSha, treeSha, title, body } = request;
      const row = await store.create({
        jobId,
        branch,
        baseRef: source.ref,
        baseSha,
        headSha,
        treeSha,
        title,
        body,
        isDraft: asDraft,
      });
      // It may have been open already, at an earlier head: that is what a repeated call after a crash finds.
      return present(row.headSha === headSha ? row : await store.update(row.number, { headSha, treeSha, title, body }));
    },
    async updatePullRequest(_, number, { titledBefore, ...change }) {
      const current = await store.find(number);
      if (current === null) return present(await store.update(number, change));
      const body = change.body === undefined ? undefined : mergeDescription(current.body, change.body);
      const title = newTitle(current, { title: change.title, titledBefore });
      return present(await store.update(number, { ...change, title, body }));
    },
  };
}
