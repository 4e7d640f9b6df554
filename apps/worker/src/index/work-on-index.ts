import { retryWhileUnavailable } from "@docsteward/db/database-error";
import { ReturnedEntryError } from "@docsteward/db/queue-work";
import { checkSiteBounded } from "@docsteward/docs/checks/bounded-checks";
import { GitError } from "@docsteward/git/error";
import type { CommitFiles } from "@docsteward/git/files/open-commit";
import { EmbeddingError } from "@docsteward/models/model-error";
import { BoundedError } from "@docsteward/platform/bounded/bounded-error";
import { findMachineFault } from "@docsteward/platform/machine-error";
import { inSpan } from "@docsteward/platform/tracing";
import { runAs } from "@docsteward/platform/watchdog";
import { syncAutomations } from "@docsteward/services/automation/define";
import { checkGoldenQuestions } from "@docsteward/services/golden/check";
import { LeaseLostError, releaseLease } from "@docsteward/services/lease";
import { countFindings, readFindings, storeFindings } from "@docsteward/services/site/findings";
import {
  type ClaimedIndex,
  claimIndex,
  failIndex,
  finishIndex,
  type IndexEnd,
  pauseIndex,
} from "@docsteward/services/site/index-run";
import { type NewVersion, publishVersion } from "@docsteward/services/site/version";
import type { WorkerDependencies } from "../dependencies.ts";
import { type BuildOptions, buildIndex, CommitGivenUpError } from "./build-index.ts";
import { embedPages } from "./embed-pages.ts";

const NOT_EMBEDDED =
  "Search uses keywords only because the embedding model failed. See the log for the cause. Retrying in five minutes.";
const INTERNAL =
  "The pages could not be read because of an internal error. See the log for the cause, then run `docsteward index`.";

/** A large site is embedded for minutes. So long at a time, and then it is looked what has come up meanwhile. */
const EMBED_FOR_MS = 10_000;
/** The checks of more pages take longer than a second. They have a turn of their own, after other sites that wait. */
const CHECKED_AT_ONCE = 1_000;

/**
 * Brings a site's index up to date, and again after a request that arrived meanwhile. One whose checks or vectors take long goes back
 * to the queue in between, so that newer commits and other sites do not wait for them.
 *
 * @throws LeaseLostError when another worker has the run; the signal's reason when it is aborted, with the run handed back
 */
export async function workOnIndex(
  parts: WorkerDependencies,
  projectId: string,
  signal: AbortSignal,
  {
    embedForMs = EMBED_FOR_MS,
    checkedAtOnce = CHECKED_AT_ONCE,
    task,
  }: { embedForMs?: number; checkedAtOnce?: number; task?: BuildOptions["task"] } = {},
): Promise<void> {
  const { services, log } = parts;
  for (;;) {
    signal.throwIfAborted();
    const claimed = await retryWhileUnavailable(() => claimIndex(services, { projectId }), { log, signal });
    if (claimed === null) return;
    const run = () => runAs(claimed.lease, () => runOnce(parts, { claimed, embedForMs, checkedAtOnce, signal, task }));
    const attributes = { "messaging.system": "pg-boss", "messaging.destination.name": "index" };
    if ((await inSpan("process index", { kind: "consumer", parent: null, attributes }, run)) === "ended") return;
  }
}

type Run = BuildOptions & { claimed: ClaimedIndex; embedForMs: number; checkedAtOnce: number };

