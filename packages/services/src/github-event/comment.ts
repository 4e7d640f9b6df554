import { AppError } from "@docsteward/contract/error";
import { parseInput } from "@docsteward/contract/input-schema";
import type { GitHubMention, Job } from "@docsteward/db/client";
import { addCommentOnce, canWrite, readSlug } from "@docsteward/git/github/app-events";
import type { GitHubApp } from "@docsteward/git/github/github-app";
import { parseRepositoryName } from "@docsteward/git/github/repository-name";
import { cutPieces, HTML_COMMENT, splitFences } from "@docsteward/text/markdown/scanner";
import { inProject, inTransaction, type ProjectWithOrganization, type SystemContext } from "../context.ts";
import { SendMessage, sendMessage } from "../job/send-message.ts";
import { appFor, useOf } from "../repository-use.ts";
import type { GitHubEvent } from "./event.ts";
import { findPullRequests, type JobPullRequest } from "./find-pull-requests.ts";

type Comment = GitHubEvent & { kind: "comment" };

/**
 * Turns a comment on a job's pull request that mentions the App into a follow-up message, if its author may push there.
 * Comments of other people get no answer.
 */
export async function handleComment(ctx: SystemContext, comment: Comment): Promise<void> {
  const app = await ctx.github.current();
  if (app === null) return;
  for (const row of await findPullRequests(ctx, comment)) await sendToJob(ctx, { app, row, comment });
}

type Taken = { app: GitHubApp; row: JobPullRequest; comment: Comment };

async function sendToJob(ctx: SystemContext, { app, row, comment }: Taken): Promise<void> {
  const { project, jobId } = row;
  const prompt = parseMention(comment.body, await readSlug(app));
  const repository = parseRepositoryName(row.repository, app.webUrl);
  if (!prompt || repository === null || !(await canWrite(app, repository, { login: comment.by }))) return;
  // A replay after the event's record was deleted sends no second message.
  const known = await ctx.db.gitHubMention.findUnique({ where: { id: comment.commentId } });
  if (known && known.answeredAt !== null) return;
  const refusal = await send(ctx, { project, jobId, comment, prompt });
  await inTransaction(ctx, async ({ db, queue }) => {
    const { commentId: id, by: author, number } = comment;
    await db.gitHubMention.createMany({
      data: [{ id, projectId: project.id, jobId, number, author, createdAt: new Date(comment.writtenAt) }],
      skipDuplicates: true,
    });
    // The job may have ended already, before there was a comment to answer.
    if (refusal === null) await queue.github.enqueue(db, { answersOfJob: jobId });
  });
  if (refusal) await replyToComments(ctx, { jobId, refusal: { commentId: comment.commentId, sentence: refusal } });
}

type Message = { project: ProjectWithOrganization; jobId: string; comment: Comment; prompt: string };

/** What the person did not get, and can read why. */
export const REFUSALS: ReadonlySet<string> = new Set(["job_archived", "budget_exceeded", "invalid_request"]);

/** @returns null when it was sent, now or before; else the sentence that says why not */
async function send(system: SystemContext, { project, jobId, comment, prompt }: Message): Promise<string | null> {
  const ctx = inProject({ ...system, actor: { kind: "github", login: comment.by } }, project);
  try {
    const message = parseInput(SendMessage, { id: jobId, prompt });
    await sendMessage(ctx, { ...message, idempotencyKey: `github-comment-${comment.commentId}` });
    return null;
  } catch (error) {
    if (error instanceof AppError && REFUSALS.has(error.code)) return error.message;
    throw error;
  }
}

const MAX_CHARACTERS = 20_000;

/**
 * Answers the comments that became messages to a job, once it has come to rest: one comment for all of them, and never a second.
 *
 * @param input.refusal a comment that could not become a message, and why; it is answered immediately and separately
 */
export async function replyToComments(
  ctx: SystemContext,
  { jobId, refusal }: { jobId: string; refusal?: { commentId: string; sentence: string } },
): Promise<void> {
  const { db } = ctx;
  const job = await db.job.findUnique({
    where: { id: jobId },
    include: { project: { include: { organization: true } } },
  });
  if (!job || (job.status === "active" && !refusal)) return;
  const waiting = await db.gitHubMention.findMany({
    where: { jobId, answeredAt: null, repository: null, ...(refusal && { id: refusal.commentId }) },
    orderBy: { createdAt: "asc" },
  });
  await answer(ctx, { job, waiting, outcome: refusal?.sentence ?? tellOutcome(job) });
}

type Answered = { job: Job & { project: ProjectWithOrganization }; waiting: GitHubMention[]; outcome: string };

async function answer(ctx: SystemContext, { job, waiting, outcome }: Answered): Promise<void> {
  const { db, clock, baseUrl } = ctx;
  const [first] = waiting;
  const app = await appFor(ctx, useOf(job.project, job));
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

export function tellOutcome({ status, messageToUser, failureReason }: Job): string {
  const text =
    status === "completed" ? (messageToUser ?? "Done.") : `This did not work: ${failureReason ?? "it failed."}`;
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}

/** A name after an @, which is no part of an address, with what follows it. */
const MENTION = /(?<![\w@/.-])@([a-z0-9-]+)(?:\[bot\])?(?![\w-])[,:]?[ \t]?/gi;
const INLINE_CODE = /(`[^`\n]*`)/;

/**
 * The words of a comment that speaks to an App: the whole of it without the App's name and without what is quoted of others.
 *
 * @param slug the App's name in addresses; people write it with an @, or as the bot it signs with
 * @returns null where the App is not spoken to; names in code and in quotes are not meant
 */
export function parseMention(body: string, slug: string): string | null {
  const name = slug.replaceAll(/[^a-z0-9-]/gi, "").toLowerCase();
  const withoutName = (text: string) =>
    text.replaceAll(MENTION, (whole, mentioned: string) => (mentioned.toLowerCase() === name ? "" : whole));
  const own = cutPieces(body, [HTML_COMMENT])
    .split(/\r?\n/)
    .filter((line) => !/^\s*>/.test(line))
    .join("\n");
  // A pattern in brackets puts what it splits at into the odd places.
  const withoutNames = (text: string) =>
    text.split(INLINE_CODE).map((part, index) => (index % 2 === 1 ? part : withoutName(part)));
  const words = splitFences(own)
    .map(({ fence, text }) => (fence ? text : withoutNames(text).join("")))
    .join("\n");
  return words === own ? null : words.trim();
}
