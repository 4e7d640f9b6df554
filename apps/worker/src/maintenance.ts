import { pruneCaches } from "@docsteward/git/cache/prune-caches";
import { purgeJobFolders } from "@docsteward/git/files/open-workspace";
import type { Log } from "@docsteward/platform/log";
import { requeueOverdueReports } from "@docsteward/services/automation/report";
import type { SystemContext } from "@docsteward/services/context";
import { sweepJobs } from "@docsteward/services/job/sweep";
import { handBackJobsOfGone, requeueLost } from "@docsteward/services/lease";
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
  let timer: NodeJS.Timeout;
  const schedule = () => {
    timer = setTimeout(sweep, everyMs * (0.75 + Math.random() / 2)).unref();
  };
  let isStopped = false;
  const sweep = async () => {
    try {
      await sweepJobs(services, limits);
      await requeueLost(services, { kind: "index" });
      await requeueLost(services, { kind: "automation" });
    } catch (error) {
      services.log.warn({ err: error }, "sweep failed, retrying in the next round");
    }
    if (!isStopped) schedule();
  };
  schedule();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

const HAND_BACK_EVERY_MS = 2_000;

/** Looks immediately, and then every two seconds, for jobs of workers that were killed beside this one: it may be the next of them. */
export function startHandBack(
  services: SystemContext,
  log: Log,
  { everyMs = HAND_BACK_EVERY_MS }: { everyMs?: number } = {},
): { stop(): void } {
  let timer: NodeJS.Timeout;
  let isStopped = false;
  const look = async () => {
    try {
      const count = await handBackJobsOfGone(services);
      if (count > 0) log.info({ count }, "jobs of a killed worker handed back");
    } catch (error) {
      log.debug({ err: error }, "jobs of killed workers could not be looked for");
    }
    if (!isStopped) timer = setTimeout(look, everyMs).unref();
  };
  void look();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
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
