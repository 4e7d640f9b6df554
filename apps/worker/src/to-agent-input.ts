import type { JobMessage, JournalEntry } from "@docsteward/agent/journal";
import type { AgentJobInput } from "@docsteward/agent/ports";
import type { Services } from "@docsteward/services/context";
import type { JournalStep, OpenedJob } from "@docsteward/services/job/open";

/** A job's rows as the agent takes them. */
export function toAgentInput(
  { job, project, organization, steps }: Pick<OpenedJob, "job" | "project" | "organization" | "steps">,
  { baseUrl }: Services,
): AgentJobInput {
  return {
    id: job.id,
    source: { repository: job.repository, ref: job.baseRef, docsPath: project.docsPath },
    branch: job.branch,
    title: job.title,
    asDraft: job.asDraft,
    pullRequestNumber: job.pullRequestNumber,
    reviewer: job.reviewer,
    url: `${baseUrl}/${organization.slug}/${project.domain}/jobs/${job.id}`,
    journal: steps.map(toJournalEntry),
  };
}

/** The journal is written by the agent alone, with the very types it is read with. */
function toJournalEntry({ kind, data }: JournalStep): JournalEntry {
  return { kind, data } as JournalEntry;
}

/** Rows hold one of the three roles: the contract's schemas let no other in. */
export function toJobMessage(row: { id: string; seq: number; role: string; content: string }): JobMessage {
  return { id: row.id, seq: row.seq, role: row.role as JobMessage["role"], content: row.content };
}
