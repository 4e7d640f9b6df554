import { findAccount } from "../account/find-account.ts";
import { presentRepositoryBrief } from "../present/repository.ts";
import type { App, Installation, Permissions, Repository, State } from "../state.ts";
import { emitToInstallation } from "../webhook/emit.ts";

export type NewInstallation = { account: string; repositories?: Repository[] | "all"; permissions?: Permissions };

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