async function runOnce(
  parts: WorkerDependencies,
  { claimed, embedForMs, checkedAtOnce, signal, task }: Run,
): Promise<IndexEnd> {
  const { services, log } = parts;
  const { embedder } = services;
  const { lease } = claimed;
  const wait = { log, signal };
  const startedMs = performance.now();
  const durationMs = () => Math.round(performance.now() - startedMs);
  let sentence = INTERNAL;
  try {
    let lost: Awaited<ReturnType<typeof askGolden>> = null;
    let isCheckedLater = false;
    const onVersion: BuildOptions["onVersion"] = async (version, files, automations) => {
      lost = version.hasChanges ? await askGolden(parts, { claimed, made: version, signal }) : null;
      if (lost?.isHeld) return;
      await retryWhileUnavailable(() => publishVersion(services, { lease, ...version }), wait);
      await retryWhileUnavailable(() => syncAutomations(services, { projectId: lease.id, file: automations }), wait);
      isCheckedLater = version.hasChanges && version.pageCount > checkedAtOnce && isChecked(claimed.index);
      if (!isCheckedLater) await checkPages(parts, { claimed, files, signal });
    };
    const made = await buildIndex(parts, claimed, { signal, task, onVersion });
    const held = heldBack(lost);
    if (held !== null) {
      log.warn({ commit: made.commit, lost: held }, "new version of the index waits for an owner");
      const failure = formatHold(held);
      return await retryWhileUnavailable(() => failIndex(services, { lease, failure, isHeld: true }), wait);
    }
    const { commit, pageCount, skipped = [], hasChanges } = made;
    if (skipped.length > 0)
      log.warn({ count: skipped.length, first: skipped[0]?.path }, "pages exceed the time limit for reading");
    if (hasChanges) log.info({ commit, pageCount, durationMs: durationMs() }, "new version of the index is live");
    if (isCheckedLater) {
      await retryWhileUnavailable(() => pauseIndex(services, { lease }), wait);
      return "ended";
    }
    // Pages answer by their words first: an embedder may take its time, or be away.
    sentence = NOT_EMBEDDED;
    if (embedder && !(await embedPages(parts, { claimed, embedder, forMs: embedForMs, signal }))) {
      await retryWhileUnavailable(() => pauseIndex(services, { lease }), wait);
      return "ended";
    }
    const end = await retryWhileUnavailable(() => finishIndex(services, { lease }), wait);
    log.info({ durationMs: durationMs() }, "index is up to date");
    return end;
  } catch (error) {
    if (error instanceof LeaseLostError) throw error;
    if (signal.aborted || findMachineFault(error, services) !== null) {
      await releaseLease(services, lease);
      throw error;
    }
    const isKnown = [GitError, EmbeddingError, BoundedError, CommitGivenUpError].some((kind) => error instanceof kind);
    if (error instanceof EmbeddingError) sentence = `Search uses keywords only. ${error.message}`;
    else if (error instanceof Error && isKnown) sentence = error.message;
    // Each try may fetch as much again.
    const givesUp = error instanceof GitError && error.code === "repository_too_large";
    if (isKnown) log.warn({ error: sentence }, "index could not be built");
    else log.error({ err: error }, "index could not be built");
    return await retryWhileUnavailable(() => failIndex(services, { lease, failure: sentence, givesUp }), wait);
  }
}

/** Whether the commit that a run found was checked, so that no checks wait since an earlier turn. */
function isChecked(index: ClaimedIndex["index"]): boolean {
  return index.commit === null || readFindings(index)?.commit === index.commit;
}

type Asked = { claimed: ClaimedIndex; made: NewVersion; signal: AbortSignal };

/** Asks the golden questions. A check that fails keeps no version from answering. @throws LeaseLostError; the signal's reason */
async function askGolden({ services, log }: WorkerDependencies, { claimed, made, signal }: Asked) {
  const { project, organization, lease, index } = claimed;
  try {
    const ctx = { ...services, project, organization };
    const { commit, synonyms } = made;
    return await checkGoldenQuestions(ctx, { lease, commit, synonyms, version: index.version, signal });
  } catch (error) {
    if (error instanceof LeaseLostError || signal.aborted) throw error;
    log.error({ err: error }, "golden questions could not be asked");
    return null;
  }
}

/** How many golden questions lose their page, where the version waits for an owner. */
function heldBack(lost: Awaited<ReturnType<typeof askGolden>>): number | null {
  return lost?.isHeld ? lost.lost : null;
}

function formatHold(lost: number): string {
  const what = lost === 1 ? "1 golden question loses its page" : `${lost} golden questions lose their pages`;
  return `${what} with this commit. Fix the pages, or have an owner release the new version.`;
}

/** Takes the runs of sites' indexes from the queue, one at a time. A run that another worker has taken over is left alone. */
export async function startIndexQueue(parts: WorkerDependencies): Promise<void> {
  await parts.services.queue.index.work(async (task) => {
    const { id: projectId, signal } = task;
    const log = parts.log.child({ projectId });
    try {
      await parts.machine.guard(task, () => workOnIndex({ ...parts, log }, projectId, signal));
    } catch (error) {
      if (error instanceof LeaseLostError) return log.info("index run was taken over");
      if (error instanceof ReturnedEntryError) throw error;
      if (signal.aborted) log.info("index run handed back");
      else log.error({ err: error }, "index run failed, it goes back to the queue");
      throw error;
    }
  });
}

/**
 * Checks the files of a commit, and stores how many problems each has, for the list of pages. A commit that was checked is not
 * checked again, and a check that fails keeps no version from answering: then the earlier counts stay.
 *
 * @throws LeaseLostError; the signal's reason
 */
async function checkPages(
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
