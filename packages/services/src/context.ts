import type { Assistant } from "@docsteward/assistant/answer/open-assistant";
import type { Embedder } from "@docsteward/assistant/embedding/embedder";
import type { JobLimits, LimitSettings } from "@docsteward/contract/limits";
import type { Database, Organization, Project } from "@docsteward/db/client";
import type { Notifier } from "@docsteward/db/notify";
import type { Queue } from "@docsteward/db/queue";
import type { RepositoryBounds } from "@docsteward/git/rules/repository-bounds";
import type { Clock } from "@docsteward/platform/clock";
import type { Reporter } from "@docsteward/platform/log";
import type { ModelPrices } from "@docsteward/platform/model-price";
import type { AccessCache } from "./access-cache.ts";
import type { Actor } from "./actor.ts";
import type { StreamRecorder } from "./answer-stream/recorder.ts";
import type { GitHubApps } from "./github-app/apps.ts";
import type { KeyUseCounter } from "./key/use-counter.ts";
import type { LimitCounters } from "./limit/counters.ts";
import type { Auth } from "./sign-in/create-auth.ts";
import type { SignInProviders } from "./sign-in/providers.ts";
import type { SiteCache } from "./site/cache.ts";

/** What every verb may use, opened once a process. */
export type Services = {
  db: Database;
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
  /** What bounds a job whose project and organization have no limits of their own. */
  jobBounds: JobBounds;
  /** Money that jobs may cost in a calendar month (UTC), in millionths of a US dollar; null is without a bound. */
  budgets: { projectMicroUsd: number | null; organizationMicroUsd: number | null };
  /** Who somebody is and which browsers they are signed in with; made by the first to ask, since only the dashboard needs it. */
  auth: () => Promise<Auth>;
  /** The providers that people may sign in through besides. */
  signInProviders: SignInProviders;
  /** Secret that API keys are hashed and cursors are signed with. */
  keySecret: string;
  /** What decides over calls, for some seconds. */
  memory: AccessCache;
  limitCounters: LimitCounters;
  keyUses: KeyUseCounter;
  /** When deprecated operations will be gone; null until the operator has set a day. */
  v1Sunset: Date | null;
  eventRetentionDays: number;
  threadRetentionDays: number;
  /** Answers the readers' questions. */
  assistant: Assistant;
  /** Networks of the operator's own that webhooks may be sent to: addresses and ranges. */
  webhooks: { allowedNetworks: readonly string[] };
  /** The same for model servers that are set in the dashboard. */
  modelAllowedNetworks: readonly string[];
  /** Reaches repositories at GitHub. */
  github: GitHubApps;
  /** Sites that can be searched. */
  sites: SiteCache;
  /** Finds passages that say the same in other words; null when pages are found by their words alone. */
  embedder: Embedder | null;
  /** Answers on their way, for clients that come back. */
  streams: StreamRecorder;
};

export type ProjectWithOrganization = Project & { organization: Organization };

/** One project, and somebody who may act in it. Every query of a verb that takes this is scoped to `project.id`. */
export type ProjectContext = Services & { project: ProjectWithOrganization; actor: Actor };

/** What bounds one job. */
export type JobBounds = Required<Omit<JobLimits, "maxCostUsdPerMonth">>;
