import type { ModelCatalog } from "@docsteward/models/model";
import type { Env } from "@docsteward/platform/env";
import type { Log } from "@docsteward/platform/log";
import type { SystemContext } from "@docsteward/services/context";
import type { Machine } from "./machine.ts";

/** What a worker process works with, opened once. */
export type WorkerDependencies = {
  services: SystemContext;
  models: ModelCatalog;
  settings: Env;
  log: Log;
  machine: Machine;
};
