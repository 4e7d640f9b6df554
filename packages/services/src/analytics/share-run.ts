type Run = { now: Promise<void>; next: Promise<void> | null };

const runs = new Map<string, Run>();

/**
 * Runs work once at a time in this process. Callers who come meanwhile share the next run, which sees all that was written before
 * they came. Work that waits for a lock of the database holds a connection: a tenant's many callers would hold all of them.
 *
 * @param name of the work and of its project
 */
export function shareRun(name: string, work: () => Promise<void>): Promise<void> {
  const run = runs.get(name);
  if (run === undefined) return start(name, work);
  run.next ??= run.now.catch(() => undefined).then(() => start(name, work));
  return run.next;
}

function start(name: string, work: () => Promise<void>): Promise<void> {
  const run: Run = { now: work(), next: null };
  runs.set(name, run);
  const drop = () => {
    if (run.next === null) runs.delete(name);
  };
  run.now.then(drop, drop);
  return run.now;
}
