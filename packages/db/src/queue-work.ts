import type { Job, PgBoss, WorkOptions } from "pg-boss";

type QueueOptions = NonNullable<Parameters<PgBoss["createQueue"]>[1]>;

/** Creates a queue, or gives an existing one these options. The policy is fixed at creation. */
export async function installQueue(boss: PgBoss, name: string, { policy, ...options }: QueueOptions): Promise<void> {
  await boss.createQueue(name, { ...options, ...(policy && { policy }) });
  await boss.updateQueue(name, options);
}

type SlotWork<Entry extends object> = {
  queue: string;
  /** What the entry is about: entries with the same key run one after another. */
  keyOf(entry: Entry): string;
  /**
   * @param task `signal` is aborted when another worker has taken the entry over, and when the queue is being closed;
   *   `retryCount` tells how many workers lost the entry before
   */
  onEntry(entry: Entry, task: { signal: AbortSignal; retryCount: number }): Promise<void>;
  closing: AbortSignal;
};

const OPTIONS = {
  pollingIntervalSeconds: 0.5,
  notifyPollingIntervalSeconds: 2,
  heartbeatRefreshSeconds: 3,
};

/**
 * Opens one place that works on an entry at a time. An entry that stops because the queue is being closed goes back whole, without
 * counting as a failure.
 */
export async function workSerially<Entry extends object>(boss: PgBoss, work: SlotWork<Entry>): Promise<void> {
  const { queue, keyOf, onEntry, closing } = work;
  await workOnNotify<Entry>(boss, {
    queue,
    options: OPTIONS,
    async onEntry({ data, signal, retryCount }) {
      try {
        closing.throwIfAborted();
        await onEntry(data, { retryCount, signal: AbortSignal.any([signal, closing]) });
      } catch (error) {
        if (!closing.aborted || signal.aborted) throw error;
        await boss.send(queue, data, { singletonKey: keyOf(data) });
      }
    },
  });
}

type AtOnceWork<Entry extends object> = {
  queue: string;
  options: Omit<WorkOptions, "includeMetadata" | "batchSize">;
  onEntry(entry: Job<Entry>): Promise<void>;
};

/** Takes entries one at a time, and fetches the next immediately after each, not only at the next poll. */
export async function workOnNotify<Entry extends object>(boss: PgBoss, work: AtOnceWork<Entry>): Promise<void> {
  const { queue, options, onEntry } = work;
  const worker: string = await boss.work<Entry>(queue, { ...options, localConcurrency: 1 }, async ([entry]) => {
    if (!entry) return;
    try {
      await onEntry(entry);
    } finally {
      boss.notifyWorker(worker);
    }
  });
}
