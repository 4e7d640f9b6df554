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
