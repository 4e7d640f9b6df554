import { GitError } from "@docsteward/git/error";
import { BoundedError } from "@docsteward/platform/bounded/bounded-error";
import { decideRun } from "@docsteward/services/automation/decide";
import { addGapRuns, addScheduledRuns, followRepositories } from "@docsteward/services/automation/due";
import { openRuns } from "@docsteward/services/automation/open-runs";
import { replaceOutdatedRun } from "@docsteward/services/automation/source-pulls";
import type { WorkerDependencies } from "../dependencies.ts";
import { findChange } from "./find-change.ts";
import { writeFileChanges } from "./write-file.ts";

const ROUND_MS = 1_000;
/** Servers count requests, and those are for jobs, too. */
const REMOTE_SECONDS = 60;
/** One automation's repositories must not keep the others waiting. */
const LOOK_MS = 180_000;

type Parts = Pick<WorkerDependencies, "services" | "log" | "machine">;

/**
 * Adds the runs of automations when they are due, and decides about them from the queue. Every worker does; each run is added and
 * decided once.
 */
export async function startAutomations(
  parts: Parts,
  { everySeconds, roundMs = ROUND_MS }: { everySeconds: number; roundMs?: number },
): Promise<{ stop(): void }> {
  const { services, log } = parts;
  await services.queue.automation.work(({ id: automationId, signal, returns }) =>
    parts.machine.guard({ id: automationId, returns }, () =>
      automationId.startsWith("prj_")
        ? writeFileChanges(parts, { projectId: automationId, signal })
        : decideRuns(parts, { automationId, signal }),
    ),
  );
  let isStopped = false;
  const timers = new Map<() => Promise<unknown>, NodeJS.Timeout>();
  const repeat = (look: () => Promise<unknown>) => {
    const schedule = () => timers.set(look, setTimeout(round, roundMs * (0.75 + Math.random() / 2)).unref());
    const round = async () => {
      await look().catch((error: unknown) =>
        log.warn({ err: error }, "automations could not be looked at, retrying in the next round"),
      );
      if (!isStopped) schedule();
    };
    schedule();
  };
  repeat(async () => {
    await addScheduledRuns(services);
    await addGapRuns(services);
  });
  // A server that does not answer holds up no schedule.
  repeat(() => followRepositories(services, { everySeconds: { local: everySeconds, remote: REMOTE_SECONDS } }));
  return {
    stop() {
      isStopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

/** Decides about the runs of one automation, one after another. */
async function decideRuns(
  { services, log }: Pick<Parts, "services" | "log">,
  { automationId, signal }: { automationId: string; signal: AbortSignal },
): Promise<void> {
  for (const run of await openRuns(services, { automationId })) {
    signal.throwIfAborted();
    const late = AbortSignal.timeout(LOOK_MS);
    const look = async () =>
      (await replaceOutdatedRun(services, run))
        ? null
        : { change: await findChange({ services }, run, AbortSignal.any([signal, late])) };
    const input = await look().catch((error: unknown) => {
      if (signal.aborted) throw error;
      if (late.aborted) return { failure: "Its repositories took too long to read." };
      if (!(error instanceof GitError || error instanceof BoundedError)) throw error;
      return { failure: error.message };
    });
    if (input === null) continue;
    const { head } = run.data;
    const decided = await decideRun(services, { runId: run.id, ...(head !== undefined && { head }), ...input });
    if (decided === null) continue;
    const { state, reason, jobId } = decided;
    log.info({ automationId, runId: run.id, state, reason, jobId }, "automation run decided");
  }
}
