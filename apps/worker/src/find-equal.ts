import { setTimeout as sleep } from "node:timers/promises";
import { type EqualPullRequest, JobFailure } from "@docsteward/agent/ports";
import { type WaitOptions, waitWhileAway } from "@docsteward/db/wait-while-away";
import type { GitHost, Source } from "@docsteward/git/host";
import type { Services } from "@docsteward/services/context";
import type { JobClaim } from "@docsteward/services/job/job-claim";
import { claimTree } from "@docsteward/services/pull-request/claim-tree";

type Parts = { services: Services; host: GitHost; source: Source; claim: JobClaim; wait: WaitOptions };

const LOOK_AGAIN_MS = 250;
/** Longer than a lost worker's job takes to be taken up by another one. */
const MAX_WAIT_MS = 90_000;

/**
 * Finds the open pull request of another job that has the very same files, and waits for one that is about to be opened. Where
 * there is none, the files are this job's to publish until its round ends.
 *
 * @throws JobFailure when another job neither opens its pull request nor ends: waiting on would keep it from a worker
 */
export async function findEqual(parts: Parts, treeSha: string): Promise<EqualPullRequest | null> {
  const { services, host, source, claim, wait } = parts;
  const deadlineMs = performance.now() + MAX_WAIT_MS;
  const except: number[] = [];
  for (;;) {
    const found = await waitWhileAway(() => claimTree(services, claim, { treeSha, except }), wait);
    if (found.kind === "claimed") return null;
    if (found.kind === "equal") {
      const { number, headSha } = found.pullRequest;
      // What is remembered may be old: a person may have closed it, or pushed to it.
      const now = await host.getPullRequest(source, number);
      if (now?.state === "open" && now.headSha === headSha) return { number, url: now.url };
      except.push(number);
      continue;
    }
    if (performance.now() > deadlineMs) throw stillTaken();
    await sleep(LOOK_AGAIN_MS, undefined, { signal: wait.signal });
  }
}

function stillTaken(): JobFailure {
  return new JobFailure(
    "push_refused",
    "Another job with the same change is about to open a pull request and has stalled. Cancel that job, or send a message to try again.",
  );
}
