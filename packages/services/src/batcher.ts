type Batcher = {
  /** Asks for a write within so many milliseconds. */
  within(ms: number): void;
  /** Writes now, behind a write that is under way. */
  flush(): Promise<void>;
};

/**
 * Writes when somebody asked for it, and one write at a time: what comes meanwhile goes into the next one, so the busier it is the
 * more goes into each.
 *
 * @param write never fails
 */
export function createBatcher(write: () => Promise<void>): Batcher {
  let due: { timer: NodeJS.Timeout; atMs: number } | null = null;
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;
  let isAskedAgain = false;

  const run = () => {
    clearTimeout(due?.timer);
    due = null;
    if (isRunning) {
      isAskedAgain = true;
      return;
    }
    isRunning = true;
    running = write().then(() => {
      isRunning = false;
      if (isAskedAgain) run();
      isAskedAgain = false;
    });
  };
  return {
    within(ms) {
      const atMs = performance.now() + ms;
      if (due !== null && due.atMs <= atMs) return;
      clearTimeout(due?.timer);
      due = { atMs, timer: setTimeout(run, ms) };
    },
    async flush() {
      clearTimeout(due?.timer);
      due = null;
      while (isRunning) await running;
      await write();
    },
  };
}
