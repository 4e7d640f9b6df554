const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
// One Ctrl-C may arrive more than once: from the terminal, and passed on by whatever launched this process.
const SAME_PRESS_MS = 500;

/** Calls `first` when this process is told to stop, and `second` when it is told again. */
export function onStopSignal({ first, second }: { first(): void; second(): void }): void {
  let firstAt: number | undefined;
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      if (firstAt === undefined) {
        firstAt = performance.now();
        first();
      } else if (performance.now() - firstAt > SAME_PRESS_MS) {
        second();
      }
    });
  }
}
