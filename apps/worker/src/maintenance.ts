import { pruneCaches } from "@docsteward/git/cache/prune-caches";
import { purgeJobFolders } from "@docsteward/git/files/open-workspace";
import type { Log } from "@docsteward/platform/log";
import { requeueOverdueReports } from "@docsteward/services/automation/report";
import type { SystemContext } from "@docsteward/services/context";
import { sweepJobs } from "@docsteward/services/job/sweep";
import { handBackJobsOfAway, requeueLost } from "@docsteward/services/lease";
import { purgeExpired } from "@docsteward/services/purge-expired";
import { getSecretState, sealAgain } from "@docsteward/services/secret/rotation";

const EVERY_MS = 30_000;

/**
 * Looks every 30 seconds or so for jobs that nothing else would end. Every worker does: the times are spread, so that they do
 * not all poll at the same time.
 */
export function startJobSweep(
  services: SystemContext,
  limits: { maxMinutes: number },
  { everyMs = EVERY_MS }: { everyMs?: number } = {},
): { stop(): void } {
  const sweep = async () => {
    try {
      await sweepJobs(services, limits);
      await requeueLost(services, { kind: "index" });
      await requeueLost(services, { kind: "automation" });
    } catch (error) {
      services.log.warn({ err: error }, "sweep failed, retrying in the next round");
    }
  };
  return repeat(sweep, { pauseMs: () => everyMs * (0.75 + Math.random() / 2), isImmediate: false });
}

/** Does some work again and again, with a pause between the end of one time and the next. The work handles its errors. */
function repeat(
  work: () => Promise<void>,
  { pauseMs, isImmediate }: { pauseMs(): number; isImmediate: boolean },
): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const schedule = () => {
    if (!isStopped) timer = setTimeout(run, pauseMs()).unref();
  };
  const run = () => void work().finally(schedule);
  if (isImmediate) run();
  else schedule();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

const HAND_BACK_EVERY_MS = 1_000;

/** Looks immediately, and then every second, for jobs of workers that were killed or stopped beside this one: it may be the next of them. */
export function startHandBack(services: SystemContext, log: Log): { stop(): void } {
  const look = async () => {
    try {
      const count = await handBackJobsOfAway(services);
      if (count > 0) log.info({ count }, "jobs of a killed or stopped worker handed back");
    } catch (error) {
      log.debug({ err: error }, "jobs of killed and stopped workers could not be looked for");
    }
  };
  return repeat(look, { pauseMs: () => HAND_BACK_EVERY_MS, isImmediate: true });
}

/** Continues a change of the key secret, and says how far it has come. */
async function sealStoredSecretsAgain(services: SystemContext): Promise<void> {
  const { sealed, unreadable } = await sealAgain(services);
  const { waitingKeys } = await getSecretState(services);
  services.log.info(
    { sealed, unreadable, keysLeft: waitingKeys.length },
    "stored secrets sealed again with KEY_SECRET",
  );
}

const CLEANUP_EVERY_MS = 60 * 60 * 1000;
const FIRST_AFTER_MS = 60_000;

/** Deletes, once an hour, what no job needs any more, and tries again what GitHub did not take. Several workers may do it concurrently. */
export function startCleanup(services: SystemContext, log: Log): { stop(): void } {
  const tidy = async () => {
    try {
      if (services.previousKeySecret) await sealStoredSecretsAgain(services);
      await requeueOverdueReports(services);
      await purgeExpired(services);
      await pruneCaches(services.dataDir);
      await purgeJobFolders(services.dataDir, services.clock.now());
    } catch (error) {
      log.warn({ err: error }, "cleanup failed, retrying in an hour");
    }
  };
  const first = setTimeout(tidy, FIRST_AFTER_MS).unref();
  const timer = setInterval(tidy, CLEANUP_EVERY_MS).unref();
  return {
    stop() {
      clearTimeout(first);
      clearInterval(timer);
    },
  };
}
