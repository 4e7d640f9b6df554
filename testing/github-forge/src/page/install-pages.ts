import { GitHubError } from "../github-error.ts";
import { selectRepositories } from "../installation/change-installation.ts";
import { install } from "../installation/install.ts";
import { fullName } from "../present/repository.ts";
import type { Answer } from "../server/answer.ts";
import { requireApp } from "./app-pages.ts";
import { html } from "./html.ts";
import { type PageRequest, redirect } from "./page-route.ts";
import { toPage } from "./to-page.ts";

/** Asks where to install an App, and what it may reach there. */
export function showInstall({ state, params, query }: PageRequest): Answer {
  const app = requireApp(state, params.slug);
  const owners = [...new Set([...state.repositories.values()].map(({ owner }) => owner.login))];
  const content = html`
<h1>Install ${app.name}</h1>
<div class="card"><form class="act" method="post" action="/github-apps/${app.slug}/installations/new">
<input type="hidden" name="state" value="${query.get("state")}">
<div class="row"><label for="account">In</label><select id="account" name="account">${owners.map((login) => html`<option>${login}</option>`)}</select></div>
<label class="check"><input type="radio" name="reach" value="all" checked> All its repositories</label>
<label class="check"><input type="radio" name="reach" value="selected"> Only those that are marked:</label>
${[...state.repositories.values()].map(
  (one) =>
    html`<label class="check"><input type="checkbox" name="repository" value="${one.id}"> ${fullName(one)}</label>`,
)}
<div class="row"><button class="go">Install</button></div></form></div>`;
  return toPage({ title: `Install ${app.name}`, content });
}

/** Installs an App, or changes what it reaches, and leads back to its service where that wants to know. */
export function installFromPage({ state, params, form }: PageRequest): Answer {
  const app = requireApp(state, params.slug);
  const account = state.accounts.get((form.get("account") ?? "").toLowerCase());
  if (!account) throw new GitHubError(422, "Choose an account to install the App in.");
  const named = form.getAll("repository").flatMap((id) => state.repositories.get(Number(id)) ?? []);
  const chosen = form.get("reach") === "selected" ? named.filter(({ owner }) => owner === account) : ("all" as const);
  const known = [...state.installations.values()].find((one) => one.appId === app.id && one.account === account);
  if (known) selectRepositories(state, known, chosen);
  const installation = known ?? install(state, app, { account: account.login, repositories: chosen });
  if (!app.setupUrl || !URL.canParse(app.setupUrl)) return redirect(`/github-apps/${app.slug}`);
  const back = new URL(app.setupUrl);
  back.searchParams.set("installation_id", `${installation.id}`);
  back.searchParams.set("setup_action", known ? "update" : "install");
  if (form.get("state")) back.searchParams.set("state", form.get("state") ?? "");
  return redirect(back.href);
}
