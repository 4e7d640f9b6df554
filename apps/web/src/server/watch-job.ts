import { setTimeout as delay } from "node:timers/promises";
import type { JobEvent } from "@docsteward/contract/job-event";
import type { ServiceContext } from "@docsteward/services/context";
import { followEvents } from "@docsteward/services/job/follow-events";
import { shutdownSignal } from "./shutdown.ts";

const REST_MS = 2_000;

/**
 * Follows a job for as long as somebody looks at its page, also while it rests: a follow-up that comes from elsewhere shows
 * up within two seconds. Ends with `signal`, and when this process stops.
 */
export async function* watchJob(
  ctx: ServiceContext,
  input: { id: string; afterId: number; signal: AbortSignal | undefined },
): AsyncGenerator<JobEvent> {
  const { id } = input;
  const signal = AbortSignal.any([shutdownSignal(), ...(input.signal ? [input.signal] : [])]);
  let afterId = input.afterId;
  while (!signal.aborted) {
    for await (const event of await followEvents(ctx, { id, afterId, signal })) {
      yield event;
      afterId = event.id;
    }
    await delay(REST_MS, undefined, { signal }).catch(() => undefined);
  }
}
