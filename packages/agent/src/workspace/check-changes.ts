import { type CheckResult, checkSite } from "@docsteward/docs/checks/check-site";
import type { Workspace } from "@docsteward/git/workspace";

/** Checks what the job has changed in this round, against the files it began with. */
export async function checkChanges(workspace: Workspace): Promise<CheckResult> {
  const changes = await workspace.changes();
  if (changes.length === 0) return { errors: [], warnings: [] };
  return checkSite({ reader: workspace, base: workspace.start, changes });
}
