const SLICE_MS = 1;

const waiting: (() => void)[] = [];
let isTurnAhead = false;

/**
 * Waits for a turn of the event loop that no other caller of this function gets: pieces of long work, of however many tenants, take one
 * piece of each turn together, and what else the process answers waits for that.
 */
export function takeTurn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(resolve);
  scheduleTurn();
  return promise;
}

function scheduleTurn(): void {
  if (isTurnAhead || waiting.length === 0) return;
  isTurnAhead = true;
  setImmediate(() => {
    isTurnAhead = false;
    waiting.shift()?.();
    scheduleTurn();
  });
}

/**
 * Cuts long work on an event loop into slices, so that what else the process answers waits for a slice and not for the work.
 *
 * @returns to be called between two pieces of the work: a promise when the slice is over, otherwise undefined
 */
export function createTimeSlices(): () => Promise<void> | undefined {
  let startedMs = performance.now();
  return () => {
    if (performance.now() - startedMs < SLICE_MS) return undefined;
    return takeTurn().then(() => {
      startedMs = performance.now();
    });
  };
}
