import { createPublicKey, generateKeyPair, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { findAccount, newSecret } from "../accounts.ts";
import { installationHas } from "../auth/permissions.ts";
import { GitHubError } from "../github-error.ts";
import { presentRepositoryBrief } from "../present/repository.ts";
import type { App, Installation, Permissions, Repository, State } from "../state.ts";
import { emitToInstallation } from "../webhook.ts";

export type NewApp = {
  name?: string;
  owner?: string;
  permissions?: Permissions;
  events?: string[];
  webhookUrl?: string | null;
  webhookSecret?: string;
  setupUrl?: string | null;
  /** PKCS#1 PEM; by default a new one. */
  privateKey?: string;
};

const generate = promisify(generateKeyPair);

/** What the App of Docsteward asks for. */
const PERMISSIONS: Permissions = {
  contents: "write",
  pull_requests: "write",
  checks: "write",
  issues: "write",
  metadata: "read",
};
const EVENTS = ["push", "pull_request", "issues", "issue_comment", "repository"];

/** Makes an App with a key of its own. It reaches nothing until it is installed. */
export async function createApp(state: State, input: NewApp = {}): Promise<App> {
  const name = input.name ?? "Docsteward";
  const slug = toSlug(state, name);
  const privateKey = input.privateKey ?? (await generateKey());
  const id = state.nextId();
  const app: App = {
    id,
    slug,
    name,
    owner: findAccount(state, input.owner ?? "octo-owner"),
    bot: findAccount(state, `${slug}[bot]`, "Bot"),
    clientId: `Iv23li${randomBytes(7).toString("hex")}`,
    clientSecret: randomBytes(20).toString("hex"),
    privateKey,
    publicKey: createPublicKey(privateKey).export({ type: "spki", format: "pem" }).toString(),
    webhookSecret: input.webhookSecret ?? randomBytes(20).toString("hex"),
    webhookUrl: input.webhookUrl ?? null,
    setupUrl: input.setupUrl ?? null,
    permissions: { metadata: "read", ...(input.permissions ?? PERMISSIONS) },
    events: input.events ?? EVENTS,
    createdAt: state.now(),
  };
  state.apps.set(id, app);
  return app;
}

async function generateKey(): Promise<string> {
  const { privateKey } = await generate("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  return privateKey;
}

function toSlug(state: State, name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  const taken = new Set([...state.apps.values()].map(({ slug }) => slug));
  let slug = plain;
  for (let number = 1; taken.has(slug); number += 1) slug = `${plain}-${number}`;
  return slug;
}

type NewInstallation = { account: string; repositories?: Repository[] | "all"; permissions?: Permissions };

/** Installs an App in an account, for all its repositories or those that are named. */
export function install(state: State, app: App, input: NewInstallation): Installation {
  const { repositories = "all" } = input;
  const account = findAccount(state, input.account);
  const installation: Installation = {
    id: state.nextId(),
    appId: app.id,
    account,
    repositoryIds: repositories === "all" ? null : new Set(repositories.map(({ id }) => id)),
    permissions: { ...(input.permissions ?? app.permissions) },
    suspendedAt: null,
    createdAt: state.now(),
  };
  state.installations.set(installation.id, installation);
  const reached =
    repositories === "all" ? [...state.repositories.values()].filter(({ owner }) => owner === account) : repositories;
  emitToInstallation(state, installation, {
    event: "installation",
    action: "created",
    sender: account,
    payload: { repositories: reached.map(presentRepositoryBrief) },
  });
  return installation;
}

/** Suspends an installation, or lets it work again. */
export function suspendInstallation(state: State, installation: Installation, isSuspended: boolean): void {
  installation.suspendedAt = isSuspended ? state.now() : null;
  const action = isSuspended ? "suspend" : "unsuspend";
  emitToInstallation(state, installation, { event: "installation", action, sender: installation.account, payload: {} });
}

/** Takes an App out of an account: its tokens end with it. */
export function uninstall(state: State, installation: Installation): void {
  emitToInstallation(state, installation, {
    event: "installation",
    action: "deleted",
    sender: installation.account,
    payload: {},
  });
  state.installations.delete(installation.id);
}

/** Chooses which repositories an installation reaches, from now on. */
export function selectRepositories(state: State, installation: Installation, chosen: Repository[] | "all"): void {
  const ofAccount = [...state.repositories.values()].filter(({ owner }) => owner === installation.account);
  const reaches = (one: Repository) => installation.repositoryIds?.has(one.id) ?? true;
  const before = ofAccount.filter(reaches);
  installation.repositoryIds = chosen === "all" ? null : new Set(chosen.map(({ id }) => id));
  const after = ofAccount.filter(reaches);
  const changes = {
    added: after.filter((one) => !before.includes(one)),
    removed: before.filter((one) => !after.includes(one)),
  };
  for (const action of ["added", "removed"] as const) {
    if (changes[action].length === 0) continue;
    emitToInstallation(state, installation, {
      event: "installation_repositories",
      action,
      sender: installation.account,
      payload: {
        repository_selection: installation.repositoryIds ? "selected" : "all",
        repositories_added: action === "added" ? changes.added.map(presentRepositoryBrief) : [],
        repositories_removed: action === "removed" ? changes.removed.map(presentRepositoryBrief) : [],
        requester: null,
      },
    });
  }
}

export type TokenRequest = { repositories?: string[]; repository_ids?: number[]; permissions?: Permissions };

type MintedToken = {
  value: string;
  expiresAt: Date;
  permissions: Permissions;
  repositories: Repository[] | null;
};

/** Mints a token of an installation, for the requested permissions and never for more than the installation has. */
export function mintToken(state: State, installation: Installation, request: TokenRequest): MintedToken {
  if (installation.suspendedAt) throw new GitHubError(403, "This installation has been suspended");
  const permissions = request.permissions ?? installation.permissions;
  const isGranted = Object.entries(permissions).every(([name, access]) => {
    const had = installation.permissions[name];
    return had === "write" || had === access;
  });
  if (!isGranted) throw new GitHubError(422, "The permissions requested are not granted to this installation.");
  const repositories = chooseRepositories(state, installation, request);
  const nowMs = state.now().getTime();
  const expiresAt = new Date(nowMs + state.tokenLifetimeMs);
  const announced = new Date(nowMs + (state.announcedLifetimeMs ?? state.tokenLifetimeMs));
  const value = newSecret("ghs_");
  state.tokens.set(value, {
    kind: "installation",
    installationId: installation.id,
    permissions: { metadata: "read", ...permissions },
    repositoryIds: repositories?.map(({ id }) => id) ?? null,
    expiresAt,
  });
  return { value, expiresAt: announced, permissions: { metadata: "read", ...permissions }, repositories };
}

function chooseRepositories(state: State, installation: Installation, request: TokenRequest): Repository[] | null {
  if (!request.repositories && !request.repository_ids) return null;
  const reached = [...state.repositories.values()].filter((one) => installationHas(installation, one));
  const chosen = [
    ...(request.repositories ?? []).map((name) => reached.find((one) => one.name.toLowerCase() === name.toLowerCase())),
    ...(request.repository_ids ?? []).map((id) => reached.find((one) => one.id === id)),
  ];
  const known = chosen.flatMap((one) => (one ? [one] : []));
  if (known.length === chosen.length) return known;
  throw new GitHubError(
    422,
    "There is at least one repository that does not exist or is not accessible to the parent installation.",
  );
}
