import { setTimeout as delay } from "node:timers/promises";
import type { ServiceContext } from "../context.ts";

export type StopWhenForgottenInput = {
  id: string;
  /** Aborted here; when the answer ends by itself, by others. */
  stop: AbortController;
  /** How long the answer goes on without a reader. */
  leftMs: number;
};

const LOOK_MS = 1_000;

/** Watches an answer whose client has left, and stops it when nobody comes back for it or its conversation has gone on. */
export async function stopWhenForgotten(
  { db, clock, project }: ServiceContext,
  { id, stop, leftMs }: StopWhenForgottenInput,
): Promise<void> {
  const leftAtMs = clock.now().getTime();
  while (!stop.signal.aborted) {
    await delay(Math.min(LOOK_MS, leftMs), undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
    if (stop.signal.aborted) return;
    const stream = await db.answerStream
      .findFirst({ where: { id, projectId: project.id }, select: { readAt: true } })
      // A database that is away tells nothing of readers: the time decides.
      .catch(() => ({ readAt: null }));
    const lastReadMs = Math.max(leftAtMs, stream?.readAt?.getTime() ?? 0);
    const isForgotten = clock.now().getTime() - lastReadMs >= leftMs;
    // Its place was taken by what the conversation asked next.
    if (stream === null || isForgotten) stop.abort();
  }
}
