import type { PublicErrorCode } from "../error.ts";
import { isFollowing, type Operation, takesBody } from "../operation.ts";

/** The codes of every error that an operation can answer with, by status. */
export function errorsOf(operation: Operation): PublicErrorCode[] {
  const { auth, idempotent, limits, errors = [] } = operation;
  const codes: PublicErrorCode[] = [
    "invalid_request",
    ...(takesBody(operation) ? (["invalid_json", "payload_too_large", "unsupported_media_type"] as const) : []),
    ...(["missing_key", "invalid_key", "expired_key", "revoked_key", "wrong_key_type", "ip_not_allowed"] as const),
    auth === "admin" ? "insufficient_scope" : "origin_not_allowed",
    "not_found",
    ...(idempotent ? (["idempotency_in_progress", "idempotency_mismatch"] as const) : []),
    ...(limits.length > 0 || isFollowing(operation) ? (["rate_limited"] as const) : []),
    ...(limits.includes("key-month") ? (["quota_exceeded"] as const) : []),
    ...errors,
    "internal",
    "unavailable",
  ];
  return [...new Set(codes)];
}
