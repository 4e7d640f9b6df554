export type Account = { id: number; login: string; type: "User" | "Organization" | "Bot" };

export type Access = "read" | "write";
export type Permissions = Record<string, Access>;

export type App = {
  id: number;
  slug: string;
  name: string;
  owner: Account;
  bot: Account;
  clientId: string;
  clientSecret: string;
  /** PKCS#1 PEM, as GitHub hands it out. */
  privateKey: string;
  publicKey: string;
  webhookSecret: string;
  /** Where its events go; null sends none. */
  webhookUrl: string | null;
  setupUrl: string | null;
  permissions: Permissions;
  events: string[];
  createdAt: Date;
};

export type Installation = {
  id: number;
  appId: number;
  account: Account;
  /** null: all that the account has. */
  repositoryIds: Set<number> | null;
  permissions: Permissions;
  suspendedAt: Date | null;
  createdAt: Date;
};

type Token =
  | { kind: "person"; account: Account }
  | {
      kind: "installation";
      installationId: number;
      permissions: Permissions;
      /** null: all of the installation. */
      repositoryIds: number[] | null;
      expiresAt: Date;
    };

export type BranchRules = {
  /** Direct pushes are refused: changes come through pull requests. */
  isProtected?: boolean;
  /** Commits that git pushes are refused; those that GitHub makes and signs itself are not. */
  needsVerifiedCommits?: boolean;
};

export type Role = "none" | "read" | "write" | "admin";

export type Comment = { id: number; author: Account; body: string; createdAt: Date; updatedAt: Date };

/** What an App says about a commit. */
export type CheckRun = {
  id: number;
  appId: number;
  headSha: string;
  name: string;
  externalId: string;
  detailsUrl: string | null;
  status: "queued" | "in_progress" | "completed";
  conclusion: "success" | "failure" | "neutral" | null;
  title: string;
  summary: string;
  annotations: { path: string; start_line: number; end_line: number; annotation_level: string; message: string }[];
  startedAt: Date;
};

export type Issue = {
  id: number;
  /** Issues and pull requests of a repository are counted together. */
  number: number;
  author: Account;
  title: string;
  body: string | null;
  state: "open" | "closed";
  createdAt: Date;
  updatedAt: Date;
  closedAt: Date | null;
  comments: Comment[];
};

/** Every pull request is an issue, too. */
export type Pull = Issue & {
  head: string;
  base: string;
  /** Where the branches were when last looked at; they stay as they were once the pull request has ended. */
  headSha: string;
  baseSha: string;
  isDraft: boolean;
  merged: { at: Date; by: Account; sha: string } | null;
  reviewers: Account[];
  labels: string[];
  /** Whose fork its commits come from; null for a branch of the repository. */
  fork: Account | null;
};

export type Repository = {
  id: number;
  owner: Account;
  name: string;
  /** Names it had before: GitHub sends who asks for them on. */
  formerNames: string[];
  /** Folder of the bare git repository, which is the truth about commits and branches. */
  path: string;
  defaultBranch: string;
  isPrivate: boolean;
  isArchived: boolean;
  /** Its organization admits only people who have signed in by SAML. */
  hasSamlWall: boolean;
  allowsDrafts: boolean;
  roles: Map<string, Role>;
  /** By branch; `*` is every branch. */
  rules: Map<string, BranchRules>;
  /** Commits made through the API, which GitHub signs. */
  verifiedCommits: Set<string>;
  pulls: Map<number, Pull>;
  /** Those that are no pull requests. */
  issues: Map<number, Issue>;
  checkRuns: CheckRun[];
  nextNumber: number;
  createdAt: Date;
  pushedAt: Date;
};

/** A request to the API and what became of it, for tests that count or check them. */
export type Exchange = {
  /** As OpenAPI writes it, `GET /repos/{owner}/{repo}`; the bare path where there is no such operation. */
  operation: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  status: number;
  answer: unknown;
  /** `app`, `installation`, a person's login, or `""`. */
  caller: string;
};

/** All that the forge knows besides git. */
export type State = {
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** Where the bare repositories lie. */
  folder: string;
  now(): Date;
  nextId(): number;
  tokenLifetimeMs: number;
  /** What is said of their lifetime, where it is something else. */
  announcedLifetimeMs: number | null;
  accounts: Map<string, Account>;
  apps: Map<number, App>;
  /** Apps made from a manifest and not fetched yet, by code. */
  conversions: Map<string, App>;
  installations: Map<number, Installation>;
  repositories: Map<number, Repository>;
  tokens: Map<string, Token>;
  faults: Fault[];
  exchanges: Exchange[];
  deliveries: Delivery[];
  /** Pending deliveries; each ends, also without a receiver. */
  pendingDeliveries: Set<Promise<void>>;
};

/** Who asks. */
export type Caller =
  | { kind: "anonymous" }
  | { kind: "app"; app: App }
  | { kind: "installation"; app: App; installation: Installation; token: Token & { kind: "installation" } }
  | { kind: "person"; account: Account };

/** An event on its way to an App, or one that has arrived. */
export type Delivery = {
  /** `X-GitHub-Delivery`; a redelivery bears it again. */
  guid: string;
  event: string;
  action: string | null;
  appId: number;
  /** The body as it was signed and sent. */
  body: string;
  /** The status of each attempt; null without an answer. */
  answers: (number | null)[];
};

/** What goes wrong instead of an answer. */
export type FaultKind =
  | "bad_credentials"
  | "secondary_limit"
  | "primary_limit"
  | "too_many_requests"
  | "forbidden"
  | "not_found"
  | "unprocessable"
  | "server_error"
  | "slow"
  | "cut"
  | "cut_after";

/** Something that goes wrong at one call of a route, or at several. */
export type Fault = {
  kind: FaultKind;
  /**
   * What it happens to: an operation as OpenAPI writes it (`POST /repos/{owner}/{repo}/pulls`), `git upload-pack`,
   * `git receive-pack`, or `*` for all of them.
   */
  at: string;
  /** Only calls about this repository, `owner/name`. Default all. */
  repository?: string;
  /** Calls of the route that go well first. Default 0. */
  after?: number;
  /** Calls that fail. Default 1. */
  times?: number;
  /** For rate limits: seconds to wait, as reported to the caller. Default 1. */
  seconds?: number;
  /** For `server_error`: the status. Default 502. */
  status?: number;
  /** For `slow`: how long the answer takes. Default 1000. */
  delayMs?: number;
};
