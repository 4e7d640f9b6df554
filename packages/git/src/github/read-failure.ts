/** Why a request to GitHub did not end well, as far as what to do next depends on it. */
export type RequestFailure =
  /** The credentials were not accepted. */
  | { kind: "credentials"; said: string }
  /** GitHub says when to come back. */
  | { kind: "limited"; waitMs: number }
  /** An outage: the same request may go well soon. */
  | { kind: "outage"; said: string }
  | { kind: "refused"; status: number; said: string; errors: string[] };

type HttpError = Error & {
  status: number;
  response?: { headers: Record<string, string | undefined>; data: unknown };
};

const UNTOLD_WAIT_MS = 60_000;
/** Clocks differ: a request at the very second that was named may be refused again. */
const SLACK_MS = 500;

/** @returns null for what is no failure of a request */
export function readFailure(error: unknown, now: Date): RequestFailure | null {
  if (!isHttpError(error)) return isCut(error) ? { kind: "outage", said: String(error) } : null;
  const { status, response } = error;
  // No answer came: the connection was cut, refused, or nobody answered in time.
  if (!response) return { kind: "outage", said: error.message };
  const { said, errors } = readBody(response.data);
  if (status === 403 || status === 429) {
    const waitMs = readWait(response.headers, said, now) ?? (status === 429 ? UNTOLD_WAIT_MS : null);
    if (waitMs !== null) return { kind: "limited", waitMs };
  }
  // The latter is said of an App whose number nobody has.
  if (status === 401 || /^integration not found/i.test(said)) return { kind: "credentials", said };
  if (status >= 500 || status === 408) return { kind: "outage", said: `${status} ${said}` };
  return { kind: "refused", status, said, errors };
}

function readWait(headers: Record<string, string | undefined>, said: string, now: Date): number | null {
  const retryAfter = Number(headers["retry-after"]);
  if (headers["retry-after"] !== undefined && Number.isFinite(retryAfter)) return retryAfter * 1000 + SLACK_MS;
  const reset = Number(headers["x-ratelimit-reset"]);
  if (headers["x-ratelimit-remaining"] === "0" && Number.isFinite(reset)) {
    return Math.max(reset * 1000 - now.getTime(), 0) + SLACK_MS;
  }
  return /rate limit|abuse detection/i.test(said) ? UNTOLD_WAIT_MS : null;
}

function readBody(data: unknown): { said: string; errors: string[] } {
  if (typeof data !== "object" || data === null) return { said: String(data ?? "").slice(0, 500), errors: [] };
  const { message, errors } = data as { message?: unknown; errors?: unknown };
  return { said: String(message ?? ""), errors: Array.isArray(errors) ? errors.map(toText) : [] };
}

function toText(error: unknown): string {
  if (typeof error === "string") return error;
  const { message, field, code } = error as { message?: string; field?: string; code?: string };
  return message ?? [field, code].filter(Boolean).join(" ");
}

function isHttpError(error: unknown): error is HttpError {
  return error instanceof Error && error.name === "HttpError";
}

const isCut = (error: unknown) => error instanceof Error && /^(TimeoutError|AbortError)$/.test(error.name);
