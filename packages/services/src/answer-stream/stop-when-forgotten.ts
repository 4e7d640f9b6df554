import { setTimeout as delay } from "node:timers/promises";
import type { ServiceContext } from "../context.ts";

export type StopWhenForgottenInput = {
  id: string;
  keyId: string;
  chatId: string;
  /** Aborted here; when the answer ends by itself, by others. */
  stop: AbortController;
  /** How long the answer goes on without a reader. */
  leftMs: number;
};

const LOOK_MS = 1_000;

/** Watches an answer whose client has left, and stops it when nobody comes back for it or its conversation has gone on. */
export async function stopWhenForgotten(ctx: ServiceContext, input: StopWhenForgottenInput): Promise<void> {
  const { id, keyId, chatId, stop, leftMs } = input;
  const leftAtMs = ctx.clock.now().getTime();
  while (!stop.signal.aborted) {
    await delay(Math.min(LOOK_MS, leftMs), undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
    if (stop.signal.aborted) return;
    const chat = { projectId: ctx.project.id, keyId, chatId };
    const newest = await ctx.db.answerStream
      .findFirst({ where: chat, orderBy: { id: "desc" }, select: { id: true, readAt: true } })
      // A database that is away tells nothing of readers: the time decides.
      .catch(() => null);
    const isSuperseded = newest !== null && newest.id !== id;
    const lastReadMs = Math.max(leftAtMs, newest?.readAt?.getTime() ?? 0);
    if (isSuperseded || ctx.clock.now().getTime() - lastReadMs >= leftMs) stop.abort();
  }
}
