import { GitError, MISCONFIGURED } from "@docsteward/git/error";
import type { Services } from "../context.ts";
import type { GitHubFacts } from "./facts.ts";
import { noteAccess } from "./note-access.ts";
import { notePullRequest } from "./note-pull-request.ts";
import { notePush } from "./note-push.ts";
import { takeComment } from "./take-comment.ts";

/**
 * Does what follows from an event. Doing it twice changes nothing, so a worker that was lost over it is no harm.
 *
 * @throws GitError when GitHub cannot be asked now: the event comes round again
 */
export async function handleGitHubEvent(services: Services, deliveryId: string): Promise<void> {
  const { db, clock, log } = services;
  const delivery = await db.gitHubDelivery.findUnique({ where: { id: deliveryId } });
  if (!delivery?.facts || delivery.handledAt !== null) return;
  try {
    await act(services, delivery.facts as GitHubFacts);
  } catch (error) {
    if (!isHopeless(error)) throw error;
    log.info({ deliveryId, event: delivery.event, error: error.message }, "github event could not be handled");
  }
  await db.$executeRaw`
    UPDATE "GitHubDelivery" SET "handledAt" = ${clock.now()}::timestamptz, facts = NULL WHERE id = ${deliveryId}`;
}

function act(services: Services, facts: GitHubFacts): Promise<void> {
  switch (facts.kind) {
    case "push":
      return notePush(services, facts);
    case "pull_request":
      return notePullRequest(services, facts);
    case "comment":
      return takeComment(services, facts);
    case "access":
      return noteAccess(services);
  }
}

/** The App may no longer look there: trying again would not help. */
function isHopeless(error: unknown): error is GitError {
  return error instanceof GitError && (MISCONFIGURED.has(error.code) || error.code === "push_refused");
}
