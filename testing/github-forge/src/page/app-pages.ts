import { randomBytes } from "node:crypto";
import { createApp, install, selectRepositories } from "../app/apps.ts";
import { GitHubError } from "../github-error.ts";
import { fullName } from "../present/repository.ts";
import type { Answer } from "../server/http.ts";
import type { App, Permissions, State } from "../state.ts";
import { html, toPage } from "./html.ts";
import { type PageRequest, redirect } from "./page-route.ts";

/** What a service wants its App to be, as it sends it to be made. */
type Manifest = {
  name?: string;
  url?: string;
  hook_attributes?: { url?: string; active?: boolean };
  redirect_url?: string;
  setup_url?: string;
  default_permissions?: Permissions;
  default_events?: string[];
};

/** Shows what a manifest asks for, and asks whether to make the App of it. */
export function showManifest({ form, query, params }: PageRequest): Answer {
  const manifest = readManifest(form.get("manifest"));
  const owner = params.org ?? "octo-owner";
  const asks = Object.entries(manifest.default_permissions ?? {});
  const content = html`
<h1>Create the App “${manifest.name}”?</h1>
<p class="soft">It will belong to ${owner}, and ${manifest.url} gets its keys.</p>
<h2>It asks for</h2>
<div class="card"><ul class="rows">${asks.map(([name, access]) => html`<li><span>${name.replaceAll("_", " ")}</span><span class="soft">${access}</span></li>`)}
<li><span>Events</span><span class="soft">${manifest.default_events?.join(", ") || "none"}</span></li></ul></div>
<div class="card"><form class="act" method="post" action="/settings/apps/create">
<input type="hidden" name="manifest" value="${form.get("manifest")}"><input type="hidden" name="state" value="${query.get("state")}">
<input type="hidden" name="owner" value="${owner}">
<label class="soft" for="name">Name</label><input type="text" id="name" name="name" value="${manifest.name}">
<div class="row"><button class="go">Create GitHub App</button></div></form></div>`;
  return toPage({ title: "New App", content });
}

/** Makes the App and leads back to the service, with a code that its keys can be fetched for once. */
export async function createFromManifest({ state, form }: PageRequest): Promise<Answer> {
  const manifest = readManifest(form.get("manifest"));
  const { hook_attributes: hook, default_permissions: permissions, default_events: events, redirect_url } = manifest;
  const back = toWebAddress(redirect_url, "redirect_url");
  const app = await createApp(state, {
    name: form.get("name") || manifest.name || "App",
    owner: form.get("owner") ?? "octo-owner",
    webhookUrl: hook?.url && hook.active !== false ? hook.url : null,
    setupUrl: manifest.setup_url ?? null,
    ...(permissions ? { permissions } : {}),
    ...(events ? { events } : {}),
  });
  const code = randomBytes(20).toString("hex");
  state.conversions.set(code, app);
  back.searchParams.set("code", code);
  if (form.get("state")) back.searchParams.set("state", form.get("state") ?? "");
  return redirect(back.href);
}

/** The page of an App: whose it is and where it is installed. */
export function showApp({ state, params }: PageRequest): Answer {
  const app = requireApp(state, params.slug);
  const places = [...state.installations.values()].filter(({ appId }) => appId === app.id);
  const content = html`
<h1>${app.name}</h1>
<p class="soft">An App of ${app.owner.login}, id ${app.id}</p>
<p><a href="/github-apps/${app.slug}/installations/new">Install it</a></p>
<h2>Installed in</h2>
<div class="card"><ul class="rows">${places.map(
    ({ account, repositoryIds, suspendedAt }) =>
      html`<li><b>${account.login}</b><span class="soft">${
        repositoryIds ? `${repositoryIds.size} of its repositories` : "all its repositories"
      }${suspendedAt && ", suspended"}</span></li>`,
  )}${places.length === 0 && html`<li class="soft">Nowhere yet.</li>`}</ul></div>`;
  return toPage({ title: app.name, content });
}

/** @throws GitHubError 404 when no App has this short name */
function requireApp(state: State, slug: string | undefined): App {
  const app = [...state.apps.values()].find((one) => one.slug === slug);
  if (!app) throw new GitHubError(404, `There is no App ${slug}.`);
  return app;
}

function readManifest(text: string | null): Manifest & { name: string } {
  try {
    const manifest = JSON.parse(text ?? "") as Manifest;
    if (manifest.name && manifest.url) return { ...manifest, name: manifest.name };
  } catch {
    // Said below, as for a manifest without its fields.
  }
  throw new GitHubError(422, "The manifest is not valid: it is JSON with at least a name and a url.");
}

function toWebAddress(address: string | undefined, field: string): URL {
  if (address && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return new URL(address);
  throw new GitHubError(422, `The manifest's ${field} is not an address of the web.`);
}

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
