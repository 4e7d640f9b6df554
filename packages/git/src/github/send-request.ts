import { setTimeout as sleep } from "node:timers/promises";
import { createBoundedFetch, DOCUMENT_BOUNDS } from "@docsteward/platform/bounded-fetch";
import type { Octokit } from "@octokit/core";
import { GitError } from "../error.ts";
import { GitHubRefusal } from "./github-refusal.ts";
import { type RequestFailure, readFailure } from "./read-failure.ts";

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

export type CallOptions = {
  signal?: AbortSignal;
  /** Until then limits are waited for; a minute from now unless told. */
  endsAt?: Date;
};

export type Patience = {
  /** How often a request is sent while GitHub is out of order. */
  tries: number;
  /** Before the second time; twice that before the third, and so on. */
  firstWaitMs: number;
  /** How long one answer may take. */
  timeoutMs: number;
};

export const USUAL_PATIENCE: Patience = { tries: 5, firstWaitMs: 500, timeoutMs: 30_000 };

export type Sender = {
  request: Octokit["request"];
  now: () => Date;
  patience: Patience;
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
    return { kind: "answered", data: (await work(prepared)).data };
  } catch (error) {
    signal?.throwIfAborted();
    const failure = readFailure(error, now());
    if (failure === null) throw error;
    return failure;
  }
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
