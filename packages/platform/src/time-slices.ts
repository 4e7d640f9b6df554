const SLICE_MS = 1;
/** Others have worked between two pieces when the second one begins this long after the first. */
const OTHERS_MS = 0.3;
const REST_MS = 4;

const waiting: (() => void)[] = [];
let isTurnAhead = false;
/** When a piece last ended, as far as that is known: its work asks for the next turn. */
let endedMs = 0;

/**
 * Waits for a turn of the event loop that no other caller of this function gets: pieces of long work, of however many tenants, take one
 * piece of each turn together, and what else the process answers waits for that. An answer takes many turns, so a piece that comes after
 * other work rests first: otherwise each of those turns would be longer by a piece.
 */
export function takeTurn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(resolve);
  endedMs = performance.now();
  scheduleTurn();
  return promise;
}

function scheduleTurn(): void {
  if (isTurnAhead || waiting.length === 0) return;
  isTurnAhead = true;
  const take = () => {
    isTurnAhead = false;
    endedMs = performance.now();
    waiting.shift()?.();
    scheduleTurn();
  };
  setImmediate(() => {
    const areOthersBusy = performance.now() - endedMs > OTHERS_MS;
    if (areOthersBusy) setTimeout(take, REST_MS);
    else take();
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
