import type { AgentJob } from "./job.ts";
import type { JobEventMessage } from "./job-event.ts";

export const EXAMPLE_PROMPT = 'replace "Acme Cloud" with "Acme" everywhere';

/** A job that was just made. */
export const EXAMPLE_JOB: AgentJob = {
  id: "job_01KADZ4XM2C8V0R4N7T9W3Y5HB",
  status: "active",
  source: { repository: "file:///srv/git/acme-docs", ref: "main" },
  model: "sonnet",
  prLink: null,
  createdAt: "2026-11-21T10:00:00.000Z",
  archivedAt: null,
};

export const EXAMPLE_ENDED_JOB: AgentJob = {
  ...EXAMPLE_JOB,
  status: "completed",
  prLink: "https://docsteward.example.com/acme/acme-docs/pulls/7",
};

export const EXAMPLE_EVENT: JobEventMessage = {
  id: 1,
  jobId: EXAMPLE_JOB.id,
  type: "job.created",
  at: EXAMPLE_JOB.createdAt,
  text: `Job created with sonnet: ${EXAMPLE_PROMPT}`,
  data: { model: "sonnet", prompt: EXAMPLE_PROMPT },
};
