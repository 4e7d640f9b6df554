import { fullName } from "../present/repository.ts";
import type { Answer } from "../server/answer.ts";
import type { Repository } from "../state.ts";
import { type Html, html } from "./html.ts";
import type { PageRequest } from "./page-route.ts";
import { toPage } from "./to-page.ts";

/** All that the forge has: repositories, Apps, and the last events it sent. */
export function showHome({ state }: PageRequest): Answer {
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
<span class="soft">${answers.length === 0 ? "nobody was told" : answers.map((status) => status ?? "no answer").join(", ")}</span></li>`,
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
