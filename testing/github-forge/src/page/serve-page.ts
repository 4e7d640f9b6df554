import type { IncomingMessage, ServerResponse } from "node:http";
import { GitHubError } from "../github-error.ts";
import { fullName } from "../present/repository.ts";
import { type Answer, readBytes, sendAnswer } from "../server/http.ts";
import { toPattern } from "../server/route.ts";
import type { Repository, State } from "../state.ts";
import { createFromManifest, installFromPage, showApp, showInstall, showManifest } from "./app-pages.ts";
import { type Html, html, toPage } from "./html.ts";
import type { PageRequest, PageRoute } from "./page-route.ts";
import { actOnPull, showPull, showRepository } from "./repository-pages.ts";

/** All pages, the particular before the general: an account can be called anything but `settings`. */
const PAGE_ROUTES: PageRoute[] = [
  { method: "GET", path: "/", answer: showHome },
  { method: "POST", path: "/settings/apps/new", isOpen: true, answer: showManifest },
  { method: "POST", path: "/organizations/{org}/settings/apps/new", isOpen: true, answer: showManifest },
  { method: "POST", path: "/settings/apps/create", answer: createFromManifest },
  { method: "GET", path: "/github-apps/{slug}", answer: showApp },
  { method: "GET", path: "/github-apps/{slug}/installations/new", answer: showInstall },
  { method: "POST", path: "/github-apps/{slug}/installations/new", answer: installFromPage },
  { method: "GET", path: "/{owner}/{repo}", answer: showRepository },
  { method: "GET", path: "/{owner}/{repo}/pull/{number}", answer: showPull },
  { method: "POST", path: "/{owner}/{repo}/pull/{number}", answer: actOnPull },
];

const ROUTES = PAGE_ROUTES.map((route) => ({ ...route, pattern: toPattern(`${route.method} ${route.path}`) }));

/** Answers people: pages, and the forms on them. */
export async function servePage(state: State, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams: query } = new URL(message.url ?? "/", "http://forge");
  try {
    const found = ROUTES.find(({ method, pattern }) => method === message.method && pattern.test(pathname));
    if (!found) throw new GitHubError(404, "There is no such page.");
    const params = Object.fromEntries(
      Object.entries(pathname.match(found.pattern)?.groups ?? {}).map(([key, value]) => [
        key,
        decodeURIComponent(value),
      ]),
    );
    const { origin } = message.headers;
    const isForeign = origin !== undefined && origin !== "null" && origin !== state.url;
    if (found.method === "POST" && isForeign && !found.isOpen) {
      throw new GitHubError(403, "This form was sent from another site.");
    }
    const form = new URLSearchParams(found.method === "POST" ? (await readBytes(message)).toString("utf8") : "");
    sendAnswer(response, await found.answer({ state, params, query, form }));
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    const { status, message: text } = error;
    sendAnswer(response, toPage({ title: `${status}`, status, content: html`<h1>${status}</h1><p>${text}</p>` }));
  }
}

/** All that the forge has: repositories, Apps, and the last events it sent. */
function showHome({ state }: PageRequest): Answer {
  const apps = [...state.apps.values()];
  const content = html`
<h1>Test forge</h1>
<p class="soft">A GitHub on this machine, for tests and for trying. It forgets all when it stops.</p>
<h2>Repositories</h2>
<div class="card"><ul class="rows">${rowsOr([...state.repositories.values()].map(toRow), "There is no repository yet.")}</ul></div>
<h2>Apps</h2>
<div class="card"><ul class="rows">${rowsOr(
    apps.map(({ slug, name, id }) => {
      const places = [...state.installations.values()].filter(({ appId }) => appId === id);
      const where = places.map(({ account }) => account.login).join(", ");
      return html`<li><a href="/github-apps/${slug}">${name}</a>
<span class="soft">${where === "" ? "not installed" : `installed in ${where}`} · id ${id}</span></li>`;
    }),
    "There is no App yet. Connect GitHub in Docsteward to make one.",
  )}</ul></div>
<h2>Events sent</h2>
<div class="card"><ul class="rows">${rowsOr(
    state.deliveries
      .slice(-12)
      .reverse()
      .map(
        ({
          event,
          action,
          guid,
          answers,
        }) => html`<li><span><b>${event}${action && `.${action}`}</b> <span class="soft">${guid}</span></span>
<span class="soft">${answers.length === 0 ? "no receiver" : answers.map((status) => status ?? "no answer").join(", ")}</span></li>`,
      ),
    "Nothing has happened yet.",
  )}</ul></div>`;
  return toPage({ title: "Repositories", content });
}

function toRow(repository: Repository): Html {
  const open = [...repository.pulls.values()].filter(({ state }) => state === "open").length;
  return html`<li><a href="/${fullName(repository)}">${fullName(repository)}</a>
<span class="soft">${open === 1 ? "1 open pull request" : `${open} open pull requests`}${repository.isArchived && " · archived"}</span></li>`;
}

const rowsOr = (rows: Html[], nothing: string) => (rows.length > 0 ? rows : html`<li class="soft">${nothing}</li>`);
