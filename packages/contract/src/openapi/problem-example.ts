import { ERRORS, type PublicErrorCode } from "../error.ts";
import { DEFAULT_LIMITS, LIMIT_NAMES } from "../limits.ts";
import type { Operation } from "../operation.ts";
import type { Problem } from "../problem.ts";

/** What of an operation its errors depend on. */
export type ErrorSubject = Pick<Operation, "auth" | "scope" | "limits">;

const ANY: ErrorSubject = { auth: "admin", scope: "write", limits: ["agent-hour"] };

/** An answer with this error, as the document shows it: of one operation, or of those that create jobs. */
export function problemExample(code: PublicErrorCode, subject: ErrorSubject = ANY): Problem {
  const { status, title } = ERRORS[code];
  const sentence = sentenceOf(code, subject);
  const violated = policyOf(code, subject);
  return {
    error: sentence,
    code,
    type: `/errors/${code}`,
    title,
    status,
    detail: sentence,
    ...(code === "invalid_request" && { details: [{ path: fieldOf(subject), message: sentence }] }),
    ...(violated !== undefined && { "violated-policies": [violated] }),
    requestId: "req_01KADZ4XK8Y5T1M3Q7V9B2C6DE",
  };
}

function sentenceOf(code: PublicErrorCode, subject: ErrorSubject): string {
  const isAdmin = subject.auth === "admin";
  switch (code) {
    case "invalid_request":
      return `"${fieldOf(subject)}" must have at most 100 characters.`;
    case "wrong_key_type":
      return isAdmin
        ? "This operation requires an admin key (svc_…), not an assistant key."
        : "This operation requires an assistant key (svc_dsc_…), not an admin key.";
    case "insufficient_scope":
      return `This API key doesn't have the ${subject.scope} scope.`;
    case "not_found":
      return isAdmin ? "Job not found." : "Project not found.";
    case "rate_limited":
      if (subject.limits.length === 0) return "This API key has 100 open streams. Close one, then try again.";
      if (isAdmin) return agentLimit(subject);
      return callLimit(subject.limits.includes("org-hour") ? "org-hour" : "ip-day");
    case "quota_exceeded":
      return callLimit("key-month");
    default:
      return SENTENCES[code];
  }
}

const fieldOf = ({ auth }: ErrorSubject) => (auth === "admin" ? "projectId" : "domain");

function agentLimit({ limits }: ErrorSubject): string {
  const isFirst = limits.includes("agent-v1-hour");
  return isFirst
    ? `Limit reached: ${DEFAULT_LIMITS.agentV1PerHour} agent jobs per hour for this project in version 1. Try again in 30 minutes.`
    : `Limit reached: ${DEFAULT_LIMITS.agentPerHour} agent jobs and messages per hour for this project. Try again in 30 minutes.`;
}

const CALLS = {
  "key-month": { quota: DEFAULT_LIMITS.assistantPerKeyAndMonth, what: "calls per month for this key", when: "10 days" },
  "org-hour": {
    quota: DEFAULT_LIMITS.assistantPerOrganizationAndHour,
    what: "calls per hour for this organization",
    when: "30 minutes",
  },
  "ip-day": {
    quota: DEFAULT_LIMITS.assistantPerAddressAndDay,
    what: "calls per day from your IP address",
    when: "5 hours",
  },
};

function callLimit(name: keyof typeof CALLS): string {
  const { quota, what, when } = CALLS[name];
  return `Limit reached: ${quota} ${what}. Try again in ${when}.`;
}

function policyOf(code: PublicErrorCode, { limits }: ErrorSubject): string | undefined {
  if (code === "quota_exceeded") return "key-month";
  if (code === "budget_exceeded") return "project-cost-month";
  if (code !== "rate_limited") return undefined;
  return limits.includes("org-hour") ? "org-hour" : LIMIT_NAMES.find((name) => limits.includes(name));
}

type Fixed = Exclude<
  PublicErrorCode,
  "invalid_request" | "wrong_key_type" | "insufficient_scope" | "not_found" | "rate_limited" | "quota_exceeded"
>;

const SENTENCES: Record<Fixed, string> = {
  invalid_json: "The body isn't valid JSON.",
  missing_key: "Send your API key in the header `Authorization: Bearer <key>`.",
  invalid_key: "This API key is invalid. Check that you copied the whole key.",
  expired_key: "This API key has expired. Create a new one.",
  invalid_reader_token: "The token in `X-Reader-Token` has expired. Send a new one.",
  revoked_key: "This API key was revoked. Create a new one.",
  ip_not_allowed: "This API key can't be used from your IP address.",
  origin_not_allowed: "This API key can't be used from this website.",
  method_not_allowed: "DELETE isn't supported here. Use POST, OPTIONS.",
  conflict: "This project has no repository. Connect one first.",
  job_archived: "This job is archived. Unarchive it to send a message.",
  job_not_cancellable: "This job can't be cancelled: it is already completed.",
  idempotency_in_progress: "The first request with this Idempotency-Key is still running.",
  idempotency_mismatch: "This Idempotency-Key was used with a different body. Use a new key for a new request.",
  stream_expired: "The events after this id have expired. Start again without Last-Event-ID.",
  payload_too_large: `The body is too large. Send at most ${DEFAULT_LIMITS.bodyBytes} bytes.`,
  unsupported_media_type: "Send the body as JSON in UTF-8, with Content-Type: application/json.",
  budget_exceeded: "This project's budget of $50.00 for November 2026 is used up. It resets on December 1.",
  internal: "Internal error. Include req_01KADZ4XK8Y5T1M3Q7V9B2C6DE when you report it.",
  upstream_error: "The assistant's model is unreachable. Try again later.",
  unavailable: "The database is unavailable. Try again in a few seconds.",
};
