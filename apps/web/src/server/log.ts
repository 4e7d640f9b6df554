import { createLog, type Log } from "@docsteward/platform/log";

const KEY = Symbol.for("docsteward.web.log");
const held = globalThis as { [KEY]?: Log };

/** The log of this process. Next bundles a copy of this module per route, so the log is stored on the process. */
export function log(): Log {
  held[KEY] ??= createLog("docsteward-web");
  return held[KEY];
}
