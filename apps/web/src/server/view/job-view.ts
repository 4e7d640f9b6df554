import type { JobStatus, Todo } from "@docsteward/contract/job";

/** A job as the dashboard shows it: the public object and what people want to know besides. */
export type JobView = {
  id: string;
  status: JobStatus;
  /** The agent's title, or else the first line of the prompt. */
  title: string;
  model: string;
  repository: string;
  ref: string;
  branch: string | null;
  pullRequestNumber: number | null;
  inputTokens: number;
  outputTokens: number;
  failureCode: string | null;
  todos: Todo[];
  createdAt: string;
  /** When it last ended; null while it is active. */
  endedAt: string | null;
  archivedAt: string | null;
};
