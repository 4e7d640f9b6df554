import type { Log } from "@docsteward/platform/log";

/** The part of a log that this package writes to. */
export type Reporter = Pick<Log, "info" | "warn" | "error">;

/** Says nothing: for scripts that speak for themselves, and for tests. */
export const silentReporter: Reporter = { info: () => undefined, warn: () => undefined, error: () => undefined };
