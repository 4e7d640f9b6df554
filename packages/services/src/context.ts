import type { Assistant } from "@docsteward/assistant/answer/open-assistant";
import type { Embedder } from "@docsteward/assistant/embedding/embedder";
import type { Reader } from "@docsteward/assistant/retriever/restrict-retriever";
import type { JobLimits, LimitSettings } from "@docsteward/contract/limits";
import type { Organization, Project, Transaction } from "@docsteward/db/client";
import type { ActiveJobLimits } from "@docsteward/db/job-turns";
import type { Notifier } from "@docsteward/db/notify";
import type { Queue } from "@docsteward/db/queue";
import { afterCommit as callAfterCommit, withTransaction } from "@docsteward/db/with-transaction";
import type { RepositoryBounds } from "@docsteward/git/rules/repository-bounds";
import type { Clock } from "@docsteward/platform/clock";
import type { Reporter } from "@docsteward/platform/log";
import type { ModelPrices } from "@docsteward/platform/money";
import type { AccessCache } from "./access-cache.ts";
import type { Actor, PersonActor } from "./actor.ts";
import type { SearchCounter } from "./analytics/search-counter.ts";
import type { StreamRecorder } from "./answer-stream/recorder.ts";
import type { GitHubApps } from "./github-app/apps.ts";
import type { KeyUseCounter } from "./key/use-counter.ts";
import type { LimitCounters } from "./limit/counters.ts";
import type { Mailer } from "./notification/mailer.ts";
import type { Auth } from "./sign-in/create-auth.ts";
import type { SignInProviders } from "./sign-in/providers.ts";
import type { SiteCache } from "./site/cache.ts";

/** What every verb may use, opened once a process. */
export type Services = {
  /** The database; in a context of `inTransaction`, the transaction. */
  db: Transaction;
  queue: Queue;
  notifier: Notifier;
  clock: Clock;
  log: Reporter;
  limits: LimitSettings;
  /** Where people reach the dashboard, without a slash at the end. */
  baseUrl: string;
  /** Repositories' caches and work in progress lie here. */
  dataDir: string;
  /** What of a repository is read at most. */
  repositoryBounds: RepositoryBounds;
  /** The model of a job that names none, and which names there are. */
  models: { defaultName: string; names: readonly string[] };
  /** What models cost, to tell a job that cost nothing from one whose cost is not known. */
  prices: ModelPrices;
  /** The limits of jobs whose project and organization set none. */
  jobBounds: JobBounds;
  /** Most jobs that workers hold at one time, of projects and organizations that have no limit of their own. */
  activeJobs: ActiveJobLimits;
  /** Money that jobs may cost in a calendar month (UTC), in millionths of a US dollar; null is without a bound. */
  budgets: { projectMicroUsd: number | null; organizationMicroUsd: number | null };
  /** Users and their browser sessions. Created on first use, since only the dashboard needs it. */
  auth: () => Promise<Auth>;
  /** The providers that people may sign in through besides. */
  signInProviders: SignInProviders;
  /** Secret that API keys are hashed and cursors are signed with. */
  keySecret: string;
  /** The secret before it, while rows of it are accepted. */
  previousKeySecret?: string | null;
  /** What decides over calls, for some seconds. */
  memory: AccessCache;
  limitCounters: LimitCounters;
  keyUses: KeyUseCounter;
  searches: SearchCounter;
  /** When deprecated operations will be gone; null until the operator has set a day. */
  v1Sunset: Date | null;
  eventRetentionDays: number;
  threadRetentionDays: number;
  /** Null, and without a value: for good. */
  jobRetentionDays?: number | null;
  auditRetentionDays?: number | null;
  /** When the stream of an answer begins at the latest, in milliseconds: also when the model has said nothing yet. */
  answerHeadMs: number;
  /** Answers the readers' questions. */
  assistant: Assistant;
  /** Sends mail to people; null while the operator has set no server. */
  mailer: Mailer | null;
  /** Networks of the operator's own that webhooks may be sent to: addresses and ranges. */
  webhooks: { allowedNetworks: readonly string[] };
  /** The same for model servers that are set in the dashboard. */
  modelAllowedNetworks: readonly string[];
  /** The same for Git servers. */
  gitAllowedNetworks: readonly string[];
  /** Reaches repositories at GitHub. */
  github: GitHubApps;
  /** Sites that can be searched. */
  sites: SiteCache;
  /** Finds passages that say the same in other words; null when pages are found by their words alone. */
  embedder: Embedder | null;
  /** Answers on their way, for clients that come back. */
  streams: StreamRecorder;
};

/** For what belongs to no organization: workers, schedules, sign-in and the operator's commands. The caller says who acts. */
export type SystemContext = Services & { actor: Actor };

/** A signed-in person, for what they do with their account and in the installation. */
export type PersonContext = SystemContext & { actor: PersonActor };

/** One organization, and an actor who may act in it. Every query of a verb that takes this is scoped to `organization.id`. */
export type OrganizationContext = SystemContext & { organization: Organization };

/** One project, and an actor who may act in it. Every query of a verb that takes this is scoped to `project.id`. */
export type ProjectContext = OrganizationContext & {
  project: Project;
  /** Who reads the pages, for a caller of the assistant API; null reads every page. Ask `readerOf`. */
  reader?: IdentifiedReader | null;
};

/** A reader, with the `sub` of their token where they sent one. */
export type IdentifiedReader = Reader & { subject?: string | null };

/** An organization, or one project of it: for what both can have for themselves, such as models and limits. */
export type OwnerContext = OrganizationContext & { project?: Project };

/** A project as the database returns it with its organization. */
export type ProjectWithOrganization = Project & { organization: Organization };

/** Enters a project: the same context, with the project and its organization. */
export function inProject<C extends SystemContext>(
  ctx: C,
  { organization, ...project }: ProjectWithOrganization,
): C & ProjectContext {
  return { ...ctx, organization, project };
}

/**
 * Runs `work` with a context whose `db` is one transaction; in a transaction already, `work` joins it. PostgreSQL may end a
 * transaction to resolve a deadlock, and `work` then runs again: it only writes to the database. What must wait for the
 * commit goes into `afterCommit`.
 */
export function inTransaction<C extends Pick<Services, "db">, T>(
  ctx: C,
  work: (ctx: C) => Promise<T>,
  options?: { timeoutMs?: number },
): Promise<T> {
  return withTransaction(ctx.db, (db) => work({ ...ctx, db }), options);
}

/** Calls `work` when the context's transaction is committed, and now when the context has none. */
export function afterCommit(ctx: Pick<Services, "db">, work: () => void): void {
  callAfterCommit(ctx.db, work);
}

/** What bounds one job. */
export type JobBounds = Required<Omit<JobLimits, "maxCostUsdPerMonth">>;
