type Batcher = {
  /** Schedules a write within so many milliseconds. */
  within(ms: number): void;
  /** Writes now, after the write that is running. */
  flush(): Promise<void>;
};

/**
 * Runs one write at a time, when it is asked for. What comes meanwhile goes into the next write, so a busy process writes larger
 * batches, not more of them.
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
