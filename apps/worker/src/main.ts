import { pathToFileURL } from "node:url";
import { setGitStarter } from "@docsteward/git/run/git-process";
import { openGitStarter } from "@docsteward/git/run/open-git-starter";
import { createModels } from "@docsteward/models/create-models";
import { boundGlobalFetch } from "@docsteward/platform/bounded-fetch";
import { withDatabaseAddress } from "@docsteward/platform/database-address";
import { env } from "@docsteward/platform/env";
import { giveBackMemory } from "@docsteward/platform/give-back-memory";
import { createLog } from "@docsteward/platform/log";
import { lowerPriority } from "@docsteward/platform/priority";
import { siblingModule } from "@docsteward/platform/sibling-module";
import { openTelemetry } from "@docsteward/platform/telemetry/open-telemetry";
import { startWatchdog } from "@docsteward/platform/watchdog";
import { openServices } from "@docsteward/services/open-services";
import { startErrorReport } from "@docsteward/services/recent-error";
import { startAgentQueue } from "./agent-queue.ts";
import { startAutomations } from "./automation/automations.ts";
import { watchRepositories } from "./index/watch-repositories.ts";
import { startIndexQueue } from "./index/work-on-index.ts";
import { watchMachine } from "./machine.ts";
import { startCleanup, startHandBack, startJobSweep } from "./maintenance.ts";
import { startNotifications } from "./notifications.ts";
import { startGitHubQueue, startWebhookQueue } from "./queues.ts";
import { createWorkerMeter, startWorkerReport } from "./worker-report.ts";

process.title = "docsteward-worker";
boundGlobalFetch();

const STOP_MS = 10_000;
/** What is left of it when a collector is no longer waited for. */
const EXIT_MS = 500;
/** Between ordinary and what is below it, where pages are read. */
const PATIENT_STEP = 5;

/** Runs the worker process: takes jobs from the queue until it gets a stop signal, then hands the running ones back. */
async function main(): Promise<void> {
  const settings = env();
  // Readers wait for the web process, not for this one: it and its child processes run with low priority.
  lowerPriority(PATIENT_STEP);
  setGitStarter(openGitStarter().start);
  const log = createLog("docsteward-worker");
  const stopTelemetry = await openTelemetry(settings, { name: process.title, log });
  const models = createModels(settings);
  const databaseAt = await withDatabaseAddress(settings);
  const services = await openServices({ env: databaseAt, log, actor: { kind: "service" }, isWorker: true });
  const meter = createWorkerMeter();
  // Named before the first report, which says whether the worker is paused.
  const machine = watchMachine({ services, log }, { onChange: () => void reporting.report() });
  const concurrency = settings.WORKER_CONCURRENCY;
  const reporting = startWorkerReport({ services, log, meter, concurrency, pause: machine.pause });
  const parts = { services, models, settings, log, machine, meter };
  const queue = await startAgentQueue(parts);
  await startIndexQueue(parts);
  const webhooks = await startWebhookQueue({ services, log });
  await startGitHubQueue({ services });
  const automating = await startAutomations(parts, { everySeconds: settings.INDEX_POLL_SECONDS });
  const notifying = startNotifications(services);
  const tidying = startCleanup(services, log);
  const errors = startErrorReport(services, { name: process.title });
  const handingBack = startHandBack(services, log);
  const sweeping = startJobSweep(services, { maxMinutes: settings.JOB_MAX_MINUTES });
  const watching = watchRepositories(services, { everySeconds: settings.INDEX_POLL_SECONDS });
  startWatchdog({
    name: process.title,
    silenceSeconds: settings.SILENCE_SECONDS,
    onSilence: {
      module: pathToFileURL(siblingModule(import.meta.url, "record-losses")).href,
      input: services.database.url,
    },
  });
  giveBackMemory();
  process.send?.({ type: "ready" });
  log.info({ concurrency: settings.WORKER_CONCURRENCY, models: models.names }, "worker is ready");

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_MS).unref();
    const isLate = AbortSignal.timeout(STOP_MS - EXIT_MS);
    tidying.stop();
    handingBack.stop();
    sweeping.stop();
    watching.stop();
    webhooks.stop();
    automating.stop();
    notifying.stop();
    queue.stop();
    machine.stop();
    await reporting.stop();
    await errors.stop();
    await services.close();
    await stopTelemetry(isLate);
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  // The supervisor is gone: no other process would end this one.
  process.on("disconnect", stop);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
