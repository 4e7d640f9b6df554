import type { GitHubMention, Job } from "@docsteward/db/client";
import { addCommentOnce } from "@docsteward/git/github/add-comment-once";
import { parseRepositoryName } from "@docsteward/git/github/repository-name";
import type { ProjectWithOrganization, Services } from "../context.ts";
import { appFor, useOf } from "../git-host/require-use.ts";

const MAX_CHARACTERS = 20_000;

/**
 * Answers the comments that became messages to a job, once it has come to rest: one comment for all of them, and never a second.
 *
 * @param input.refusal a comment that could not become a message, and why; it is answered at once and by itself
 */
export async function answerComments(
  services: Services,
  { jobId, refusal }: { jobId: string; refusal?: { commentId: string; sentence: string } },
): Promise<void> {
  const { db } = services;
  const job = await db.job.findUnique({
    where: { id: jobId },
    include: { project: { include: { organization: true } } },
  });
  if (!job || (job.status === "active" && !refusal)) return;
  const waiting = await db.gitHubMention.findMany({
    where: { jobId, answeredAt: null, ...(refusal && { id: refusal.commentId }) },
    orderBy: { createdAt: "asc" },
  });
  await answer(services, { job, waiting, outcome: refusal?.sentence ?? tellOutcome(job) });
}

type Answered = { job: Job & { project: ProjectWithOrganization }; waiting: GitHubMention[]; outcome: string };

async function answer(services: Services, { job, waiting, outcome }: Answered): Promise<void> {
  const { db, clock, baseUrl } = services;
  const [first] = waiting;
  const app = await appFor(services, useOf(job.project, job));
  const repository = app && parseRepositoryName(job.repository, app.webUrl);
  if (!first || !repository) return;
  const authors = [...new Set(waiting.map(({ author }) => `@${author}`))].join(" ");
  const page = `${baseUrl}/${job.project.organization.slug}/${job.project.domain}/jobs/${job.id}`;
  await addCommentOnce(app, {
    repository,
    number: first.number,
    body: `${authors}\n\n${outcome}\n\n[The job](${page})`,
    mark: `answer to ${first.id}`,
    since: first.createdAt,
  });
  await db.gitHubMention.updateMany({
    where: { id: { in: waiting.map(({ id }) => id) } },
    data: { answeredAt: clock.now() },
  });
}

function tellOutcome({ status, messageToUser, failureReason }: Job): string {
  const text =
    status === "completed" ? (messageToUser ?? "Done.") : `This did not work: ${failureReason ?? "it failed."}`;
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}
