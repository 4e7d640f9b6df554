/** Every error a caller can meet: its HTTP status and its title. The only such table. */
export const ERRORS = {
  invalid_json: { status: 400, title: "Invalid JSON" },
  invalid_request: { status: 400, title: "Invalid request" },
  missing_key: { status: 401, title: "Missing API key" },
  invalid_key: { status: 401, title: "Invalid API key" },
  expired_key: { status: 401, title: "Expired API key" },
  revoked_key: { status: 401, title: "Revoked API key" },
  wrong_key_type: { status: 403, title: "Wrong kind of API key" },
  insufficient_scope: { status: 403, title: "Insufficient scope" },
  origin_not_allowed: { status: 403, title: "Origin not allowed" },
  ip_not_allowed: { status: 403, title: "Address not allowed" },
  project_mismatch: { status: 403, title: "Key of another project" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  conflict: { status: 409, title: "Conflict" },
  job_archived: { status: 409, title: "Job archived" },
  job_not_cancellable: { status: 409, title: "Job not cancellable" },
  idempotency_in_progress: { status: 409, title: "Request still running" },
  stream_expired: { status: 410, title: "Stream expired" },
  payload_too_large: { status: 413, title: "Payload too large" },
  unsupported_media_type: { status: 415, title: "Unsupported media type" },
  idempotency_mismatch: { status: 422, title: "Idempotency key reused" },
  rate_limited: { status: 429, title: "Rate limited" },
  quota_exceeded: { status: 429, title: "Quota exceeded" },
  budget_exceeded: { status: 429, title: "Budget exceeded" },
  internal: { status: 500, title: "Internal error" },
  upstream_error: { status: 502, title: "Upstream error" },
  unavailable: { status: 503, title: "Unavailable" },
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** One fault of an input: where it is (`prompt`, `filter.groups.0`) and what is wrong with it. */
export type ErrorDetail = { path: string; message: string };

export type AppErrorOptions = {
  cause?: unknown;
  details?: ErrorDetail[];
  /** Sent as `Retry-After`. */
  retryAfterSeconds?: number;
  /** Further response headers, e.g. `Allow` or the RateLimit pair. */
  headers?: Record<string, string>;
  /** Names of the limits that were exceeded; told in the body of a 429. */
  violatedPolicies?: string[];
};

/**
 * The one error that is meant for people: its message is shown to the caller as it stands.
 *
 * Anything else that is thrown becomes "Internal error" at the edge, and its text goes to the log only.
 */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly options: AppErrorOptions;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.options = options;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}
