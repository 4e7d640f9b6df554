import type { Services } from "@docsteward/services/context";
import { toAppError } from "./http/problem.ts";
import { withEnd } from "./http/responses.ts";

type AccessWatch = {
  /** Throws when the right is gone. */
  check(): Promise<unknown>;
  /** Called once, when it is. */
  onLost(): void;
  notifier: Services["notifier"];
  /** Behind the notifications, should one get lost. */
  checkMs?: number;
  /** From a notification to the check: of thousands of streams not all ask in the same moment, nor for every change of a burst. */
  restMs?: number;
};

const CHECK_MS = 30_000;
const REST_MS = 2_000;

/**
 * Watches whether the caller of a stream may still have it: its key, session, membership or project may go while it is open.
 *
 * @returns ends the watch
 */
export function watchAccess({
  check,
  onLost,
  notifier,
  checkMs = CHECK_MS,
  restMs = REST_MS,
}: AccessWatch): () => void {
  let isOver = false;
  let isAsked = false;
  let timer: NodeJS.Timeout;
  const end = () => {
    isOver = true;
    clearTimeout(timer);
    unsubscribe();
  };
  const look = async () => {
    isAsked = false;
    const isLost = await check().then(
      () => false,
      // A database that is away takes no right from anybody.
      (error: unknown) => toAppError(error) !== null,
    );
    if (isOver) return;
    if (!isLost) return void (isAsked || plan(checkMs));
    end();
    onLost();
  };
  const plan = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(look, ms * (0.5 + Math.random() / 2));
  };
  const unsubscribe = notifier.subscribe("access", () => {
    if (isAsked) return;
    isAsked = true;
    plan(restMs);
  });
  plan(checkMs);
  return end;
}

/** The same answer, which ends when `watch` says that its caller has lost the right to it. */
export function endWithAccess(response: Response, watch: Omit<AccessWatch, "onLost">): Response {
  if (response.body === null) return response;
  const ended = withEnd(response, () => stop());
  const stop = watchAccess({ ...watch, onLost: ended.cut });
  return ended.response;
}

type Revalidation = Omit<AccessWatch, "onLost"> & {
  /** Ends the request, and with it `source`, which may be waiting for long. */
  hangUp(): void;
  /** Called when it is over. */
  onEnd(): void;
};

/**
 * Passes on what a subscription tells for as long as its caller may hear it: a page that stays open must not outlive the session, the
 * membership or the role it was opened with.
 */
export async function* revalidateSubscription(
  source: unknown,
  { hangUp, onEnd, ...watch }: Revalidation,
): AsyncGenerator<unknown> {
  const stop = watchAccess({ ...watch, onLost: hangUp });
  try {
    // The middleware calls this for subscriptions alone, and tRPC has them answer with nothing else.
    yield* source as AsyncIterable<unknown>;
  } finally {
    stop();
    onEnd();
  }
}
