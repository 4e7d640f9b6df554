import { answerComments } from "@docsteward/services/github-event/answer-comments";
import { handleGitHubEvent } from "@docsteward/services/github-event/handle";
import type { WorkerParts } from "./parts.ts";

/** Takes what GitHub has told, and what it is to be told, from the queue. What throws comes round again. */
export async function startGitHubQueue({ services }: Pick<WorkerParts, "services">): Promise<void> {
  await services.queue.github.work((task) =>
    "deliveryId" in task
      ? handleGitHubEvent(services, task.deliveryId)
      : answerComments(services, { jobId: task.answersOfJob }),
  );
}
