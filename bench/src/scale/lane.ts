import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "../../../packages/db/src/client.ts";
import { prepareDatabase } from "../../../packages/db/src/migrate.ts";
import { parseEnv } from "../../../packages/platform/src/env.ts";
import { inProject, type ProjectContext } from "../../../packages/services/src/context.ts";
import { composeServices } from "../../../packages/services/src/open-services.ts";
import { createProject } from "../../../packages/services/src/project/create.ts";
import { startModelServer } from "../../../testing/model-script/src/start-model-server.ts";
import { copyRepository, generateRepository } from "../repository/generate-repository.ts";
import { listPages, SMALL_SITE } from "../repository/site-files.ts";
import { ROOT } from "../root.ts";
import { fourSteps } from "../throughput/throughput.ts";
import type { ScaleServer } from "./start-postgres.ts";

export type LaneOptions = {
  server: ScaleServer;
  folder: string;
  dataDir: string;
  /** How long the model takes for each answer. */
  modelMs: number;
};

type Started = AsyncDisposable & { pid: number; url: string };

/** The key secret of the databases. */
export const KEY_SECRET = "a secret of the benchmark, 32 and more";
const WORKER = join(ROOT, "apps/worker/src/main.ts");
const WEB = join(ROOT, "apps/web/src/build/serve-build.ts");
/** Jobs of each worker at one time. */
const CONCURRENCY = 4;

/** A database, a data folder and a model of its own. */
export async function openLane({ server, folder, dataDir, modelMs }: LaneOptions, name: string) {
  await using opening = new AsyncDisposableStack();
  const url = await server.create(name);
  await prepareDatabase(url);
  const steps = fourSteps(listPages(SMALL_SITE));
  const model = opening.use(
    await startModelServer((request) => ({ ...steps(request), delayMs: modelMs }), { keepRequests: false }),
  );
  const place = join(folder, name);
  await mkdir(place, { recursive: true });
  const variables = {
    ...{ DATABASE_URL: url, DATA_DIR: place, KEY_SECRET, LOG_FORMAT: "json", EMBEDDING_PROVIDER: "none" },
    ...{ MODEL_PROVIDER: "anthropic", ANTHROPIC_API_KEY: "scripted", ANTHROPIC_BASE_URL: model.url },
    ...{ WORKER_CONCURRENCY: String(CONCURRENCY), BASE_URL: "http://127.0.0.1:3000", LIMIT_AGENT_PER_HOUR: "1000000" },
  };
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const db = createClient(url, { log: silent, poolSize: 2, isPatient: false });
  opening.defer(() => db.$disconnect());
  const services = await composeServices({
    ...{ env: parseEnv(variables), url, db, log: silent, actor: { kind: "operator" }, keySecret: KEY_SECRET },
  });
  opening.defer(() => services.close());
  const log = await open(join(dataDir, "logs", `scale-${name}.log`), "w");
  opening.defer(() => log.close());
  const start = async (main: string, more: Record<string, string>): Promise<Started> => {
    const child = fork(main, {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: "production", ...variables, ...more },
      stdio: ["ignore", log.fd, log.fd, "ipc"],
    });
    const [ready] = (await once(child, "message")) as [{ port?: number }];
    return {
      pid: child.pid ?? 0,
      url: `http://127.0.0.1:${ready.port}`,
      async [Symbol.asyncDispose]() {
        const exited = once(child, "exit");
        child.kill("SIGTERM");
        await exited;
      },
    };
  };
  const opened = opening.move();
  return {
    url,
    async addProject(domain: string): Promise<ProjectContext> {
      const repo = await copyRepository(await generateRepository(dataDir, SMALL_SITE), join(place, `${domain}.git`));
      const project = await createProject(services, { org: domain, domain, repo, ref: "main", docsPath: "docs" });
      return inProject(services, project);
    },
    startWorker: (more: Record<string, string> = {}) => start(WORKER, more),
    startWeb: () => start(WEB, { PORT: "0" }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
