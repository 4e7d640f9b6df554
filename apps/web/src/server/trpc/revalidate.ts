import { toAppError } from "../http/problem.ts";

const CHECK_MS = 30_000;

/**
 * Passes on what a subscription tells for as long as its caller may hear it: a page that stays open must not outlive the session, the
 * membership or the role it was opened with.
 *
 * @param options.check throws when the right is gone
 * @param options.hangUp ends the request, and with it `source`, which may be waiting for long
 */
export async function* revalidateSubscription(
  source: unknown,
  { check, hangUp, checkMs = CHECK_MS }: { check(): Promise<unknown>; hangUp(): void; checkMs?: number },
): AsyncGenerator<unknown> {
  const timer = setInterval(() => {
    // A database that is away takes no right from anybody.
    check().catch((error: unknown) => toAppError(error) && hangUp());
  }, checkMs);
  try {
    // The middleware calls this for subscriptions alone, and tRPC has them answer with nothing else.
    yield* source as AsyncIterable<unknown>;
  } finally {
    clearInterval(timer);
  }
}
