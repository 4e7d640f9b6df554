import { openRepositoryCache } from "@docsteward/git/cache/repository-cache";
import { openWorkspace } from "@docsteward/git/files/open-workspace";
import { localAccess } from "@docsteward/git/local/access";
import { makeDataDir, makeRepository, type TestRepository } from "@docsteward/git/testing";
import type { Workspace } from "@docsteward/git/workspace";
import type { ToolEntry } from "./journal.ts";
import { runTool } from "./loop/run-loop.ts";
import { createJobPages } from "./workspace/job-pages.ts";

export type TestTools = AsyncDisposable & {
  repository: TestRepository;
  workspace: Workspace;
  /** Calls a tool as the loop would. */
  call(name: string, input: unknown): Promise<ToolEntry>;
};

/**
 * The tools of a job over a real repository, without a model or a database. `commits` follow the first one, before the job;
 * `message` is that of them all.
 */
export async function openTestTools(
  files: Record<string, string | Uint8Array>,
  docsPath = "",
  {
    pageCpuSeconds = 5,
    commits = [],
    message,
    prompts = [],
    prepare,
  }: {
    pageCpuSeconds?: number;
    commits?: Record<string, string | null>[];
    message?: string;
    prompts?: string[];
    /** Changes the repository before the job. */
    prepare?(repository: TestRepository): Promise<void>;
  } = {},
): Promise<TestTools> {
  await using opening = new AsyncDisposableStack();
  const repository = opening.use(await makeRepository(files));
  for (const commit of commits) await repository.commit(commit, undefined, message);
  await prepare?.(repository);
  const data = opening.use(await makeDataDir());
  const cache = opening.use(
    await openRepositoryCache({
      dataDir: data.path,
      repository: repository.url,
      access: async () => localAccess(repository.url),
    }),
  );
  const head = await repository.head();
  const workspace = opening.use(
    await openWorkspace(cache, { jobId: "job_TEST", docsPath, baseSha: head, startSha: head }),
  );
  const context = {
    pages: createJobPages(workspace),
    pageCpuSeconds,
    prompts: () => prompts,
    repairs: () => 0,
    isKnown: () => false,
  };
  const opened = opening.move();
  let calls = 0;
  return {
    repository,
    workspace,
    async call(name, input) {
      calls += 1;
      const call = { type: "tool-call", toolCallId: `call_${calls}`, toolName: name, input } as const;
      return (await runTool({ call, problem: null }, context)).entry;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
