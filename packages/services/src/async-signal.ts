type AsyncSignal = {
  notify(): void;
  /** Resolves at the next call of `notify`, or immediately after one since the last wait; at the latest after `ms` or an abort. */
  wait(ms: number): Promise<void>;
  close(): void;
};

/** Wakes a loop that waits. It remembers one notification, so that a change between reading and waiting is not missed. */
export function createAsyncSignal(signal: AbortSignal): AsyncSignal {
  let isNotified = false;
  let release: (() => void) | null = null;
  const notify = () => {
    isNotified = true;
    release?.();
  };
  signal.addEventListener("abort", notify);
  return {
    notify,
    async wait(ms) {
      if (!isNotified && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          release = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      release = null;
      isNotified = false;
    },
    close: () => signal.removeEventListener("abort", notify),
  };
}
