import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

type CollectOptions = { type: "major"; flavor: "last-resort" } | { type: "minor" };

const CHECK_MS = 10_000;
/** A share of time: a process that works more is not held up. A worker that only asks for work comes near two hundredths. */
const QUIET_SHARE = 0.05;
/** A collection costs some hundred milliseconds of CPU. */
const WORTH_BYTES = 24_000_000;
const REST_MS = 600_000;

/**
 * Makes the C library of a process that gets them give memory back once 128 kB at its end are free. Else it keeps up to 64 MB after a
 * large block. A buffer of a megabyte or more takes some 0.2 ms of CPU longer.
 */
export const GIVES_BACK = { MALLOC_TRIM_THRESHOLD_: "131072" };

/**
 * Gives the system what the heap of this process holds and doesn't use, when the process has been quiet for some seconds. V8 does
 * so only in a collection, and a quiet process has none: what a start or a burst of work took would stay.
 *
 * The first time it does so in any case. Looks until the process ends, and keeps nothing alive.
 */
export function giveBackMemory({ checkMs = CHECK_MS, restMs = REST_MS } = {}): void {
  let seen = performance.eventLoopUtilization();
  let notBeforeMs = 0;
  const check = () => {
    const now = performance.eventLoopUtilization();
    const isQuiet = performance.eventLoopUtilization(now, seen).utilization < QUIET_SHARE;
    seen = now;
    if (!isQuiet || performance.now() < notBeforeMs) return;
    const { heapTotal, heapUsed } = process.memoryUsage();
    // What a start leaves behind counts as used until it is collected.
    if (notBeforeMs > 0 && heapTotal - heapUsed < WORTH_BYTES) return;
    notBeforeMs = performance.now() + restMs;
    collectGarbage({ type: "major", flavor: "last-resort" });
  };
  setInterval(check, checkMs).unref();
}

let collect: ((options: CollectOptions) => void) | undefined;

/** Collects garbage, and returns when that is done. `minor` collects young objects alone. */
export function collectGarbage(options: CollectOptions): void {
  collect ??= openCollector();
  collect(options);
}

/** The function that `--expose-gc` would make global: only a context that begins after the flag was set has it. */
function openCollector(): (options: CollectOptions) => void {
  setFlagsFromString("--expose-gc");
  try {
    return runInNewContext("gc") as (options: CollectOptions) => void;
  } finally {
    setFlagsFromString("--no-expose-gc");
  }
}
