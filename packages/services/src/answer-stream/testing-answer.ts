import type { UiChunk } from "@docsteward/contract/ui-chunk";

/** An answer that says what a test tells it, when the test tells it. */
export type SpokenAnswer = {
  open: (signal: AbortSignal) => Promise<{ threadId: string; chunks: AsyncIterable<UiChunk> }>;
  say(delta: string): void;
  end(): void;
  fail(error: Error): void;
  /** Settles when the answer's signal reports that no client waits for it. */
  stopped: Promise<void>;
};

export function createManualAnswer(): SpokenAnswer {
  const waiting: (() => UiChunk | null)[] = [];
  const stopped = Promise.withResolvers<void>();
  let ring = Promise.withResolvers<void>();
  const put = (next: () => UiChunk | null) => {
    waiting.push(next);
    ring.resolve();
  };

  async function* chunks(signal: AbortSignal): AsyncGenerator<UiChunk> {
    while (!signal.aborted) {
      const next = waiting.shift();
      if (next === undefined) {
        await ring.promise;
        ring = Promise.withResolvers();
        continue;
      }
      const piece = next();
      if (piece === null) return;
      yield piece;
    }
  }

  return {
    open: async (signal) => {
      signal.addEventListener("abort", () => {
        stopped.resolve();
        ring.resolve();
      });
      return { threadId: "thr_spoken", chunks: chunks(signal) };
    },
    say: (delta) => put(() => ({ type: "text-delta", id: "0", delta })),
    end: () => put(() => null),
    fail: (error) =>
      put(() => {
        throw error;
      }),
    stopped: stopped.promise,
  };
}
