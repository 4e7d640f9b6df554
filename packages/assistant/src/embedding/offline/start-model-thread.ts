import { SHARE_ENV, Worker } from "node:worker_threads";
import { siblingModule } from "@docsteward/platform/sibling-module";
import type { RuntimeName } from "./open-runtime.ts";

/** `workerData` of a model thread. */
export type ThreadData = { isBackground: boolean };
/** Message to a model thread: texts to embed, each cut after `maxTokens` tokens. */
export type Request = { id: number; texts: readonly string[]; maxTokens: number };
/** Message from a model thread. `id` is the one of the request. */
export type Answer =
  | { type: "ready"; runtime: RuntimeName; reason: string }
  | { type: "vectors"; id: number; vectors: (Float32Array | null)[] }
  | { type: "failure"; id: number; reason: string };

/** Options of a model thread. */
export type ModelThreadOptions = ThreadData & {
  /** Without work for so long it ends and gives its memory back; the next text starts another. */
  idleMs: number;
  onReady?(runtime: RuntimeName, reason: string): void;
};

/** A worker thread that embeds texts. */
export type ModelThread = {
  /**
   * A vector of length 1 for each text; null for a text without words.
   *
   * @throws Error when the model cannot be run, or the signal's reason
   */
  embed(texts: readonly string[], maxTokens: number, signal?: AbortSignal): Promise<(Float32Array | null)[]>;
};

const ENTRY = siblingModule(import.meta.url, "model-thread");

type Waiting = PromiseWithResolvers<(Float32Array | null)[]>;
type Running = { worker: Worker; waiting: Map<number, Waiting>; idle?: NodeJS.Timeout };

/**
 * A thread with a model of its own, so that nothing waits while it embeds. It starts with the first text, and keeps no process
 * from ending.
 */
export function startModelThread({ isBackground, idleMs, onReady }: ModelThreadOptions): ModelThread {
  let running: Running | null = null;
  let nextId = 0;

  const start = (): Running => {
    const worker = new Worker(ENTRY, {
      workerData: { isBackground } satisfies ThreadData,
      execArgv: [],
      // So that `openRuntime` can keep the library from reporting to its maker.
      env: SHARE_ENV,
    });
    const started: Running = { worker, waiting: new Map() };
    const end = (error: unknown) => {
      if (running === started) running = null;
      clearTimeout(started.idle);
      for (const { reject } of started.waiting.values()) reject(error);
      started.waiting.clear();
    };
    worker.unref();
    worker.on("message", (answer: Answer) => {
      if (answer.type === "ready") return onReady?.(answer.runtime, answer.reason);
      const waiting = started.waiting.get(answer.id);
      settle(started, answer.id);
      if (answer.type === "vectors") return waiting?.resolve(answer.vectors);
      waiting?.reject(new Error(answer.reason));
      // One that could not open its model never will; another may.
      end(new Error(answer.reason));
      void worker.terminate();
    });
    worker.on("error", end);
    worker.on("exit", (code) => end(new Error(`The embedding model's thread exited with code ${code}.`)));
    return started;
  };

  const settle = (thread: Running, id: number) => {
    thread.waiting.delete(id);
    if (thread.waiting.size > 0) return;
    thread.worker.unref();
    thread.idle = setTimeout(() => leave(thread), idleMs).unref();
  };

  /** A text that comes while it ends is for another one. */
  const leave = (thread: Running) => {
    if (running === thread) running = null;
    void thread.worker.terminate();
  };

  return {
    async embed(texts, maxTokens, signal) {
      signal?.throwIfAborted();
      running ??= start();
      const thread = running;
      const id = nextId;
      nextId += 1;
      const waiting = Promise.withResolvers<(Float32Array | null)[]>();
      const giveUp = () => waiting.reject(signal?.reason);
      signal?.addEventListener("abort", giveUp, { once: true });
      clearTimeout(thread.idle);
      thread.waiting.set(id, waiting);
      thread.worker.ref();
      thread.worker.postMessage({ id, texts, maxTokens } satisfies Request);
      try {
        return await waiting.promise;
      } finally {
        signal?.removeEventListener("abort", giveUp);
      }
    },
  };
}
