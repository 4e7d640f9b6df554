import { presentRepositoryBrief } from "../present/repository.ts";
import type { Installation, Repository, State } from "../state.ts";
import { emitToInstallation } from "../webhook/emit.ts";

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
