// A worker process for tests: adds the runs of schedules and decides about them, until it is killed.

import { createClient } from "@docsteward/db/client";
import { openDatabaseClock } from "@docsteward/db/database-clock";
import { parseEnv } from "@docsteward/platform/env";
import { createSilentLog, silentLogger } from "@docsteward/platform/log";
import { composeServices } from "@docsteward/services/open-services";
import { watchMachine } from "../machine.ts";
import { startAutomations } from "./automations.ts";

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
  clock: await openDatabaseClock(db),
  log: silentLogger,
  actor: { kind: "service" },
});
const log = createSilentLog();
const watched = watchMachine({ services, log });
/** Says so before each automation, for a parent that wants to kill it at work. */
const machine: typeof watched = {
  ...watched,
  guard(task, work) {
    process.send?.("working");
    return watched.guard(task, work);
  },
};
await startAutomations({ services, log, machine }, { everySeconds: 60, roundMs: 50 });
process.send?.("ready");
