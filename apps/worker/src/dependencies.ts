import type { Models } from "@docsteward/models/model";
import type { Env } from "@docsteward/platform/env";
import type { Log } from "@docsteward/platform/log";
import type { Services } from "@docsteward/services/context";

/** What a worker process works with, opened once. */
export type WorkerParts = { services: Services; models: Models; settings: Env; log: Log };
