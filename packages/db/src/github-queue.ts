import { fromPrisma, type PgBoss } from "pg-boss";
import type { Transaction } from "./client.ts";

/** What is to be done for GitHub's sake: an event that came, or comments whose job has come to rest. Their rows are the truth. */
export type GitHubTask = { deliveryId: string } | { answersOfJob: string };

export type GitHubQueue = {
  /** Adds an entry inside the caller's transaction. */
  enqueue(tx: Transaction, task: GitHubTask): Promise<void>;
  /** Begins to take entries, some at once. A rejection brings the entry round again, later each time. */
  work(onTask: (task: GitHubTask) => Promise<void>): Promise<void>;
};

export const GITHUB = "github";

const CONCURRENCY = 4;

const OPTIONS = {
  // Limits of GitHub's are waited for inside: a minute, and the requests around it.
  expireInSeconds: 300,
  retryLimit: 12,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 600,
  deleteAfterSeconds: 3_600,
  notify: true,
};

/** Makes or updates the queue of what GitHub tells and is to be told. */
export async function installGitHubQueue(boss: PgBoss): Promise<void> {
  await boss.createQueue(GITHUB, OPTIONS);
  await boss.updateQueue(GITHUB, OPTIONS);
}

export function createGitHubQueue(boss: PgBoss): GitHubQueue {
  return {
    async enqueue(tx, task) {
      await boss.send(GITHUB, task, { db: fromPrisma(tx) });
    },
    async work(onTask) {
      const options = { localConcurrency: 1, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2 };
      for (let opened = 0; opened < CONCURRENCY; opened += 1) {
        const slot: string = await boss.work<GitHubTask>(GITHUB, options, async ([entry]) => {
          if (!entry) return;
          try {
            await onTask(entry.data);
          } finally {
            // What waits is looked for at once, and not only at the next poll.
            boss.notifyWorker(slot);
          }
        });
      }
    },
  };
}
