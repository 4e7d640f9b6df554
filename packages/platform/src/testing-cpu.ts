const TRIES = 10;

/**
 * The CPU time that a piece of work takes this thread at best. One try meets the garbage of earlier tests, code that is still being
 * compiled, or a machine whose caches others fill; what the work itself costs is in all of them.
 *
 * @param enoughMs a try below it ends the search
 */
export async function leastCpuMs(work: () => unknown, { enoughMs }: { enoughMs: number }): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < TRIES && least >= enoughMs; attempt += 1) {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}
