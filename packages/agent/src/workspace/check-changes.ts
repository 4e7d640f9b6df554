import { checkSiteBounded } from "@docsteward/docs/checks/bounded-checks";
import type { CheckResult } from "@docsteward/docs/checks/check-site";
import type { Workspace } from "@docsteward/git/workspace";

/** What was found last in a workspace, and for which changes. */
const found = new WeakMap<Workspace, { of: string; result: CheckResult }>();

/**
 * Checks what the job has changed in this round, against the files it began with. An agent checks, finishes and is checked once
 * more before the push: what has not changed in between is found once.
 *
 * @throws BoundedError with a sentence for people, when something else than a page takes too much to read
 */
export async function checkChanges(
  workspace: Workspace,
  { pageCpuSeconds }: { pageCpuSeconds: number },
): Promise<CheckResult> {
  const changes = await workspace.changes();
  if (changes.length === 0) return { errors: [], warnings: [] };
  const of = JSON.stringify(changes);
  const last = found.get(workspace);
  if (last?.of === of) return last.result;
  const result = await checkSiteBounded(
    { reader: workspace, base: workspace.start, changes },
    { cpuSeconds: pageCpuSeconds },
  );
  found.set(workspace, { of, result });
  return result;
}
