import { addPersonToken, findAccount } from "./accounts.ts";
import { createApp, install, type NewApp, selectRepositories, suspendInstallation, uninstall } from "./app/apps.ts";
import { createForgeRepository, type ForgeRepository } from "./forge-repository.ts";
import { addRepository, type NewRepository } from "./repository/repositories.ts";
import type { Account, App, Delivery, Exchange, Fault, Installation, Permissions, State } from "./state.ts";
import { deliver } from "./webhook.ts";

/** A forge that runs, and the ways to arrange things in it. */
export type Forge = AsyncDisposable & {
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** Base of the REST API, to be set as GITHUB_API_URL. */
  apiUrl: string;
  /** What the API was asked so far, in order. Git is not among it. */
  exchanges: readonly Exchange[];
  deliveries: readonly Delivery[];
  createApp(input?: NewApp): Promise<App>;
  addRepository(input: NewRepository): Promise<ForgeRepository>;
  /** Adds a person and returns a personal token for pushes and API calls. */
  addPerson(login: string, type?: Account["type"]): string;
  install(
    app: App,
    input: { account: string; repositories?: ForgeRepository[]; permissions?: Permissions },
  ): Installation;
  suspend(installation: Installation, isSuspended?: boolean): void;
  uninstall(installation: Installation): void;
  /** Chooses what an installation reaches; nothing named means all of its account. */
  select(installation: Installation, repositories?: ForgeRepository[]): void;
  setTokenLifetime(milliseconds: number): void;
  /** Tells clients that new tokens end so soon, and lets them live on until `endTokens`: none of them ends on its way here. */
  announceLifetime(milliseconds: number): void;
  /** Ends all tokens of installations. */
  endTokens(): void;
  /** Every token that an App was given so far, ended ones included. */
  mintedTokens(): string[];
  /** Lets something go wrong, see `Fault`. */
  addFault(fault: Fault): void;
  /** Forgets what was arranged to go wrong and has not, or not often enough yet; of one repository, `owner/name`, or all of it. */
  clearFaults(repository?: string): void;
  /** Sends an event again, with its id of the first time. */
  redeliver(delivery: Delivery): Promise<void>;
  /** Resolves when all events on their way have been answered. */
  delivered(): Promise<void>;
  close(): Promise<void>;
};

/** What tests may do at the forge beside the API, over its state. */
export function createForge(state: State, close: () => Promise<void>): Forge {
  const toRepositories = (named: ForgeRepository[] | undefined) =>
    named?.flatMap(({ id }) => state.repositories.get(id) ?? []) ?? ("all" as const);
  return {
    url: state.url,
    apiUrl: `${state.url}/api/v3`,
    exchanges: state.exchanges,
    deliveries: state.deliveries,
    createApp: (input) => createApp(state, input),
    addRepository: async (input) => {
      const repository = createForgeRepository(state, await addRepository(state, input));
      if (input.files) await repository.commit(input.files, { message: "Start" });
      return repository;
    },
    addPerson: (login, type = "User") => {
      findAccount(state, login, type);
      return addPersonToken(state, login);
    },
    install: (app, { account, repositories, permissions }) =>
      install(state, app, {
        account,
        repositories: toRepositories(repositories),
        ...(permissions === undefined ? {} : { permissions }),
      }),
    suspend: (installation, isSuspended = true) => suspendInstallation(state, installation, isSuspended),
    uninstall: (installation) => uninstall(state, installation),
    select: (installation, repositories) => selectRepositories(state, installation, toRepositories(repositories)),
    setTokenLifetime: (milliseconds) => {
      state.tokenLifetimeMs = milliseconds;
    },
    announceLifetime: (milliseconds) => {
      state.announcedLifetimeMs = milliseconds;
    },
    endTokens: () => {
      for (const token of state.tokens.values()) if (token.kind === "installation") token.expiresAt = state.now();
    },
    mintedTokens: () => [...state.tokens].flatMap(([value, { kind }]) => (kind === "installation" ? [value] : [])),
    addFault: (fault) => void state.faults.push({ ...fault }),
    clearFaults: (repository) => {
      const left = state.faults.filter((fault) => repository !== undefined && fault.repository !== repository);
      state.faults.splice(0, Number.POSITIVE_INFINITY, ...left);
    },
    redeliver: async (delivery) => {
      const app = state.apps.get(delivery.appId);
      if (app) await deliver(state, app, delivery);
    },
    delivered: async () => {
      while (state.pendingDeliveries.size > 0) await Promise.all(state.pendingDeliveries);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
