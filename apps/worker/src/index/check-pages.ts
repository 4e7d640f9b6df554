import { retryWhileUnavailable } from "@docsteward/db/database-error";
import { checkSiteBounded } from "@docsteward/docs/checks/bounded-checks";
import type { CommitFiles } from "@docsteward/git/files/open-commit";
import { LeaseLostError } from "@docsteward/services/lease";
import { countFindings, readFindings, storeFindings } from "@docsteward/services/site/findings";
import type { ClaimedIndex } from "@docsteward/services/site/index-run";
import type { WorkerDependencies } from "../dependencies.ts";

/**
 * Checks the files of a commit, and stores how many problems each has, for the list of pages. A commit that was checked is not
 * checked again, and a check that fails keeps no version from answering: then the earlier counts stay.
 *
 * @throws LeaseLostError; the signal's reason
 */
export async function checkPages(
  { services, settings, log }: WorkerDependencies,
  {
    claimed: { lease, index, project },
    files,
    signal,
  }: { claimed: ClaimedIndex; files: CommitFiles; signal: AbortSignal },
): Promise<void> {
  if (readFindings(index)?.commit === files.commit) return;
  try {
    const options = { cpuSeconds: settings.PAGE_CPU_SECONDS, signal, owner: project.id };
    const report = await checkSiteBounded({ reader: files, base: null }, options);
    const findings = countFindings(files.commit, report);
    await retryWhileUnavailable(() => storeFindings(services, { lease, findings }), { log, signal });
  } catch (error) {
    if (error instanceof LeaseLostError || signal.aborted) throw error;
    log.warn({ err: error, commit: files.commit }, "pages could not be checked");
  }
}
