import { chmod, mkdtempDisposable, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reply } from "@docsteward/model-script/script";
import { createModels } from "@docsteward/models/create-models";
import { parseEnv } from "@docsteward/platform/env";
import { createSilentLog, silentLogger } from "@docsteward/platform/log";
import { createBackup, restoreBackup } from "@docsteward/services/backup";
import { inProject } from "@docsteward/services/context";
import { createJob } from "@docsteward/services/job/create";
import { authenticate } from "@docsteward/services/key/authenticate";
import { openServices } from "@docsteward/services/open-services";
import { searchSite } from "@docsteward/services/site/search";
import { seedSite } from "@docsteward/services/site/testing-site";
import { seedKey } from "@docsteward/services/testing";
import { startAgentQueue } from "@docsteward/worker/agent-queue";
import { watchMachine } from "@docsteward/worker/machine";
import { startTestWorker } from "@docsteward/worker/testing/worker";
import { createWorkerMeter } from "@docsteward/worker/worker-report";
import { expect, test } from "vitest";

const SCRIPT = [
  reply.tool("read", { path: "index.mdx" }),
  reply.tool("edit", { path: "index.mdx", old: "recieve", new: "receive" }),
  reply.tool("finish", { title: "Fix a typo", summary: "Fixed." }),
];
const CONCURRENCY = 2;
const WAITING = 4;
const MOST_LOAD = 6;

test("a backup that is made under load restores on an empty machine: jobs continue, keys work, questions are answered", async () => {
  let isDown = true;
  const calls: number[] = [];
  await using world = await startTestWorker(
    ({ turn }) => {
      calls.push(turn);
      // Until the restore, no job gets further than its second call of the model.
      return isDown && turn === 1 ? reply.hang() : SCRIPT[turn];
    },
    { variables: { WORKER_CONCURRENCY: String(CONCURRENCY) } },
  );
  await using folder = await mkdtempDisposable(join(tmpdir(), "docsteward-restore-"));
  // As root, PostgreSQL runs as another user and needs access to its data.
  await chmod(folder.path, 0o755);
  const { services, ctx } = world;
  await seedSite(ctx, [{ path: "/guides/flags", text: "A flag turns a feature on or off." }]);
  const key = await seedKey(ctx, { kind: "assistant" });
  await writeFile(join(services.dataDir, "secret"), `${services.keySecret}\n`);
  for (let made = 0; made < WAITING; made += 1) await world.start(`Fix typo ${made}`);
  await expect.poll(() => calls.filter((turn) => turn === 1).length).toBe(CONCURRENCY);

  let isLoaded = true;
  const load = (async () => {
    for (let made = 0; isLoaded && made < MOST_LOAD; made += 1) await createJob(ctx, { prompt: `Later ${made}` });
  })();
  const file = join(folder.path, "all.backup");
  const from = parseEnv({ DATABASE_URL: services.databaseUrl, DATA_DIR: services.dataDir });
  const written = await createBackup({ env: from, log: silentLogger, target: file });
  isLoaded = false;
  await load;
  const callsBefore = calls.length;
  const elsewhere = parseEnv({
    DATA_DIR: join(folder.path, "data"),
    WORKER_CONCURRENCY: String(CONCURRENCY),
    ANTHROPIC_API_KEY: "test-key",
    ANTHROPIC_BASE_URL: world.model.url,
    EMBEDDING_PROVIDER: "none",
  });
  const restored = await restoreBackup({ env: elsewhere, log: silentLogger, source: file });

  expect(written).toMatchObject({ hasSecret: true, rows: restored.rows });
  expect((await stat(join(folder.path, "data", "secret"))).mode & 0o777).toBe(0o600);
  expect(restored.jobs).toBeGreaterThanOrEqual(WAITING);
  const log = createSilentLog();
  const opened = await openServices({ env: elsewhere, log, actor: { kind: "service" }, isWorker: true });
  try {
    isDown = false;
    const machine = watchMachine({ services: opened, log });
    const meter = createWorkerMeter();
    const models = createModels(elsewhere);
    const queue = await startAgentQueue({ services: opened, models, settings: elsewhere, log, machine, meter });
    const left = () => opened.db.job.count({ where: { status: "active" } });
    await expect.poll(left, { timeout: 240_000, interval: 200 }).toBe(0);
    queue.stop();
    machine.stop();

    expect(await opened.db.job.count({ where: { status: "completed" } })).toBe(restored.jobs);
    // What was in the journals was not asked again: each job was asked for its first step once, before or after.
    const after = calls.slice(callsBefore);
    expect(after.filter((turn) => turn === 0)).toHaveLength(restored.jobs - CONCURRENCY);
    expect(after.filter((turn) => turn === 2)).toHaveLength(restored.jobs);
    const { id } = await authenticate(opened, { token: key.token, kind: "assistant", scope: "read" });
    expect(id).toBe(key.id);
    const project = await opened.db.project.findUniqueOrThrow({
      where: { id: ctx.project.id },
      include: { organization: true },
    });
    const found = await searchSite(inProject(opened, project), { query: "turn a feature off", pageSize: 1 });
    expect(found[0]?.path).toBe("/guides/flags");
  } finally {
    await opened.close();
  }
}, 600_000);
