import { setTimeout as sleep } from "node:timers/promises";
import type { SiteIndex } from "@docsteward/db/client";
import { makeRepository, type TestRepository } from "@docsteward/git/testing";
import { createModels } from "@docsteward/models/create-models";
import { parseEnv } from "@docsteward/platform/env";
import { createSilentLog } from "@docsteward/platform/log";
import type { ProjectContext, SystemContext } from "@docsteward/services/context";
import { requestIndex } from "@docsteward/services/site/index-request";
import { createTestServices, seedProject, type TestServices } from "@docsteward/services/testing";
import type { WorkerDependencies } from "../dependencies.ts";
import { startIndexQueue } from "../index/work-on-index.ts";
import { watchMachine } from "../machine.ts";
import { createWorkerMeter } from "../worker-report.ts";
import { startGitAsWorkersDo } from "./worker.ts";

export type TestIndexer = AsyncDisposable & {
  services: TestServices;
  ctx: ProjectContext;
  repository: TestRepository;
  parts: WorkerDependencies;
  /** Another project over the same repository, without an index yet. */
  addProject(options?: { docsPath?: string; ref?: string }): Promise<ProjectContext>;
  /** Asks for a run and waits until it rests. */
  index(ctx?: ProjectContext): Promise<SiteIndex>;
};

type TestIndexerOptions = {
  docsPath?: string;
  /** False for tests that take the runs themselves. */
  takesRuns?: boolean;
  services?: Partial<SystemContext>;
};

/** A worker that indexes a real repository in a real database. */
export async function startTestIndexer(
  files: Record<string, string | Uint8Array>,
  { docsPath, takesRuns = true, services: given }: TestIndexerOptions = {},
): Promise<TestIndexer> {
  startGitAsWorkersDo();
  const [repository, services] = await Promise.all([
    makeRepository(files),
    createTestServices({ isWorker: true, ...given }),
  ]);
  const settings = parseEnv({});
  const log = createSilentLog();
  const machine = watchMachine({ services, log });
  const parts = { services, models: createModels(settings), settings, log, machine, meter: createWorkerMeter() };
  const addProject: TestIndexer["addProject"] = (options = {}) =>
    seedProject(services, {
      repository: repository.url,
      baseRef: options.ref ?? repository.branch,
      docsPath: options.docsPath,
    });
  const ctx = await addProject({ docsPath });
  if (takesRuns) await startIndexQueue(parts);
  return {
    services,
    ctx,
    repository,
    parts,
    addProject,
    async index(of = ctx) {
      await requestIndex(of);
      return untilRest(services, of.project.id);
    },
    async [Symbol.asyncDispose]() {
      await services.close();
      await repository.remove();
    },
  };
}

async function untilRest({ db }: TestServices, projectId: string): Promise<SiteIndex> {
  for (;;) {
    const index = await db.siteIndex.findUniqueOrThrow({ where: { projectId } });
    if (index.status === "ready" || index.status === "failed") return index;
    await sleep(25);
  }
}
