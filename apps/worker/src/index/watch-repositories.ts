import { isCurrentFormat } from "@docsteward/assistant/index/site-ground";
import { GitError } from "@docsteward/git/error";
import { readBranchHead } from "@docsteward/git/local/read-branch-head";
import type { Services } from "@docsteward/services/context";
import { requestForDue } from "@docsteward/services/site/request-for-due";
import { type DueSite, takeDueSites } from "@docsteward/services/site/take-due-sites";

/**
 * Looks every so often where the base refs of repositories on this machine are, and asks for a run over those that have moved.
 * A look costs a file; every worker takes part, and each repository is looked at by one.
 */
export function watchRepositories(services: Services, { everySeconds }: { everySeconds: number }): { stop(): void } {
  let timer: NodeJS.Timeout;
  let isStopped = false;
  const look = async () => {
    try {
      await lookAtDue(services, { everySeconds });
    } catch (error) {
      services.log.warn({ err: error }, "repositories could not be looked at, the next round tries again");
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
export async function lookAtDue(services: Services, { everySeconds }: { everySeconds: number }): Promise<void> {
  for (const site of await takeDueSites(services, { host: "local", everySeconds })) {
    const hasVectors = services.embedder === null || site.embedderId === services.embedder.id;
    const isCurrent = isCurrentFormat(site.ground) && hasVectors;
    await requestForDue(services, site, { head: await headOf(site), isCurrent });
  }
}

/** A repository that is gone or cannot be read says nothing new: what it had goes on answering. */
async function headOf({ repository, baseRef }: DueSite): Promise<string | null> {
  try {
    return await readBranchHead(repository, baseRef);
  } catch (error) {
    if (error instanceof GitError) return null;
    throw error;
  }
}
