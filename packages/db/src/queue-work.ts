import { currentSpan, inSpan } from "@docsteward/platform/tracing";
import type { Job, PgBoss, WorkOptions } from "pg-boss";

type QueueOptions = NonNullable<Parameters<PgBoss["createQueue"]>[1]>;

/** Creates a queue, or gives an existing one these options. The policy is fixed at creation. */
export async function installQueue(boss: PgBoss, name: string, { policy, ...options }: QueueOptions): Promise<void> {
  await boss.createQueue(name, { ...options, ...(policy && { policy }) });
  await boss.updateQueue(name, options);
}

/**
 * Thrown by work that this worker could not do and another one may: the entry goes back to the queue, and that is no attempt.
 */
export class ReturnedEntryError extends Error {
  override readonly name = "ReturnedEntryError";
  /** Whether the entry's count of returns grows. */
  readonly isCounted: boolean;

  constructor(message: string, { isCounted, cause }: { isCounted: boolean; cause?: unknown }) {
    super(message, { cause });
    this.isCounted = isCounted;
  }
}

/** The current span, for an entry that is sent from it. */
export function traceOf(): { traceparent?: string } {
  const { traceparent } = currentSpan();
  return traceparent === null ? {} : { traceparent };
}

/** Works on an entry in a span below the one that sent it. */
export function processEntry(queue: string, traceparent: string | undefined, work: () => Promise<void>): Promise<void> {
  const attributes = {
    "messaging.system": "pg-boss",
    "messaging.destination.name": queue,
    "messaging.operation.type": "process",
    "messaging.operation.name": "process",
  };
  return inSpan(`process ${queue}`, { kind: "consumer", parent: traceparent ?? null, attributes }, work);
}

/** A place that takes entries from a queue. */
export type Slot = {
  /** Takes no more entries. The one that it works on goes on. */
  pause(): void;
  /** Takes entries again, once the one from before the pause has ended. */
  resume(): void;
};

type SlotWork<Entry extends object> = {
  queue: string;
  /** What the entry is about: entries with the same key run one after another. */
  keyOf(entry: Entry): string;
  /**
   * @param task `signal` is aborted when another worker has taken the entry over, and when the queue is being closed;
   *   `retryCount` tells how many workers lost the entry before, `returns` how many have returned it
   */
  onEntry(entry: Entry, task: { signal: AbortSignal; retryCount: number; returns: number }): Promise<void>;
  closing: AbortSignal;
};

const OPTIONS = {
  pollingIntervalSeconds: 0.5,
  notifyPollingIntervalSeconds: 2,
  heartbeatRefreshSeconds: 3,
};

type Returnable = { returns?: number };

/**
 * Opens one place that works on an entry at a time. An entry that stops because the queue is being closed, or that is returned,
 * goes back whole, without counting as a failure.
 */
export async function workSerially<Entry extends object>(boss: PgBoss, work: SlotWork<Entry>): Promise<Slot> {
  const { queue, keyOf, onEntry, closing } = work;
  const open = () =>
    workOnNotify<Entry & Returnable>(boss, {
      queue,
      options: OPTIONS,
      async onEntry({ data, signal, retryCount }) {
        const { returns = 0 } = data;
        try {
          closing.throwIfAborted();
          await onEntry(data, { retryCount, returns, signal: AbortSignal.any([signal, closing]) });
        } catch (error) {
          const isReturned = error instanceof ReturnedEntryError;
          if (!(isReturned || closing.aborted) || signal.aborted) throw error;
          const again = isReturned && error.isCounted ? { ...data, returns: returns + 1 } : data;
          await boss.send(queue, again, { singletonKey: keyOf(data) });
        }
      },
    });
  return keepSlot(boss, { queue, open, closing });
}

async function keepSlot(
  boss: PgBoss,
  { queue, open, closing }: { queue: string; open(): Promise<string>; closing: AbortSignal },
): Promise<Slot> {
  let id: string | null = await open();
  let stopped = Promise.resolve();
  let isPaused = false;
  const reopen = async () => {
    await stopped;
    if (!isPaused && !closing.aborted && id === null) id = await open();
  };
  return {
    pause() {
      isPaused = true;
      if (id === null) return;
      stopped = boss.offWork(queue, { id, wait: true });
      id = null;
    },
    resume() {
      isPaused = false;
      void reopen();
    },
  };
}

type AtOnceWork<Entry extends object> = {
  queue: string;
  options: Omit<WorkOptions, "includeMetadata" | "batchSize">;
  onEntry(entry: Job<Entry>): Promise<void>;
};

/** Takes entries one at a time, and fetches the next immediately after each, not only at the next poll. @returns its id */
export async function workOnNotify<Entry extends object>(boss: PgBoss, work: AtOnceWork<Entry>): Promise<string> {
  const { queue, options, onEntry } = work;
  const worker: string = await boss.work<Entry>(queue, { ...options, localConcurrency: 1 }, async ([entry]) => {
    if (!entry) return;
    try {
      await onEntry(entry);
    } finally {
      boss.notifyWorker(worker);
    }
  });
  return worker;
}
