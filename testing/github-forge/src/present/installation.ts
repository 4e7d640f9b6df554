import type { App, Installation, State } from "../state.ts";
import { presentAccount } from "./account.ts";
import { toTime } from "./repository.ts";

/** An App as the API shows it (`integration`). */
export function presentApp(state: State, app: App) {
  return {
    id: app.id,
    slug: app.slug,
    node_id: `A_${app.id}`,
    client_id: app.clientId,
    owner: presentAccount(state, app.owner),
    name: app.name,
    description: null,
    external_url: "https://docsteward.example",
    html_url: `${state.url}/github-apps/${app.slug}`,
    created_at: toTime(app.createdAt),
    updated_at: toTime(app.createdAt),
    permissions: app.permissions,
    events: app.events,
    installations_count: [...state.installations.values()].filter(({ appId }) => appId === app.id).length,
  };
}

/** An installation as the API shows it. */
export function presentInstallation(state: State, app: App, installation: Installation) {
  const { id, account, permissions, suspendedAt, createdAt } = installation;
  return {
    id,
    client_id: app.clientId,
    account: presentAccount(state, account),
    repository_selection: installation.repositoryIds ? "selected" : "all",
    access_tokens_url: `${state.url}/api/v3/app/installations/${id}/access_tokens`,
    repositories_url: `${state.url}/api/v3/installation/repositories`,
    html_url: `${state.url}/settings/installations/${id}`,
    app_id: app.id,
    app_slug: app.slug,
    target_id: account.id,
    target_type: account.type,
    permissions,
    events: app.events,
    created_at: toTime(createdAt),
    updated_at: toTime(suspendedAt ?? createdAt),
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by: suspendedAt ? presentAccount(state, account) : null,
    suspended_at: suspendedAt ? toTime(suspendedAt) : null,
  };
}
