import { setTimeout as sleep } from "node:timers/promises";
import type { JobMessage, JournalEntry } from "@docsteward/agent/journal";
import {
  type AgentJobInput,
  type AgentPorts,
  type EqualPullRequest,
  JobFailure,
  type JobModel,
} from "@docsteward/agent/ports";
import { retryWhileUnavailable, type WaitOptions } from "@docsteward/db/database-error";
import { createGitHubHost } from "@docsteward/git/github/create-github-host";
import type { GitHost, Source } from "@docsteward/git/host";
import type { PullRequestStore } from "@docsteward/git/local/store";
import { createLocalHost, createPlainHost } from "@docsteward/git/local/stored-host";
import {
  createFallbackModel,
  createFallbackOfSettings,
  createModelsOfSettings,
} from "@docsteward/models/create-models";
import type { Model } from "@docsteward/models/model";
import { type Env, effortOf } from "@docsteward/platform/env";
import { newId } from "@docsteward/platform/id";
import { priceOf, toMicroUsd } from "@docsteward/platform/money";
import type { SystemContext } from "@docsteward/services/context";
import { hostKindOf, markVerifiedCommits, repositoryAccess } from "@docsteward/services/git-host";
import type { OpenedJob, StoredEntry } from "@docsteward/services/job/job";
import { appendToJournal, listUnreadMessages } from "@docsteward/services/job/journal";
import { resolveJobLimits } from "@docsteward/services/job/limits";
import type { Lease } from "@docsteward/services/lease";
import { findModelSettings } from "@docsteward/services/model-provider/settings";
import { claimTree } from "@docsteward/services/pull-request/claim-tree";
import { pullRequestUrl } from "@docsteward/services/pull-request/pull-request";
import { createRecordedHost } from "@docsteward/services/pull-request/recorded-host";
import { createPullRequestStore } from "@docsteward/services/pull-request/store";
import { appFor, useOf } from "@docsteward/services/repository-use";
import { listReadableSources } from "@docsteward/services/source";
import { findTightestBudget } from "@docsteward/services/usage/budget";
import type { WorkerDependencies } from "./dependencies.ts";

const MINUTE_MS = 60_000;

/**
 * What the agent needs from outside for one job, over the services. While PostgreSQL is away the agent waits; what it had to
 * store is stored once, also when the answer to the first try was lost.
 */
export async function createAgentPorts(
  { services, models, settings, log, meter }: WorkerDependencies,
  opened: OpenedJob,
  signal: AbortSignal,
): Promise<AgentPorts> {
  const wait: WaitOptions = { log, signal };
  const { lease, project, organization } = opened;
  const own = await retryWhileUnavailable(() => findModelSettings(services, opened), wait);
  const allowedNetworks = settings.MODEL_ALLOWED_NETWORKS;
  const model = (own ? createModelsOfSettings(own, { allowedNetworks }) : models).get(opened.job.model);
  // The installation's fallback would send a tenant's pages to a provider that the tenant did not choose.
  const fallback = own ? createFallbackOfSettings(own, { allowedNetworks }) : createFallbackModel(settings);
  const { maxCostUsd, ...bounds } = resolveJobLimits(opened, {
    maxSteps: settings.JOB_MAX_STEPS,
    maxTokens: settings.JOB_MAX_TOKENS,
    maxMinutes: settings.JOB_MAX_MINUTES,
    maxCostUsd: settings.JOB_MAX_COST_USD,
  });
  const sources = await retryWhileUnavailable(() => listReadableSources(services, opened), wait);
  const host = createJobHost(services, { ...opened, endsAt: endOf(opened, bounds.maxMinutes) }, lease, wait);
  const { source } = toAgentInput(opened, services);
  // The last write found no message, and nothing was asked since.
  let isAllRead = false;
  return {
    host,
    ...toJobModel(model, settings),
    fallback: fallback && toJobModel(fallback, settings),
    sources: sources.map((source) => ({
      ...source,
      access: () => retryWhileUnavailable(source.access, wait),
      note: (read) => retryWhileUnavailable(() => source.note(read), wait),
    })),
    dataDir: services.dataDir,
    repositoryBounds: services.repositoryBounds,
    clock: services.clock,
    limits: { ...bounds, maxCostMicroUsd: toMicroUsd(maxCostUsd) },
    pageCpuSeconds: settings.PAGE_CPU_SECONDS,
    budget: () => retryWhileUnavailable(() => findTightestBudget({ ...services, project, organization }), wait),
    findEqualPullRequest: (treeSha) => findEqualPullRequest({ services, host, source, lease, wait }, treeSha),
    signal,
    async record({ entries, events, patch }) {
      const entry = { lease, id: newId("rec"), entries, events, patch };
      isAllRead = !(await retryWhileUnavailable(() => appendToJournal(services, entry), wait)).hasUnread;
      if (patch?.usage) meter.countUsage(patch.usage);
    },
    async waitingMessages() {
      const isKnown = isAllRead;
      isAllRead = false;
      if (isKnown) return [];
      return (await retryWhileUnavailable(() => listUnreadMessages(services, opened.job), wait)).map(toJobMessage);
    },
  };
}

function toJobModel(model: Model, { MODEL_PRICES, JOB_EFFORT }: Env): JobModel {
  return { model, price: priceOf(MODEL_PRICES, model.name), effort: effortOf(JOB_EFFORT, model.name) };
}

