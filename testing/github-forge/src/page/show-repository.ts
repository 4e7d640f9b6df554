import { runGit } from "../git/run-git.ts";
import { fullName } from "../present/repository.ts";
import type { Answer } from "../server/answer.ts";
import { repositoryOf } from "./find-on-page.ts";
import { html } from "./html.ts";
import type { PageRequest } from "./page-route.ts";
import { toPage } from "./to-page.ts";
import { toState } from "./to-state.ts";

/** A repository: its pull requests, newest first, and its branches. */
export async function showRepository(request: PageRequest): Promise<Answer> {
  const repository = repositoryOf(request);
  const name = fullName(repository);
  const { path } = repository;
  const format = "%(refname:lstrip=2)%09%(objectname:short)%09%(contents:subject)";
  const args = ["for-each-ref", "--sort=-committerdate", `--format=${format}`, "refs/heads"];
  const branches = (await runGit({ path, args })).split("\n").filter((line) => line !== "");
  const pulls = [...repository.pulls.values()].reverse();
  const content = html`
<h1>${name}</h1>
<p class="soft">${repository.isPrivate ? "Private" : "Public"}${repository.isArchived && ", archived"} · <code class="ref">git clone ${request.state.url}/${name}.git</code></p>
<h2>Pull requests</h2>
<div class="card"><ul class="rows">${pulls.map(
    (
      pull,
    ) => html`<li><span>${toState(pull)} <a href="/${name}/pull/${pull.number}">${pull.title}</a> <span class="number">#${pull.number}</span></span>
<span class="soft">${pull.author.login}</span></li>`,
  )}${pulls.length === 0 && html`<li class="soft">There is none yet. The first job that changes pages opens one.</li>`}</ul></div>
<h2>Branches</h2>
<div class="card"><ul class="rows">${branches.map((line) => {
    const [branch = "", sha, subject] = line.split("\t");
    return html`<li><code class="ref">${branch}</code><span class="soft">${subject} · ${sha}</span></li>`;
  })}${branches.length === 0 && html`<li class="soft">The repository is empty.</li>`}</ul></div>`;
  return toPage({ title: name, crumbs: [{ name, href: `/${name}` }], content });
}
