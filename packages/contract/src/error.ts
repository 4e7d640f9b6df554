/**
 * Every error that people and programs can meet: its HTTP status, its title, and when it is given. The only such table. What the
 * dashboard and GitHub alone can meet says so, and is no part of the public contract.
 */
export const ERRORS = {
  invalid_json: {
    status: 400,
    title: "Invalid JSON",
    meaning: "The body is empty, incomplete, or not valid JSON in UTF-8.",
  },
  invalid_request: {
    status: 400,
    title: "Invalid request",
    meaning: "A field, parameter or header is invalid. `details` lists each one.",
  },
  missing_key: {
    status: 401,
    title: "Missing API key",
    meaning: "The request has no bearer key.",
  },
  invalid_key: {
    status: 401,
    title: "Invalid API key",
    meaning: "The key doesn't exist on this installation.",
  },
  expired_key: {
    status: 401,
    title: "Expired API key",
    meaning: "The key has expired.",
  },
  invalid_reader_token: {
    status: 401,
    title: "Invalid reader token",
    meaning: "The token in `X-Reader-Token` is invalid or has expired.",
  },
  revoked_key: {
    status: 401,
    title: "Revoked API key",
    meaning: "The key was revoked.",
  },
  invalid_signature: {
    status: 401,
    title: "Invalid signature",
    meaning: "The event of GitHub, or the request of Slack, isn't signed with the secret that was agreed.",
    isPublic: false,
  },
  not_signed_in: {
    status: 401,
    title: "Not signed in",
    meaning: "The dashboard request has no session, or the sign-in failed.",
    isPublic: false,
  },
  wrong_key_type: {
    status: 403,
    title: "Wrong kind of API key",
    meaning: "The operation needs an admin key and got an assistant key, or the reverse.",
  },
  insufficient_scope: {
    status: 403,
    title: "Insufficient scope",
    meaning: "The key doesn't have the read or write scope that the operation needs.",
  },
  origin_not_allowed: {
    status: 403,
    title: "Origin not allowed",
    meaning: "The key doesn't allow this website.",
  },
  ip_not_allowed: {
    status: 403,
    title: "Address not allowed",
    meaning: "The key doesn't allow this IP address.",
  },
  role_too_low: {
    status: 403,
    title: "Role too low",
    meaning: "Your role in the organization doesn't allow this.",
    isPublic: false,
  },
  not_found: {
    status: 404,
    title: "Not found",
    meaning: "The resource doesn't exist, or you don't have access to it.",
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    meaning: "The `Allow` header lists the supported methods.",
  },
  conflict: {
    status: 409,
    title: "Conflict",
    meaning: "The request conflicts with the current state. `error` says how.",
  },
  job_archived: {
    status: 409,
    title: "Job archived",
    meaning: "The job is archived and accepts no messages.",
  },
  job_not_cancellable: {
    status: 409,
    title: "Job not cancellable",
    meaning: "The job has ended.",
  },
  idempotency_in_progress: {
    status: 409,
    title: "Request still running",
    meaning: "The first request with this `Idempotency-Key` is still running.",
  },
  stream_expired: {
    status: 410,
    title: "Stream expired",
    meaning: "Events from this point have expired.",
  },
  payload_too_large: {
    status: 413,
    title: "Payload too large",
    meaning: "The body is larger than 1 MB.",
  },
  unsupported_media_type: {
    status: 415,
    title: "Unsupported media type",
    meaning: "The `Content-Type` isn't `application/json` in UTF-8, or the body is compressed.",
  },
  idempotency_mismatch: {
    status: 422,
    title: "Idempotency key reused",
    meaning: "The `Idempotency-Key` was used with a different body.",
  },
  rate_limited: {
    status: 429,
    title: "Rate limited",
    meaning: "An hourly or daily limit is reached.",
  },
  quota_exceeded: {
    status: 429,
    title: "Quota exceeded",
    meaning: "The key's monthly limit is reached.",
  },
  budget_exceeded: {
    status: 429,
    title: "Budget exceeded",
    meaning: "The monthly budget of the project or organization is used up.",
  },
  internal: {
    status: 500,
    title: "Internal error",
    meaning: "The service failed. Find the cause in the log by `requestId`.",
  },
  upstream_error: {
    status: 502,
    title: "Upstream error",
    meaning: "The model provider or the Git host failed.",
  },
  unavailable: {
    status: 503,
    title: "Unavailable",
    meaning: "The database is unavailable. Retry after the time in `Retry-After`.",
  },
} as const;

/** Stable error codes of the public API: the key of each entry in `ERRORS`. */
export type ErrorCode = keyof typeof ERRORS;

/** What callers of the public interface can meet. */
export type PublicErrorCode = {
  [Code in ErrorCode]: (typeof ERRORS)[Code] extends { isPublic: false } ? never : Code;
}[ErrorCode];

export const PUBLIC_ERROR_CODES = (Object.keys(ERRORS) as ErrorCode[]).filter(isPublic);

function isPublic(code: ErrorCode): code is PublicErrorCode {
  return !("isPublic" in ERRORS[code]);
}

/** One fault of an input: where it is (`prompt`, `filter.groups.0`) and what is wrong with it. */
export type ErrorDetail = { path: string; message: string };

/** Optional parts of an `AppError`. */
export type AppErrorOptions = {
  cause?: unknown;
  details?: ErrorDetail[];
  /** Sent as `Retry-After`. */
  retryAfterSeconds?: number;
  /** Further response headers, e.g. `Allow` or the RateLimit pair. */
  headers?: Record<string, string>;
  /** Names of the limits that were exceeded, for the body of a 429. */
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

/** Whether an error is meant for people. A process may hold several copies of the class: they agree in name and code. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === "AppError" && "code" in error && (error.code as ErrorCode) in ERRORS;
}
