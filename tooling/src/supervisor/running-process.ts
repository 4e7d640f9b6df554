/** A running process, started by this process or found. */
export type Running = {
  readonly pid: number;
  /** Settles when it can do its work; never, when it ends before. */
  readonly ready: Promise<void>;
  /** Settles when the process is gone; the text says how it ended, e.g. `exit code 1`. */
  readonly exited: Promise<string>;
  /** Ends it in an orderly way and returns when it is gone. */
  stop(): Promise<void>;
  /** Ends it now, without waiting. */
  kill(): void;
};

/**
 * Sends a signal to a process, or to all of the group that it leads.
 *
 * A process that is gone already is no error: to be gone is what signals are sent for.
 */
export function sendSignal(pid: number, signal: NodeJS.Signals, options: { toGroup?: boolean } = {}): void {
  try {
    process.kill(options.toGroup && process.platform !== "win32" ? -pid : pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
