import { isCurrentFormat } from "@docsteward/assistant/page/site-fingerprint";
import { listRemote } from "@docsteward/git/cache/remote-refs";
import { GitError } from "@docsteward/git/error";
import { readBranchHead } from "@docsteward/git/local/local-repository";
import type { SystemContext } from "@docsteward/services/context";
import { hostKindOf, repositoryAccess } from "@docsteward/services/git-host";
import {
  addMissingIndexes,
  claimDueSites,
  type DueSite,
  requestIndexIfDue,
} from "@docsteward/services/site/index-request";

/** Projects without an index are rare, and finding them reads all. */
const ROUNDS_BETWEEN_REPAIRS = 60;

/**
 * Looks every so often where the base refs of repositories are, and asks for a run over those that have moved. A look on this
 * machine costs a file; GitHub says itself when something moves, and is asked now and then for what was not heard. Every worker
 * takes part, and each repository is looked at by one.
 */
export function watchRepositories(
  services: SystemContext,
  { everySeconds }: { everySeconds: number },
): { stop(): void } {
  let timer: NodeJS.Timeout;
  let isStopped = false;
  let round = 0;
  const look = async () => {
    try {
      if (round % ROUNDS_BETWEEN_REPAIRS === 0) await addMissingIndexes(services);
      round += 1;
      await pollDueRepositories(services, { everySeconds });
    } catch (error) {
      services.log.warn({ err: error }, "repositories could not be polled, retrying in the next round");
    }
    if (!isStopped) schedule();
  };
  const schedule = () => {
    timer = setTimeout(look, Math.min(everySeconds, 1) * 1000).unref();
  };
  schedule();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** One round: the sites that are due, one after another. */
export async function pollDueRepositories(
  services: SystemContext,
  { everySeconds }: { everySeconds: number },
): Promise<void> {
  const seconds = { local: everySeconds, github: await secondsBetweenLooks(services) };
  const due = await claimDueSites(services, { everySeconds: seconds });
  for (const site of due) {
    const hasVectors = services.embedder === null || site.embedderId === services.embedder.id;
    const isCurrent = isCurrentFormat(site.fingerprint) && hasVectors;
    await requestIndexIfDue(services, { site, head: await headOf(services, site), isCurrent });
  }
}

/** A repository that is gone or cannot be read says nothing new: what it had goes on answering. */
async function headOf(services: SystemContext, site: DueSite): Promise<string | null> {
  const { repository, baseRef } = site;
  try {
    if (hostKindOf(repository) === "local") return await readBranchHead(repository, baseRef);
    const { branches } = await listRemote(() => repositoryAccess(services, site), [baseRef]);
    return branches.get(baseRef) ?? null;
  } catch (error) {
    if (error instanceof GitError) return null;
    throw error;
  }
}

const SECONDS_WITH_EVENTS = 600;
const SECONDS_WITHOUT_EVENTS = 60;

async function secondsBetweenLooks({ github }: SystemContext): Promise<number> {
  const app = await github.current();
  return app?.config.webhookSecret ? SECONDS_WITH_EVENTS : SECONDS_WITHOUT_EVENTS;
}
