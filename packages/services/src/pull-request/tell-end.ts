import type { JobEventBody } from "@docsteward/contract/job-event";
import type { PullRequest, Transaction } from "@docsteward/db/client";
import type { Services } from "../context.ts";
import { repositoryKey } from "../git-host/repository-key.ts";
import { announceJobEvent } from "../job/announce-job-event.ts";
import { appendEvents } from "../job/append-events.ts";
import { addIndexRequest } from "../site/add-index-request.ts";
import { pullRequestUrl } from "./url.ts";

/** What telling needs. */
export type Teller = Pick<Services, "queue" | "clock" | "baseUrl">;

/**
 * Tells that a pull request was merged, closed or reopened, wherever that was done: its job, the project's webhooks, and after a
 * merge into the project's base the index. Call it in the transaction that notes the change, once.
 *
 * @param input.row as the change leaves it
 * @param input.by who did it; null where nobody says
 */
export async function tellEnd(
  services: Teller,
  tx: Transaction,
  { row, by }: { row: PullRequest; by: string | null },
): Promise<void> {
  const { projectId, number, title, state, jobId } = row;
  const project = await tx.project.findUniqueOrThrow({ where: { id: projectId }, include: { organization: true } });
  const job = jobId === null ? null : await tx.job.findUnique({ where: { id: jobId, projectId } });
  if (job) {
    const type = state === "open" ? "pull_request.reopened" : (`pull_request.${state}` as const);
    const event: JobEventBody = {
      type,
      data: { number, url: row.url ?? pullRequestUrl(services, project, row), title, by },
    };
    await appendEvents(tx, { jobId: job.id, events: [event], at: services.clock.now() });
    await announceJobEvent(services, tx, { job, event });
  }
  if (state === "merged" && row.baseRef === project.baseRef && row.repositoryKey === repositoryKey(project))
    await addIndexRequest(tx, services, { projectId, reason: "change" });
}
