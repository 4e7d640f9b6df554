import { AppError } from "@docsteward/contract/error";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { GitHubApp } from "@docsteward/git/github/github-app";
import { mayWrite } from "@docsteward/git/github/may-write";
import { readSlug } from "@docsteward/git/github/read-slug";
import { parseRepositoryName } from "@docsteward/git/github/repository-name";
import type { ProjectWithOrganization, Services } from "../context.ts";
import { sendMessage } from "../job/send-message.ts";
import { answerComments } from "./answer-comments.ts";
import type { GitHubFacts } from "./facts.ts";
import { findPullRequests, type JobPullRequest } from "./find-pull-requests.ts";
import { readMention } from "./read-mention.ts";

type Comment = GitHubFacts & { kind: "comment" };

/**
 * Takes a comment on a job's pull request that speaks to the App for a follow-up message, if whoever wrote it may push there.
 * Everybody else is not answered at all.
 */
export async function takeComment(services: Services, comment: Comment): Promise<void> {
  const { github } = services;
  const app = await github.current();
  if (app === null) return;
  for (const row of await findPullRequests(services, comment)) await sendToJob(services, { app, row, comment });
}

type Taken = { app: GitHubApp; row: JobPullRequest; comment: Comment };

async function sendToJob(services: Services, { app, row, comment }: Taken): Promise<void> {
  const { project, jobId } = row;
  const prompt = readMention(comment.body, await readSlug(app));
  const repository = parseRepositoryName(row.repository, app.webUrl);
  if (!prompt || repository === null || !(await mayWrite(app, repository, comment.by))) return;
  // Whoever has kept the event until nobody remembers it any more asks nothing a second time.
  const known = await services.db.gitHubMention.findUnique({ where: { id: comment.commentId } });
  if (known && known.answeredAt !== null) return;
  const refusal = await send(services, { project, jobId, comment, prompt });
  await withTransaction(services.db, async (tx) => {
    const { commentId: id, by: author, number } = comment;
    await tx.gitHubMention.createMany({
      data: [{ id, projectId: project.id, jobId, number, author, createdAt: new Date(comment.writtenAt) }],
      skipDuplicates: true,
    });
    // The job may have come to rest already, before there was somebody to answer.
    if (refusal === null) await services.queue.github.enqueue(tx, { answersOfJob: jobId });
  });
  if (refusal) await answerComments(services, { jobId, refusal: { commentId: comment.commentId, sentence: refusal } });
}

type Message = { project: ProjectWithOrganization; jobId: string; comment: Comment; prompt: string };

/** What the person did not get, and can read why. */
const REFUSALS: ReadonlySet<string> = new Set(["job_archived", "budget_exceeded", "invalid_request"]);

/** @returns null when it was sent, now or before; else the sentence that says why not */
async function send(services: Services, { project, jobId, comment, prompt }: Message): Promise<string | null> {
  const ctx = { ...services, project, actor: { kind: "github", login: comment.by } as const };
  try {
    await sendMessage(ctx, { id: jobId, prompt, idempotencyKey: `github-comment-${comment.commentId}` });
    return null;
  } catch (error) {
    if (error instanceof AppError && REFUSALS.has(error.code)) return error.message;
    throw error;
  }
}
