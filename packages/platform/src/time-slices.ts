import { setImmediate } from "node:timers/promises";

const SLICE_MS = 5;

/**
 * Cuts long work on an event loop into slices, so that what else the process answers waits for a slice and not for the work.
 *
 * @returns to be called between two pieces of the work: a promise when the slice is over, otherwise undefined
 */
export function createTimeSlices(): () => Promise<void> | undefined {
  let startedMs = performance.now();
  return () => {
    if (performance.now() - startedMs < SLICE_MS) return undefined;
    return setImmediate().then(() => {
      startedMs = performance.now();
    });
  };
}
