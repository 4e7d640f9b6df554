import { readHeads } from "@docsteward/git/cache/fetch-job";
import { GitError } from "@docsteward/git/error";
import { makeVerifiedCommit } from "@docsteward/git/push/make-verified-commit";
import { type PushOutcome, pushBranch } from "@docsteward/git/push/push-branch";
import type { Push } from "../journal.ts";
import type { AgentPorts } from "../ports.ts";
import type { Publication } from "./publication.ts";

/**
 * Brings a push into the form that its repository takes: where that wants verified commits, the host makes the same commit again
 * and signs it. Nothing is on the branch yet.
 */
export async function toSendable(publication: Publication, push: Push, { host }: AgentPorts): Promise<Push> {
  const { cache, job } = publication;
  const { source } = job;
  if (!host.verified?.isNeeded()) return push;
  return { ...push, commit: await makeVerifiedCommit(cache, host.verified, { source, sha: push.commit }) };
}

/** Sends a push as git does, or as the host does with a commit of its own. @returns `unverified` when it has to be the latter */
export async function sendPush(
  publication: Publication,
  { commit: sha, before: expected }: Push,
  { host }: AgentPorts,
): Promise<PushOutcome | { kind: "unverified" }> {
  const { cache, job, round } = publication;
  const { source } = job;
  const { branch } = round;
  if (host.verified?.isNeeded()) {
    if (await host.verified.moveBranch({ source, branch, sha, expected })) return { kind: "pushed" };
    const head = (await readHeads(cache, [branch])).get(branch) ?? null;
    return head === sha ? { kind: "pushed" } : { kind: "moved", head };
  }
  try {
    return await pushBranch(cache, { branch, sha, expected });
  } catch (error) {
    if (!(error instanceof GitError) || error.code !== "unverified_commit" || !host.verified) throw error;
    await host.verified.remember();
    return { kind: "unverified" };
  }
}
