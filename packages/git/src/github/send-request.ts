import { setTimeout as sleep } from "node:timers/promises";
import { createBoundedFetch, DOCUMENT_BOUNDS } from "@docsteward/platform/bounded-fetch";
import { inSpan, isTracing } from "@docsteward/platform/tracing";
import type { Octokit } from "@octokit/core";
import { GitError } from "../error.ts";
import type { Source } from "../host.ts";
import { GitHubRefusal } from "./github-error.ts";
import type { RepositoryName } from "./repository-name.ts";

const boundedFetch = createBoundedFetch(DOCUMENT_BOUNDS, (input, init) => fetch(input, init));

/**
 * Reads an answer whole: GitHub's largest ones, a page of a hundred of anything, have a few megabytes. The library would take one that is
 * too large, or breaks off, for an empty one.
 */
export const gitHubFetch: typeof fetch = async (input, init) => {
  const answer = await boundedFetch(input, init);
  if (answer.body === null) return answer;
  const { status, statusText, headers, url } = answer;
  const whole = new Response(await answer.arrayBuffer(), { status, statusText, headers });
  return Object.defineProperty(whole, "url", { value: url });
};

/** One request, which may be sent several times: it has to mean the same each time. */
export type GitHubRequest<T> = (request: Octokit["request"]) => Promise<{ data: T }>;

/** Options of one call to GitHub. */
export type CallOptions = {
  signal?: AbortSignal;
  /** Rate limits are waited for until then; by default a minute from now. */
  endsAt?: Date;
};

/** Retries and timeouts of calls to GitHub. */
export type RetryPolicy = {
  /** How often a request is sent while GitHub is out of order. */
  tries: number;
  /** Before the second time; twice that before the third, and so on. */
  firstWaitMs: number;
  /** How long one answer may take. */
  timeoutMs: number;
};

export const DEFAULT_RETRY_POLICY: RetryPolicy = { tries: 5, firstWaitMs: 500, timeoutMs: 30_000 };

type Sender = {
  request: Octokit["request"];
  now: () => Date;
  patience: RetryPolicy;
  /** The header of the next try, where it is not the App itself that asks; and what to do when it is refused. */
  authorize?: () => Promise<{ header: string; refused: () => void }>;
};

const DEFAULT_WAIT_MS = 60_000;

/**
 * Sends a request until it is answered: again after an outage, after the time that a limit asks for, and once with a new token
 * when the last one was refused.
 *
 * @throws GitHubRefusal; GitError `app_credentials`, `limit_reached` when a limit lasts longer than there is time, `unavailable`
 */
export async function sendRequest<T>(work: GitHubRequest<T>, sender: Sender, options: CallOptions = {}): Promise<T> {
  const { now, patience } = sender;
  const endsAt = options.endsAt ?? new Date(now().getTime() + DEFAULT_WAIT_MS);
  let outages = 0;
  let refusals = 0;
  for (;;) {
    options.signal?.throwIfAborted();
    const authorization = await sender.authorize?.();
    const failure = await tryOnce(work, sender, authorization?.header, options.signal);
    if (failure.kind === "answered") return failure.data;
    if (failure.kind === "refused") throw new GitHubRefusal(failure);
    if (failure.kind === "credentials") {
      refusals += 1;
      authorization?.refused();
      if (refusals > 1 || !authorization) throw notAccepted(failure.said);
      continue;
    }
    if (failure.kind === "outage") outages += 1;
    if (failure.kind === "outage" && outages >= patience.tries) throw away(failure.said);
    const waitMs =
      failure.kind === "limited"
        ? failure.waitMs
        : patience.firstWaitMs * 2 ** (outages - 1) * (0.75 + Math.random() / 2);
    if (failure.kind === "limited" && now().getTime() + waitMs > endsAt.getTime()) throw limited(now(), waitMs);
    await sleep(waitMs, undefined, { signal: options.signal });
  }
}

type Answered<T> = { kind: "answered"; data: T };

async function tryOnce<T>(
  work: GitHubRequest<T>,
  { request, now, patience }: Sender,
  authorization: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Answered<T> | RequestFailure> {
  const limits = [AbortSignal.timeout(patience.timeoutMs), ...(signal ? [signal] : [])];
  const prepared = request.defaults({
    headers: { "x-github-api-version": "2022-11-28", ...(authorization ? { authorization } : {}) },
    request: { signal: AbortSignal.any(limits) },
  });
  try {
    return { kind: "answered", data: (await work(withSpans(prepared))).data };
  } catch (error) {
    signal?.throwIfAborted();
    const failure = readFailure(error, now());
    if (failure === null) throw error;
    return failure;
  }
}

/** The same requests as spans. They are named by their route: what takes the place of its parameters may be a secret. */
function withSpans(request: Octokit["request"]): Octokit["request"] {
  if (!isTracing()) return request;
  const { baseUrl } = request.endpoint.DEFAULTS;
  return new Proxy(request, {
    apply(target, self, given: unknown[]) {
      const [method, template] = typeof given[0] === "string" ? given[0].split(" ") : [];
      const server = { "server.address": URL.parse(baseUrl)?.hostname };
      const attributes = { ...server, "http.request.method": method, "url.template": template };
      return inSpan(`${method} ${template}`, { kind: "client", attributes }, async (span) => {
        try {
          const answer = await Reflect.apply(target, self, given);
          span.set({ "http.response.status_code": answer.status });
          return answer;
        } catch (error) {
          if (isHttpError(error)) span.set({ "http.response.status_code": error.status });
          throw error;
        }
      });
    },
  });
}

// What the library throws holds the whole request: only GitHub's words are kept.
const toCause = (said: string) => new Error(`GitHub: ${said}`);

function notAccepted(said: string): GitError {
  return new GitError(
    "app_credentials",
    "GitHub rejected the App's credentials. Check the App ID, the private key and the server's clock.",
    { cause: toCause(said) },
  );
}

function away(said: string): GitError {
  return new GitError("unavailable", "GitHub is unreachable. Try again later.", { cause: toCause(said) });
}

function limited(now: Date, waitMs: number): GitError {
  const until = new Date(now.getTime() + waitMs).toISOString().slice(0, 16).replace("T", " ");
  return new GitError(
    "limit_reached",
    `The GitHub App is rate limited until ${until} UTC, which is after the job's time limit. Send a message after that time.`,
  );
}

/** Why a request to GitHub did not end well, as far as what to do next depends on it. */
type RequestFailure =
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
function readFailure(error: unknown, now: Date): RequestFailure | null {
  if (!isHttpError(error)) return isCut(error) ? { kind: "outage", said: String(error) } : null;
  const { status, response } = error;
  // No answer came: the connection was cut or refused, or the request timed out.
  if (!response) return { kind: "outage", said: error.message };
  const { said, errors } = readBody(response.data);
  if (status === 403 || status === 429) {
    const waitMs = readWait(response.headers, said, now) ?? (status === 429 ? UNTOLD_WAIT_MS : null);
    if (waitMs !== null) return { kind: "limited", waitMs };
  }
  // GitHub says the latter of an App id that does not exist.
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

/** Asks GitHub something about a repository; refusals that any request can meet have a name already. */
export type AskRepository = <T>(source: Source, ask: (name: RepositoryName) => GitHubRequest<T>) => Promise<T>;
