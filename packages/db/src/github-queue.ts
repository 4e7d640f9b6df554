import { fromPrisma, type Job, type PgBoss } from "pg-boss";
import type { Transaction } from "./client.ts";
import { installQueue, processEntry, traceOf, workOnNotify } from "./queue-work.ts";

/** What is to be done for GitHub's sake: an event that came, comments whose job has come to rest, or a report on a pull request. Their rows are the truth. */
export type GitHubTask = { deliveryId: string } | { answersOfJob: string } | { reportId: string };

/** The queue of events from GitHub and of messages to GitHub. */
export type GitHubQueue = {
  /** Adds an entry inside the caller's transaction. */
  enqueue(tx: Transaction, task: GitHubTask): Promise<void>;
  /** Starts to process entries, some in parallel. A rejected entry is retried, later each time. */
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

/** Creates or updates the queue of events from GitHub and of messages to GitHub. */
export function installGitHubQueue(boss: PgBoss): Promise<void> {
  return installQueue(boss, GITHUB, OPTIONS);
}

export function createGitHubQueue(boss: PgBoss): GitHubQueue {
  return {
    async enqueue(tx, task) {
      await boss.send(GITHUB, { ...task, ...traceOf() }, { db: fromPrisma(tx) });
    },
    async work(onTask) {
      const options = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2 };
      const onEntry = ({ data: { traceparent, ...task } }: Job<GitHubTask & { traceparent?: string }>) =>
        processEntry(GITHUB, traceparent, () => onTask(task));
      const work = { queue: GITHUB, options, onEntry };
      for (let opened = 0; opened < CONCURRENCY; opened += 1) await workOnNotify(boss, work);
    },
  };
}
