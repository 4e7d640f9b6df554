import { fromPrisma, type PgBoss } from "pg-boss";
import type { Transaction } from "./client.ts";
import { installQueue, processEntry, traceOf } from "./queue-work.ts";

/** An entry says which delivery, never what: the delivery's row is the truth. */
type WebhookEntry = { deliveryId: string; due: string; traceparent?: string };

/** One attempt of a delivery. When the delivery has another `due` by now, a later entry has replaced this one. */
export type WebhookTask = { deliveryId: string; due: Date };

/** The queue of webhook deliveries. */
export type WebhookQueue = {
  /** Adds an entry for the next try of a delivery inside the caller's transaction. It is taken when it is due. */
  enqueue(tx: Transaction, task: WebhookTask): Promise<void>;
  /** Starts to process entries, several in parallel. A rejected entry is retried. */
  work(onTask: (task: WebhookTask) => Promise<void>): Promise<void>;
};

export const WEBHOOK = "webhook";

const CONCURRENCY = 8;

const OPTIONS = {
  // A try takes seconds: an entry that is out longer belongs to a worker that is gone.
  expireInSeconds: 30,
  retryLimit: 20,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 300,
  deleteAfterSeconds: 3_600,
  notify: true,
};

/** Makes or updates the queue of deliveries to webhook endpoints. */
export function installWebhookQueue(boss: PgBoss): Promise<void> {
  return installQueue(boss, WEBHOOK, OPTIONS);
}

export function createWebhookQueue(boss: PgBoss): WebhookQueue {
  return {
    async enqueue(tx, { deliveryId, due }) {
      const entry = { deliveryId, due: due.toISOString(), ...traceOf() };
      await boss.send(WEBHOOK, entry, { db: fromPrisma(tx), startAfter: due });
    },
    async work(onTask) {
      const options = { localConcurrency: CONCURRENCY, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2 };
      await boss.work<WebhookEntry>(WEBHOOK, options, async ([entry]) => {
        if (!entry) return;
        const { deliveryId, due, traceparent } = entry.data;
        await processEntry(WEBHOOK, traceparent, () => onTask({ deliveryId, due: new Date(due) }));
      });
    },
  };
}
