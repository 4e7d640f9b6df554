import { findLaunchers, isRunning } from "./find-launchers.ts";

const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
// One Ctrl-C may arrive more than once: from the terminal, and passed on by whatever launched this process.
const SAME_PRESS_MS = 500;
const LOOK_MS = 500;

/**
 * Calls `first` when this process is told to stop, and `second` when it is told again.
 *
 * npx dies of a SIGTERM without passing it on, and pnpm of a SIGKILL: that their end means "stop" is noticed here.
 */
export function onStopSignal({ first, second }: { first(): void; second(): void }): void {
  let firstAt: number | undefined;
  const told = () => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      first();
    } else if (performance.now() - firstAt > SAME_PRESS_MS) {
      second();
    }
  };
  for (const signal of STOP_SIGNALS) process.on(signal, told);
  const launchers = findLaunchers();
  const timer = setInterval(() => {
    if (launchers.every(isRunning)) return;
    clearInterval(timer);
    if (firstAt === undefined) told();
  }, LOOK_MS).unref();
}
