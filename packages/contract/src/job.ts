import { z } from "zod";
import { Text } from "./input-schema.ts";

/** Statuses of an agent job. A cancelled job is `failed`. */
export const JobStatus = z.enum(["active", "completed", "failed"]);
/** One status of an agent job. */
export type JobStatus = z.infer<typeof JobStatus>;

/** Why a job failed, for people and programs. `git_misconfigured` covers all that is wrong with the repository's connection. */
export const FailureCode = z.enum([
  "cancelled",
  "git_misconfigured",
  "model_error",
  "limit_reached",
  "stuck",
  "push_refused",
  "internal",
]);
/** Reason of a failed job, as a stable code. */
export type FailureCode = z.infer<typeof FailureCode>;

/** An entry of the to-do list that the agent keeps for a job. */
export const Todo = z.object({
  id: z.string(),
  content: z.string(),
  status: z.enum(["pending", "in_progress", "completed", "cancelled"]),
  priority: z.enum(["high", "medium", "low"]),
});
/** A parsed to-do entry. */
export type Todo = z.infer<typeof Todo>;

const timestamp = z.iso.datetime();

/** The version 2 job object of the specification. */
export const AgentJob = z
  .object({
    id: z.string().meta({ description: "Unique identifier of the agent job." }),
    status: JobStatus,
    source: z.object({
      repository: z
        .string()
        .meta({ description: "Full URL of the repository. A repository on the server has a `file:///…` URL." }),
      ref: z.string().nullable().meta({ description: "Branch the job starts from." }),
    }),
    model: z.string().meta({ description: "The job's model. `offline` if no provider is configured." }),
    prLink: z.string().nullable().meta({
      description:
        "URL of the pull request. Null until the job has opened one, and if no file changed. A follow-up keeps it.",
    }),
    createdAt: timestamp,
    archivedAt: timestamp.nullable(),
    queuePosition: z.int().min(1).max(500).optional().meta({
      description:
        "Place in the queue, 1 for the next job. Only when you read a job that waits for a worker. Places above 500 are 500.",
    }),
  })
  .meta({ id: "AgentJob" });
/** An agent job as the public API shows it. */
export type AgentJob = z.infer<typeof AgentJob>;

/** Its upper size is configuration (`LIMIT_PROMPT_CHARACTERS`) and is checked by the verbs that take a prompt. */
export const Prompt = z
  .string()
  .min(1, "Prompt must not be empty.")
  .refine((text) => text.trim() !== "", "Prompt must not be empty.")
  .refine((text) => text.isWellFormed() && !text.includes("\0"), "Prompt must be valid text without NUL characters.")
  .meta({ description: "The instruction for the agent." });

/** Body of the request that creates an agent job. */
export const CreateJobBody = z.object({ prompt: Prompt }).meta({ id: "CreateJobBody" });
/** A parsed request to create an agent job. */
export type CreateJobBody = z.infer<typeof CreateJobBody>;

/** Body of a follow-up message to an agent job. */
export const SendMessageBody = z.object({ prompt: Prompt }).meta({ id: "SendMessageBody" });
/** A parsed follow-up message. */
export type SendMessageBody = z.infer<typeof SendMessageBody>;

/** Query parameters of the list of jobs. `limit` counts jobs a page. */
export const ListJobsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: Text.max(200).optional(),
  status: JobStatus.optional(),
  archived: z
    .enum(["true", "false"])
    .transform((value) => value === "true")
    .optional()
    .meta({
      description: "`true` for archived jobs only, `false` for jobs that aren't archived. Omit it for all jobs.",
    }),
});
/** Parsed query parameters of the list of jobs. */
export type ListJobsQuery = z.infer<typeof ListJobsQuery>;

/** A page of the list of jobs, newest first. */
export const JobList = z
  .object({ jobs: z.array(AgentJob), nextCursor: z.string().nullable(), hasMore: z.boolean() })
  .meta({ id: "JobList" });
/** One page of jobs, as the public API sends it. */
export type JobList = z.infer<typeof JobList>;
