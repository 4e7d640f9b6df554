type AsyncSignal = {
  ring(): void;
  /** Resolves at the next ring, at once when it rang since the last wait, and after `ms` or the signal in any case. */
  wait(ms: number): Promise<void>;
  close(): void;
};

/** A bell that remembers one ring, so that what happens between looking and waiting is not missed. */
export function createAsyncSignal(signal: AbortSignal): AsyncSignal {
  let hasRung = false;
  let release: (() => void) | null = null;
  const ring = () => {
    hasRung = true;
    release?.();
  };
  signal.addEventListener("abort", ring);
  return {
    ring,
    async wait(ms) {
      if (!hasRung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          release = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      release = null;
      hasRung = false;
    },
    close: () => signal.removeEventListener("abort", ring),
  };
}
