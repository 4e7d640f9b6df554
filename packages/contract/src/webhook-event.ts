import { z } from "zod";
import { AgentJob, FailureCode } from "./job.ts";

const jobEvent = <S extends z.ZodRawShape>(more: S) => z.object({ projectId: z.string(), job: AgentJob, ...more });

const pullRequest = z.object({ number: z.int(), url: z.string(), title: z.string() });

/**
 * The events that webhook endpoints receive, by type, with the `data` of each. `job` is the job object of the public API at the
 * time of the event.
 *
 * @see https://www.standardwebhooks.com for the envelope and the signature
 */
export const WEBHOOK_EVENTS = {
  "job.created": jobEvent({ prompt: z.string() }),
  /** `by` is a person's name, or a login at GitHub with its @; null for keys and the command line. */
  "job.message_received": jobEvent({
    message: z.object({ id: z.string(), content: z.string() }),
    by: z.string().nullable(),
  }),
  "job.completed": jobEvent({ messageToUser: z.string() }),
  /** The job has ended. A failed round sends no event when the job continues with waiting messages. */
  "job.failed": jobEvent({ failure: z.object({ code: FailureCode, reason: z.string() }) }),
  "pull_request.opened": jobEvent({ pullRequest }),
  /** A person did this, at the forge or in the dashboard; `by` names the person where known. */
  "pull_request.merged": jobEvent({ pullRequest, by: z.string().nullable() }),
  "pull_request.closed": jobEvent({ pullRequest, by: z.string().nullable() }),
  "pull_request.reopened": jobEvent({ pullRequest, by: z.string().nullable() }),
  "assistant.unanswered": z.object({
    projectId: z.string(),
    threadId: z.string(),
    messageId: z.string(),
    question: z.string(),
    /** Pages that came nearest, best first, as paths on the site. */
    nearestPages: z.array(z.string()),
  }),
  /** A new version of the index lost golden questions. While `isHeld`, the one before still answers. */
  "index.regressed": z.object({
    projectId: z.string(),
    commit: z.string(),
    isHeld: z.boolean(),
    lost: z.array(z.object({ question: z.string(), expected: z.string() })),
  }),
  "index.updated": z.object({
    projectId: z.string(),
    commit: z.string(),
    pages: z.int(),
  }),
} as const;

/** Types of webhook events that an endpoint can subscribe to. */
export type WebhookEventType = keyof typeof WEBHOOK_EVENTS;

export const WEBHOOK_EVENT_TYPES = Object.keys(WEBHOOK_EVENTS) as [WebhookEventType, ...WebhookEventType[]];

/** An event as the verbs hand it in. */
export type WebhookEvent = {
  [T in WebhookEventType]: { type: T; data: z.infer<(typeof WEBHOOK_EVENTS)[T]> };
}[WebhookEventType];

/** Sent on request, to any endpoint, whatever it subscribes to. */
export const WEBHOOK_PING = "webhook.ping";

/** The body of every delivery. */
export const WebhookBody = z.object({
  type: z.enum([...WEBHOOK_EVENT_TYPES, WEBHOOK_PING]),
  /** When it happened, not when it was sent. */
  timestamp: z.iso.datetime(),
  data: z.record(z.string(), z.unknown()),
});
/** A parsed delivery. */
export type WebhookBody = z.infer<typeof WebhookBody>;
