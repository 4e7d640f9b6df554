import { tidyCaches } from "@docsteward/git/cache/tidy-caches";
import { removeOldJobFolders } from "@docsteward/git/files/job-folder";
import type { Log } from "@docsteward/platform/log";
import type { Services } from "@docsteward/services/context";
import { keepHouse } from "@docsteward/services/keep-house";

const EVERY_MS = 60 * 60 * 1000;
const FIRST_AFTER_MS = 60_000;

/** Clears away, once an hour, what no job needs any more. Several workers may do it at once. */
export function startTidying(services: Services, log: Log): { stop(): void } {
  const tidy = async () => {
    try {
      await keepHouse(services);
      await tidyCaches(services.dataDir);
      await removeOldJobFolders(services.dataDir, services.clock.now());
    } catch (error) {
      log.warn({ err: error }, "cleanup failed, retrying in an hour");
    }
  };
  const first = setTimeout(tidy, FIRST_AFTER_MS).unref();
  const timer = setInterval(tidy, EVERY_MS).unref();
  return {
    stop() {
      clearTimeout(first);
      clearInterval(timer);
    },
  };
}
