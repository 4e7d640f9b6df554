import { shutdownSignal } from "./shutdown.ts";

/** The signal of a subscription: its page is closed, or this process stops. */
export function untilClosed(page: AbortSignal | undefined): AbortSignal {
  return AbortSignal.any([shutdownSignal(), ...(page ? [page] : [])]);
}
