/** What goes wrong instead of an answer. */
export type FaultKind =
  | "bad_credentials"
  | "secondary_limit"
  | "primary_limit"
  | "too_many_requests"
  | "forbidden"
  | "not_found"
  | "unprocessable"
  | "server_error"
  | "slow"
  | "cut"
  | "cut_after";

/** Something that goes wrong at one call of a route, or at several. */
export type Fault = {
  kind: FaultKind;
  /**
   * What it happens to: an operation as OpenAPI writes it (`POST /repos/{owner}/{repo}/pulls`), `git upload-pack`,
   * `git receive-pack`, or `*` for all of them.
   */
  at: string;
  /** Only calls about this repository, `owner/name`. Default all. */
  repository?: string;
  /** Calls of the route that go well first. Default 0. */
  after?: number;
  /** Calls that fail. Default 1. */
  times?: number;
  /** For limits: seconds to wait, told to the caller. Default 1. */
  seconds?: number;
  /** For `server_error`: the status. Default 502. */
  status?: number;
  /** For `slow`: how long the answer takes. Default 1000. */
  delayMs?: number;
};
