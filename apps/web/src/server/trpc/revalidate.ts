import { type AccessWatch, watchAccess } from "../watch-access.ts";

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
