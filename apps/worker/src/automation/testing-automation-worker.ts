// A worker process for tests: adds the runs of schedules, decides about them and looks after those that were lost, until it is
// killed.

import { createClient } from "@docsteward/db/client";
import { openDatabaseClock } from "@docsteward/db/database-clock";
import { parseEnv } from "@docsteward/platform/env";
import { createSilentLog, silentLogger } from "@docsteward/platform/log";
import { composeServices } from "@docsteward/services/open-services";
import { watchMachine } from "../machine.ts";
import { startJobSweep } from "../maintenance.ts";
import { startAutomations } from "./automations.ts";

const CLOCK_MS = 250;
const ROUND_MS = 200;
const SWEEP_MS = 2_000;

const [url = "", dataDir = "", keySecret = ""] = process.argv.slice(2);
const env = parseEnv({
  MODEL_PROVIDER: "offline",
  EMBEDDING_PROVIDER: "none",
  DATA_DIR: dataDir,
  LIMIT_AGENT_PER_HOUR: "1000000",
});
const db = createClient(url, { poolSize: 4, log: silentLogger });
const services = await composeServices({
  ...{ env, url, db, keySecret, isWorker: true },
  // So that no test has to wait until a process notices that the clock of the database was set.
  clock: await openDatabaseClock(db, { everyMs: CLOCK_MS }),
  log: silentLogger,
  actor: { kind: "service" },
});
const log = createSilentLog();
const watched = watchMachine({ services, log });
/** Says when it begins and ends with an automation, for a parent that wants to kill it at work. */
const machine: typeof watched = {
  ...watched,
  async guard(task, work) {
    process.send?.("working");
    await watched.guard(task, work).finally(() => process.send?.("resting"));
  },
};
await startAutomations({ services, log, machine }, { everySeconds: 60, roundMs: ROUND_MS });
startJobSweep(services, { maxMinutes: 60 }, { everyMs: SWEEP_MS });
process.send?.("ready");
