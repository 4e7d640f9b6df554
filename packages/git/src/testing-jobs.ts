import { fetchJobHeads, type JobHeads } from "./cache/job-refs.ts";
import { openRepositoryCache, type RepositoryCache } from "./cache/repository-cache.ts";
import { openWorkspace } from "./files/open-workspace.ts";
import { localAccess } from "./local/access.ts";
import { makeDataDir, makeRepository, type RepositoryOptions, type TestRepository } from "./testing.ts";
import type { Workspace } from "./workspace.ts";

export type TestJob = AsyncDisposable & {
  cache: RepositoryCache;
  workspace: Workspace;
  heads: JobHeads;
};

/** Opens a job's workspace on a repository as the agent does: the cache, the heads, the files. */
export async function openTestJob(input: {
  repository: TestRepository;
  dataDir: string;
  jobId?: string;
  docsPath?: string;
  ref?: string;
  branch?: string;
}): Promise<TestJob> {
  const { repository, dataDir, jobId = "job_1", docsPath = "", ref = repository.branch, branch = null } = input;
  const cache = await openTestCache(repository, dataDir);
  const heads = await fetchJobHeads(cache, { jobId, ref, branch });
  const startSha = heads.branchSha ?? heads.baseSha;
  const workspace = await openWorkspace(cache, { jobId, docsPath, baseSha: heads.baseSha, startSha, isHeld: true });
  await workspace.arrived;
  return {
    cache,
    workspace,
    heads,
    async [Symbol.asyncDispose]() {
      await workspace.close();
      cache.close();
    },
  };
}

/** The cache of a test repository. */
export function openTestCache({ url }: TestRepository, dataDir: string): Promise<RepositoryCache> {
  return openRepositoryCache({ dataDir, repository: url, access: async () => localAccess(url) });
}

export type OwnTestJob = TestJob & { repository: TestRepository; dataDir: string };

/** A job with a repository and a data folder of its own, all of it gone at the end. */
export async function makeTestJob(
  files: Record<string, string | Uint8Array>,
  options: RepositoryOptions & { docsPath?: string; prepare?: (repository: TestRepository) => Promise<unknown> } = {},
): Promise<OwnTestJob> {
  const { docsPath, prepare } = options;
  const repository = await makeRepository(files, options);
  await prepare?.(repository);
  const data = await makeDataDir();
  const job = await openTestJob({ repository, dataDir: data.path, docsPath });
  return {
    ...job,
    repository,
    dataDir: data.path,
    async [Symbol.asyncDispose]() {
      await job[Symbol.asyncDispose]();
      await repository.remove();
      await data.remove();
    },
  };
}
