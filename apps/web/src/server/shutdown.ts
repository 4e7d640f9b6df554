const KEY = Symbol.for("docsteward.web.shutdown");
const held = globalThis as { [KEY]?: AbortController };

function controller(): AbortController {
  held[KEY] ??= new AbortController();
  return held[KEY];
}

/** Aborts when this process is about to end. Every open event stream listens to it and closes in order. */
export function shutdownSignal(): AbortSignal {
  return controller().signal;
}

/** Tells every open event stream to close. */
export function beginShutdown(): void {
  controller().abort();
}

/** The signal of a subscription: its page is closed, or this process stops. */
export function subscriptionSignal(page: AbortSignal | undefined): AbortSignal {
  return AbortSignal.any([shutdownSignal(), ...(page ? [page] : [])]);
}
