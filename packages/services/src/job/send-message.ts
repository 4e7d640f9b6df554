import { AppError } from "@docsteward/contract/error";
import { type AgentJob, SendMessageBody } from "@docsteward/contract/job";
import { newId } from "@docsteward/platform/id";
import { currentSpan } from "@docsteward/platform/tracing";
import type { z } from "zod";
import { nameOfActor } from "../actor.ts";
import { recordAudit } from "../audit/record.ts";
import type { ProjectContext } from "../context.ts";
import { requireBudget } from "../usage/budget.ts";
import { openDay } from "../usage/days.ts";
import { enqueueing, findReviewer } from "./create.ts";
import { appendEvents, publishJobEvent } from "./events.ts";
import { findRepeatedCall, rememberCall } from "./idempotency.ts";
import { JobId, lockJob, presentJob, requireJob } from "./job.ts";
import { requireShort } from "./prompt.ts";

/** Input of `sendMessage`: the job and the follow-up instruction. */
export const SendMessage = SendMessageBody.extend(JobId.shape);
/** Parsed input of `sendMessage`. */
export type SendMessage = z.infer<typeof SendMessage> & { idempotencyKey?: string };

/**
 * Adds an instruction to a job, whatever its status; the job is `active` immediately and handles it after all earlier ones.
 *
 * The message, its event and its queue entry are written in one transaction under the job's lock: messages of one job have
 * one order, the same for everybody. Messages that waited when a job was cancelled are worked on with the new one.
 *
 * @throws AppError `not_found`, `job_archived`, `invalid_request`, `budget_exceeded`, `idempotency_in_progress`,
 *   `idempotency_mismatch`
 */
export async function sendMessage(
  ctx: ProjectContext,
  input: SendMessage,
): Promise<{ job: AgentJob; isReplay: boolean }> {
  const content = requireShort(ctx, input.prompt);
  const { idempotencyKey, ...body } = input;
  const call = { idempotencyKey, operation: "send-message", body } as const;
  return enqueueing(ctx, async (ctx) => {
    const repeated = await findRepeatedCall(ctx, call);
    if (repeated !== null) {
      const job = await requireJob(ctx, { id: repeated });
      return { job: presentJob(job), isReplay: true };
    }
    const job = await lockJob(ctx, { id: input.id });
    if (job.archivedAt !== null) {
      throw new AppError("job_archived", "This job is archived. Unarchive it to send a message.");
    }
    await requireBudget(ctx);
    const at = ctx.clock.now();
    const messageId = newId("msg");
    const reviewer = await findReviewer(ctx);
    const wakes = job.status === "active" ? {} : RESUMED;
    if (job.status !== "active") await openDay(ctx, job);
    const updated = await ctx.db.job.update({
      where: { id: job.id },
      data: {
        ...wakes,
        ...(reviewer !== null && { reviewer }),
        traceparent: currentSpan().traceparent,
        lastMessageSeq: { increment: 1 },
        messages: { create: { id: messageId, seq: job.lastMessageSeq + 1, role: "user", content, createdAt: at } },
      },
    });
    const by = nameOfActor(ctx.actor);
    const event = { type: "message.received", data: { messageId, content, ...(by && { by }) } } as const;
    await appendEvents(ctx, { jobId: job.id, events: [event], at });
    await publishJobEvent(ctx, { job: updated, event });
    await rememberCall(ctx, { ...call, jobId: job.id });
    // They may be no member here: the organization's admins see who steers its jobs from there.
    if (ctx.actor.kind === "github") {
      const { organizationId, id: projectId } = ctx.project;
      const entry = { organizationId, projectId, action: "github.message_taken" } as const;
      await recordAudit(ctx, { ...entry, targetId: job.id, details: { number: job.pullRequestNumber } });
    }
    await ctx.queue.job.enqueue(ctx.db, job.id);
    return { job: presentJob(updated), isReplay: false };
  });
}

/** What a job that rests becomes when it is asked again. */
const RESUMED = {
  status: "active",
  startedAt: null,
  endedAt: null,
  failureCode: null,
  failureReason: null,
  claimedTree: null,
} as const;
