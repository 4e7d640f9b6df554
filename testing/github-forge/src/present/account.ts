import type { Account, State } from "../state.ts";

/** An account as the API shows it (`simple-user`). */
export function presentAccount(state: State, { id, login, type }: Account) {
  const url = `${state.url}/api/v3/users/${encodeURIComponent(login)}`;
  return {
    login,
    id,
    node_id: `U_${id}`,
    avatar_url: `${state.url}/avatars/${id}`,
    gravatar_id: "",
    url,
    html_url: `${state.url}/${encodeURIComponent(login)}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type,
    site_admin: false,
  };
}