/** A job's time runs anew from the last message of a person. */
function endOf({ job, messages }: OpenedJob, maxMinutes: number): Date {
  const lastAt = messages.at(-1)?.createdAt ?? job.createdAt;
  return new Date(lastAt.getTime() + maxMinutes * MINUTE_MS);
}

type HostedJob = Pick<OpenedJob, "project" | "organization"> & {
  /** The job, or what else names the repository. */
  job: Pick<OpenedJob["job"], "repository" | "hostRepositoryId">;
  /** Until then the limits of a forge are waited for. */
  endsAt?: Date;
};

/**
 * The Git host of a job's repository. What it writes waits while PostgreSQL is away.
 *
 * @param lease of the worker that writes: it is refused once it has lost the job; null for work on no job
 */
export function createJobHost(
  services: SystemContext,
  { job, project, organization, endsAt }: HostedJob,
  lease: Lease<"job"> | null,
  wait: WaitOptions,
): GitHost {
  const kind = hostKindOf(job.repository);
  if (kind === "github") {
    const host = createGitHubHost({
      app: () => retryWhileUnavailable(() => appFor(services, useOf(project, job)), wait),
      signal: wait.signal,
      endsAt,
      verifiedPush: {
        isNeeded: project.needsVerifiedCommits,
        remember: () => retryWhileUnavailable(() => markVerifiedCommits(services, { projectId: project.id }), wait),
      },
    });
    return createRecordedHost(services, { host, projectId: project.id, repository: job, lease, wait });
  }
  const stored = {
    store: waiting(
      createPullRequestStore(services, {
        projectId: project.id,
        repository: job.repository,
        lease: lease ?? undefined,
      }),
      wait,
    ),
    urlOf: (number: number) =>
      pullRequestUrl(services, {
        project: { ...project, organization },
        pull: { number, repository: job.repository },
      }),
  };
  if (kind === "local") return createLocalHost(stored);
  const access = () => retryWhileUnavailable(() => repositoryAccess(services, useOf(project, job)), wait);
  return createPlainHost({ ...stored, access, signal: wait.signal });
}

/** Every one of these may be done twice: a branch never gets a second open pull request. */
function waiting(store: PullRequestStore, wait: WaitOptions): PullRequestStore {
  return {
    find: (number) => retryWhileUnavailable(() => store.find(number), wait),
    findOpen: (branch) => retryWhileUnavailable(() => store.findOpen(branch), wait),
    create: (request) => retryWhileUnavailable(() => store.create(request), wait),
    update: (number, change) => retryWhileUnavailable(() => store.update(number, change), wait),
  };
}

type Parts = { services: SystemContext; host: GitHost; source: Source; lease: Lease<"job">; wait: WaitOptions };

const LOOK_AGAIN_MS = 250;
/** Longer than a lost worker's job takes to be taken up by another one. */
const MAX_WAIT_MS = 90_000;

/**
 * Finds the open pull request of another job that has the very same files, and waits for one that is about to be opened. Where
 * there is none, the files are this job's to publish until its round ends.
 *
 * @throws JobFailure when another job neither opens its pull request nor ends: waiting on would keep it from a worker
 */
async function findEqualPullRequest(parts: Parts, treeSha: string): Promise<EqualPullRequest | null> {
  const { services, host, source, lease, wait } = parts;
  const deadlineMs = performance.now() + MAX_WAIT_MS;
  const except: number[] = [];
  for (;;) {
    const found = await retryWhileUnavailable(() => claimTree(services, { lease, treeSha, except }), wait);
    if (found.kind === "claimed") return null;
    if (found.kind === "equal") {
      const { number, headSha } = found.pullRequest;
      // What is remembered may be old: a person may have closed it, or pushed to it.
      const now = await host.getPullRequest(source, number);
      if (now?.state === "open" && now.headSha === headSha) return { number, url: now.url };
      except.push(number);
      continue;
    }
    if (performance.now() > deadlineMs) throw stillTaken();
    await sleep(LOOK_AGAIN_MS, undefined, { signal: wait.signal });
  }
}

function stillTaken(): JobFailure {
  return new JobFailure(
    "push_refused",
    "Another job with the same change is about to open a pull request and has stalled. Cancel that job, or send a message to try again.",
  );
}

/** A job's rows as the agent takes them. */
export function toAgentInput(
  { job, project, organization, journal }: Pick<OpenedJob, "job" | "project" | "organization" | "journal">,
  { baseUrl }: SystemContext,
): AgentJobInput {
  return {
    id: job.id,
    source: { repository: job.repository, ref: job.baseRef, docsPath: project.docsPath },
    branch: job.branch,
    title: job.title,
    asDraft: job.asDraft,
    pullRequestNumber: job.pullRequestNumber,
    reviewer: job.reviewer,
    reviewers: job.reviewers,
    labels: job.labels,
    follows: job.follows,
    url: `${baseUrl}/${organization.slug}/${project.domain}/jobs/${job.id}`,
    journal: journal.map(toJournalEntry),
  };
}

/** The journal is written by the agent alone, with the very types it is read with. */
function toJournalEntry({ kind, data }: StoredEntry): JournalEntry {
  return { kind, data } as JournalEntry;
}

/** Rows hold one of the three roles: the contract's schemas let no other in. */
function toJobMessage(row: { id: string; seq: number; role: string; content: string }): JobMessage {
  return { id: row.id, seq: row.seq, role: row.role as JobMessage["role"], content: row.content };
}
