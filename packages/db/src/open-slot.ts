import type { PgBoss } from "pg-boss";

export type SlotWork<Entry extends object> = {
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
  localConcurrency: 1,
  pollingIntervalSeconds: 0.5,
  notifyPollingIntervalSeconds: 2,
  heartbeatRefreshSeconds: 3,
};

/**
 * Opens one place that works on an entry at a time. It looks for the next at once when it has ended one, and not only at the next
 * poll; an entry that stops because the queue is being closed goes back whole, without counting as a failure.
 */
export async function openSlot<Entry extends object>(boss: PgBoss, work: SlotWork<Entry>): Promise<void> {
  const { queue, keyOf, onEntry, closing } = work;
  const slot: string = await boss.work<Entry>(queue, OPTIONS, async ([entry]) => {
    if (!entry) return;
    const { data, retryCount } = entry;
    try {
      closing.throwIfAborted();
      await onEntry(data, { retryCount, signal: AbortSignal.any([entry.signal, closing]) });
    } catch (error) {
      if (!closing.aborted || entry.signal.aborted) throw error;
      await boss.send(queue, data, { singletonKey: keyOf(data) });
    } finally {
      boss.notifyWorker(slot);
    }
  });
}
