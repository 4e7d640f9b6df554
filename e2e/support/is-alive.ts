/** Whether a process runs; one that has ended and was not yet collected does not count. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    // No such process.
    return false;
  }
}
