import type { PgBoss } from "pg-boss";
import { workAtOnce } from "./work-at-once.ts";

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
  pollingIntervalSeconds: 0.5,
  notifyPollingIntervalSeconds: 2,
  heartbeatRefreshSeconds: 3,
};

/**
 * Opens one place that works on an entry at a time. An entry that stops because the queue is being closed goes back whole, without
 * counting as a failure.
 */
export async function openSlot<Entry extends object>(boss: PgBoss, work: SlotWork<Entry>): Promise<void> {
  const { queue, keyOf, onEntry, closing } = work;
  await workAtOnce<Entry>(boss, {
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
