import type { Job, PgBoss, WorkOptions } from "pg-boss";

export type AtOnceWork<Entry extends object> = {
  queue: string;
  options: Omit<WorkOptions, "includeMetadata" | "batchSize">;
  onEntry(entry: Job<Entry>): Promise<void>;
};

/** Takes entries one at a time, and looks for the next at once when one has ended, not only at the next poll. */
export async function workAtOnce<Entry extends object>(boss: PgBoss, work: AtOnceWork<Entry>): Promise<void> {
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
