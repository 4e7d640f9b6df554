/**
 * Every error that people and programs can meet: its HTTP status, its title, and when it is given. The only such table. What the
 * dashboard and GitHub alone can meet says so, and is no part of the public contract.
 */
export const ERRORS = {
  invalid_json: {
    status: 400,
    title: "Invalid JSON",
    meaning: "The body is no JSON in UTF-8, is empty, or did not arrive as a whole.",
  },
  invalid_request: {
    status: 400,
    title: "Invalid request",
    meaning: "A field, parameter or header is not valid; `details` names each field.",
  },
  missing_key: {
    status: 401,
    title: "Missing API key",
    meaning: "There is no bearer key.",
  },
  invalid_key: {
    status: 401,
    title: "Invalid API key",
    meaning: "It is no key, or none of this installation.",
  },
  expired_key: {
    status: 401,
    title: "Expired API key",
    meaning: "Its time is over.",
  },
  revoked_key: {
    status: 401,
    title: "Revoked API key",
    meaning: "It was revoked.",
  },
  invalid_signature: {
    status: 401,
    title: "Invalid signature",
    meaning: "An event of GitHub that was not signed with the App's webhook secret.",
    isPublic: false,
  },
  not_signed_in: {
    status: 401,
    title: "Not signed in",
    meaning: "A call of the dashboard without a session, or a sign-in that failed.",
    isPublic: false,
  },
  wrong_key_type: {
    status: 403,
    title: "Wrong kind of API key",
    meaning: "An assistant key where an admin key is needed, or the other way round.",
  },
  insufficient_scope: {
    status: 403,
    title: "Insufficient scope",
    meaning: "The key does not allow to read, or to write.",
  },
  origin_not_allowed: {
    status: 403,
    title: "Origin not allowed",
    meaning: "The key does not list this website.",
  },
  ip_not_allowed: {
    status: 403,
    title: "Address not allowed",
    meaning: "The key does not work from this address.",
  },
  role_too_low: {
    status: 403,
    title: "Role too low",
    meaning: "Your role in the organization does not allow it.",
    isPublic: false,
  },
  not_found: {
    status: 404,
    title: "Not found",
    meaning: "It does not exist, or belongs to somebody else: the two look the same.",
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    meaning: "`Allow` says which methods there are.",
  },
  conflict: {
    status: 409,
    title: "Conflict",
    meaning: "Something else is in the way; the sentence says what.",
  },
  job_archived: {
    status: 409,
    title: "Job archived",
    meaning: "A message to an archived job.",
  },
  job_not_cancellable: {
    status: 409,
    title: "Job not cancellable",
    meaning: "The job has ended.",
  },
  idempotency_in_progress: {
    status: 409,
    title: "Request still running",
    meaning: "The first request with this `Idempotency-Key` still runs.",
  },
  stream_expired: {
    status: 410,
    title: "Stream expired",
    meaning: "Events from this point on are no longer kept.",
  },
  payload_too_large: {
    status: 413,
    title: "Payload too large",
    meaning: "The body is larger than 1 MB.",
  },
  unsupported_media_type: {
    status: 415,
    title: "Unsupported media type",
    meaning: "The body is not called `application/json` in UTF-8, or is compressed.",
  },
  idempotency_mismatch: {
    status: 422,
    title: "Idempotency key reused",
    meaning: "The `Idempotency-Key` was used with another body.",
  },
  rate_limited: {
    status: 429,
    title: "Rate limited",
    meaning: "A limit of an hour or a day is used up.",
  },
  quota_exceeded: {
    status: 429,
    title: "Quota exceeded",
    meaning: "The month's limit of the key is used up.",
  },
  budget_exceeded: {
    status: 429,
    title: "Budget exceeded",
    meaning: "The month's money of the project or the organization is used up.",
  },
  internal: {
    status: 500,
    title: "Internal error",
    meaning: "A fault of the service. The log has it under the `requestId`.",
  },
  upstream_error: {
    status: 502,
    title: "Upstream error",
    meaning: "The model provider or the Git host failed.",
  },
  unavailable: {
    status: 503,
    title: "Unavailable",
    meaning: "The database is away for the moment; `Retry-After` says when to try again.",
  },
} as const;

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
