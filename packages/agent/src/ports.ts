import type { FailureCode } from "@docsteward/contract/job";
import type { JobEventBody } from "@docsteward/contract/job-event";
import type { GitHost, RepositoryAccess, Source } from "@docsteward/git/host";
import type { RepositoryBounds } from "@docsteward/git/rules/repository-bounds";
import type { Model } from "@docsteward/models/model";
import type { Clock } from "@docsteward/platform/clock";
import type { Effort } from "@docsteward/platform/env";
import type { ModelPrice } from "@docsteward/platform/money";
import type { JobMessage, JobPatch, JournalEntry, RoundResult } from "./journal.ts";

/** A job as its worker took it: everything the agent may know of it. */
export type AgentJobInput = {
  id: string;
  source: Source;
  /** The branch asked for, or the one an earlier round made; null lets the agent name it. */
  branch: string | null;
  title: string | null;
  asDraft: boolean;
  pullRequestNumber: number | null;
  /** Who asked, as the Git host knows them; null when that is not known. */
  reviewer: string | null;
  /** Others who are asked for a review, and labels of the pull request. */
  reviewers?: readonly string[];
  labels?: readonly string[];
  /** The changes of code that it follows, a line of Markdown each, for the pull request's description. */
  follows?: readonly string[];
  /** The job's page, for the pull request's description. */
  url: string;
  journal: JournalEntry[];
};

/** Steps, tokens and minutes since a person last spoke; money over the whole job. */
export type AgentLimits = { maxSteps: number; maxTokens: number; maxMinutes: number; maxCostMicroUsd: number };

/** How much of a limit is used, 0 to 1 and over, how that limit reads (`60 steps`), and what a person can do at its end. */
export type LimitUse = { share: number; name: string; remedy: string };

/** An open pull request with exactly the changes that a job made. */
export type EqualPullRequest = { number: number; url: string };

/** A model as a job calls it. */
export type JobModel = {
  model: Model;
  /** Null when the price is not known: the model's calls then cost nothing here, unless the provider says what they cost. */
  price: ModelPrice | null;
  /** How much it thinks before it answers; null leaves it to the provider. */
  effort: Effort | null;
};

/** A repository that the job may read beside its own, and how it is reached. Nothing is written there. */
export type SourcePort = {
  /** Unique in the project. */
  name: string;
  repository: string;
  /** A branch, a tag, or the whole name of a commit. */
  ref: string;
  access(): Promise<RepositoryAccess>;
  /** Hears which commit the job reads, or why it reads none. */
  note(read: { commit: string } | { error: string }): Promise<void>;
};

/** What the agent needs from outside. It knows no database: the worker stands behind these. */
export type AgentPorts = JobModel & {
  host: GitHost;
  /** The model that a round turns to when its own can't be reached; null without one. */
  fallback: JobModel | null;
  sources: readonly SourcePort[];
  dataDir: string;
  repositoryBounds: RepositoryBounds;
  clock: Clock;
  limits: AgentLimits;
  /** CPU time that reading one page may take, in seconds. */
  pageCpuSeconds: number;
  /** How much of the month's money the project and its organization have used, whichever is nearer its end; null without a budget. */
  budget(): Promise<LimitUse | null>;
  /**
   * The open pull request of another job of the project that has the very same files. Null when there is none: no other job opens
   * one with them until this one's round ends.
   */
  findEqualPullRequest(treeSha: string): Promise<EqualPullRequest | null>;
  /** Aborted when the job is cancelled or its worker must stop. */
  signal: AbortSignal;
  /** Stores entries, events and changes of the job together or not at all. Throws when this worker has lost the job. */
  record(update: { entries?: JournalEntry[]; events?: JobEventBody[]; patch?: JobPatch }): Promise<void>;
  /** Messages that have not entered the conversation yet, oldest first. */
  waitingMessages(): Promise<JobMessage[]>;
};

/** The end of a round. `reason` is a sentence for the person who asked. */
export type AgentOutcome =
  | ({ status: "completed" } & RoundResult)
  | { status: "failed"; code: FailureCode; reason: string };

/** Ends a job with a code and a sentence for the person who asked. */
export class JobFailure extends Error {
  override readonly name = "JobFailure";
  readonly code: FailureCode;

  constructor(code: FailureCode, reason: string, options: { cause?: unknown } = {}) {
    super(reason, options);
    this.code = code;
  }
}
