import { ERRORS, type ErrorCode } from "../error.ts";
import type { Problem } from "../problem.ts";

/** An answer with this error, as the document shows it. */
export function problemExample(code: ErrorCode): Problem {
  const { status, title } = ERRORS[code];
  const sentence = SENTENCES[code] ?? `${title}.`;
  return {
    error: sentence,
    code,
    type: `/errors/${code}`,
    title,
    status,
    detail: sentence,
    ...(code === "invalid_request" && { details: [{ path: "prompt", message: sentence }] }),
    ...(status === 429 && { "violated-policies": ["agent-hour"] }),
    requestId: "req_01KADZ4XK8Y5T1M3Q7V9B2C6DE",
  };
}

const SENTENCES: Partial<Record<ErrorCode, string>> = {
  invalid_json: "The body is not valid JSON.",
  invalid_request: "Prompt must not be empty.",
  missing_key: "Send an API key: Authorization: Bearer <key>.",
  invalid_key: "This API key is not valid.",
  expired_key: "This API key has expired. Make a new one.",
  revoked_key: "This API key was revoked. Make a new one.",
  wrong_key_type: "This operation needs an admin key; this is an assistant key.",
  insufficient_scope: "This API key may only read.",
  not_found: "There is no such job.",
  job_archived: "This job is archived. Take it out of the archive to send it a message.",
  job_not_cancellable: "This job has ended already.",
  idempotency_in_progress: "The first request with this Idempotency-Key is still running.",
  idempotency_mismatch: "This Idempotency-Key was used with another body. Use a new key for a new request.",
  stream_expired: "The events after that id are no longer kept. Start again without Last-Event-ID.",
  payload_too_large: "The body is too large; at most 1000000 bytes are taken.",
  unsupported_media_type: "Send the body as JSON in UTF-8, with Content-Type: application/json.",
  rate_limited: "The 100 agent jobs and messages an hour of this project are used up. Try again in 30 minutes.",
  internal: "Internal error. Quote req_01KADZ4XK8Y5T1M3Q7V9B2C6DE when you report it.",
  unavailable: "The database is away for the moment. Try again in a few seconds.",
};
