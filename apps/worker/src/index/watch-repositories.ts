import { isCurrentFormat } from "@docsteward/assistant/page/site-fingerprint";
import { listRemote } from "@docsteward/git/cache/remote-refs";
import { GitError } from "@docsteward/git/error";
import { readBranchHead } from "@docsteward/git/local/local-repository";
import type { SystemContext } from "@docsteward/services/context";
import { hostKindOf, repositoryAccess } from "@docsteward/services/git-host";
import { reconcileServerMerges } from "@docsteward/services/pull-request/outcome";
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
  const stopped = new AbortController();
  let round = 0;
  const look = async () => {
    try {
      if (round % ROUNDS_BETWEEN_REPAIRS === 0) await addMissingIndexes(services);
      round += 1;
      await pollDueRepositories(services, { everySeconds, signal: stopped.signal });
    } catch (error) {
      services.log.warn({ err: error }, "repositories could not be polled, retrying in the next round");
    }
    if (!stopped.signal.aborted) schedule();
  };
  const schedule = () => {
    timer = setTimeout(look, Math.min(everySeconds, 1) * 1000).unref();
  };
  schedule();
  return {
    stop() {
      stopped.abort();
      clearTimeout(timer);
    },
  };
}

/** One round: the sites that are due, one after another. */
export async function pollDueRepositories(
  services: SystemContext,
  { everySeconds, signal }: { everySeconds: number; signal?: AbortSignal },
): Promise<void> {
  const seconds = {
    local: everySeconds,
    github: await secondsBetweenLooks(services),
    git: Math.max(everySeconds, SECONDS_WITHOUT_EVENTS),
  };
  const due = await claimDueSites(services, { everySeconds: seconds });
  for (const site of due) {
    const hasVectors = services.embedder === null || site.embedderId === services.embedder.id;
    const isCurrent = isCurrentFormat(site.fingerprint) && hasVectors;
    const hasMoved = await requestIndexIfDue(services, { site, head: await headOf(services, site), isCurrent });
    if (hasMoved && hostKindOf(site.repository) === "git") await lookForMerges(services, site, signal);
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

async function lookForMerges(services: SystemContext, site: DueSite, signal?: AbortSignal): Promise<void> {
  try {
    await reconcileServerMerges(services, { ...site, signal });
  } catch (error) {
    if (signal?.aborted) return;
    if (!(error instanceof GitError)) throw error;
    services.log.warn({ error: error.message, projectId: site.projectId }, "merged branches could not be looked for");
  }
}

const SECONDS_WITH_EVENTS = 600;
const SECONDS_WITHOUT_EVENTS = 60;

async function secondsBetweenLooks({ github }: SystemContext): Promise<number> {
  const app = await github.current();
  return app?.config.webhookSecret ? SECONDS_WITH_EVENTS : SECONDS_WITHOUT_EVENTS;
}
