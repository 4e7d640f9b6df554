import { openRepositoryCache } from "@docsteward/git/cache/repository-cache";
import { openWorkspace } from "@docsteward/git/files/open-workspace";
import { localAccess } from "@docsteward/git/local/access";
import { DEFAULT_BOUNDS } from "@docsteward/git/rules/repository-bounds";
import { makeDataDir, makeRepository, type TestRepository } from "@docsteward/git/testing";
import type { Workspace } from "@docsteward/git/workspace";
import type { SourceRead, ToolEntry } from "./journal.ts";
import { runTool } from "./loop/run-loop.ts";
import type { SourcePort } from "./ports.ts";
import { createJobPages } from "./workspace/job-pages.ts";
import { createJobSources, type JobSources } from "./workspace/job-sources.ts";

export type TestTools = AsyncDisposable & {
  repository: TestRepository;
  workspace: Workspace;
  sources: JobSources;
  /** What was found of each source that a call has looked into. */
  sourcesRead: SourceRead[];
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
    sources = {},
  }: {
    pageCpuSeconds?: number;
    commits?: Record<string, string | null>[];
    message?: string;
    prompts?: string[];
    /** Changes the repository before the job. */
    prepare?(repository: TestRepository): Promise<void>;
    /** Files of other repositories, by the name of the source; null for one that is gone. */
    sources?: Record<string, Record<string, string | Uint8Array> | null>;
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
  const ports: SourcePort[] = [];
  const sourcesRead: SourceRead[] = [];
  for (const [name, files] of Object.entries(sources)) {
    const source = files && opening.use(await makeRepository(files));
    const url = source?.url ?? `${repository.url}-gone`;
    ports.push({
      name,
      repository: url,
      ref: "main",
      access: async () => localAccess(url),
      note: async () => undefined,
    });
  }
  const jobSources = createJobSources({
    sources: ports,
    jobId: "job_TEST",
    dataDir: data.path,
    bounds: DEFAULT_BOUNDS,
    signal: new AbortController().signal,
    commits: new Map(),
    onRead: async (read) => void sourcesRead.push(read),
  });
  opening.defer(() => jobSources.close());
  const context = {
    pages: createJobPages(workspace, [], jobSources),
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
    sources: jobSources,
    sourcesRead,
    async call(name, input) {
      calls += 1;
      const call = { type: "tool-call", toolCallId: `call_${calls}`, toolName: name, input } as const;
      return (await runTool({ call, problem: null }, context)).entry;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
