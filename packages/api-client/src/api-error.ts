import type { components } from "./schema.ts";

type Problem = components["schemas"]["Problem"];

/** What the service refused a call with. `code` is one of the codes of the API, so that a `switch` over it is complete. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** Undefined for an answer that is not the service's own, such as a proxy's. */
  readonly code: Problem["code"] | undefined;
  readonly details: NonNullable<Problem["details"]>;
  readonly requestId: string | undefined;
  /** Seconds until the call may succeed, after `rate_limited` and `unavailable`. */
  readonly retryAfter: number | undefined;

  constructor(response: Response, problem: unknown) {
    const known = (typeof problem === "object" && problem !== null ? problem : {}) as Partial<Problem>;
    super(known.error ?? `The service answered ${response.status}.`);
    this.status = response.status;
    this.code = known.code;
    this.details = known.details ?? [];
    this.requestId = known.requestId;
    const retryAfter = Number(response.headers.get("Retry-After") ?? Number.NaN);
    this.retryAfter = Number.isFinite(retryAfter) ? retryAfter : undefined;
  }
}

/** The data of an answer. @throws ApiError what the service refused the call with */
export async function unwrap<T>(
  call: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<NonNullable<T>> {
  const { data, error, response } = await call;
  if (!response.ok || data === undefined || data === null) throw new ApiError(response, error);
  return data;
}
