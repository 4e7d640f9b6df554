import { mergeTree } from "../git/merge-tree.ts";
import { runGit } from "../git/run-git.ts";
import { fullName, toTime } from "../present/repository.ts";
import { listPullFiles } from "../pull/list-pull-files.ts";
import { refreshPull } from "../pull/refresh-pull.ts";
import type { Answer } from "../server/answer.ts";
import type { Pull, Repository } from "../state.ts";
import { peopleOf, pullOf } from "./find-on-page.ts";
import { type Html, html } from "./html.ts";
import type { PageRequest } from "./page-route.ts";
import { toDiff } from "./to-diff.ts";
import { toPage } from "./to-page.ts";
import { toState } from "./to-state.ts";
import { toWords } from "./to-words.ts";

/** A pull request as people see it: words, comments, what they can do, commits and the changes. */
export async function showPull(request: PageRequest): Promise<Answer> {
  const { repository, pull } = pullOf(request);
  await refreshPull(repository, pull);
  const { path } = repository;
  const [files, log] = await Promise.all([
    listPullFiles(repository, pull),
    runGit({ path, args: ["log", "--reverse", "--format=%h%x09%an%x09%s", pull.headSha, `^${pull.baseSha}`] }),
  ]);
  const commits = log.split("\n").filter((line) => line !== "");
  const canMerge = pull.state === "open" && (await mergeTree(path, pull)) !== null;
  const name = fullName(repository);
  const content = html`
<h1>${pull.title} <span class="number">#${pull.number}</span></h1>
<p class="meta">${toState(pull)} <span><b>${pull.author.login}</b> wants to merge ${commits.length === 1 ? "1 commit" : `${commits.length} commits`}
into <code class="ref">${pull.base}</code> from <code class="ref">${pull.head}</code></span></p>
${pull.reviewers.length > 0 && html`<p class="soft">Review asked of ${pull.reviewers.map(({ login }) => login).join(", ")}</p>`}
${toCard(pull.author.login, pull.createdAt, pull.body ? toWords(pull.body) : html`<p class="soft">No description.</p>`)}
${pull.comments.map(({ id, author, createdAt, body }) => html`<div id="issuecomment-${id}">${toCard(author.login, createdAt, toWords(body))}</div>`)}
${toActions(request, { repository, pull, canMerge })}
<h2>Commits</h2>
<div class="card"><ul class="rows">${commits.map((line) => {
    const [sha, author, subject] = line.split("\t");
    return html`<li><span>${subject}</span><span class="soft">${author} · ${sha}</span></li>`;
  })}${commits.length === 0 && html`<li class="soft">All of them are in ${pull.base}.</li>`}</ul></div>
<h2>${files.length === 1 ? "1 changed file" : `${files.length} changed files`}</h2>
${files.map(toDiff)}`;
  return toPage({ title: `${pull.title} #${pull.number}`, crumbs: [{ name, href: `/${name}` }], content });
}

function toCard(login: string, at: Date, words: Html): Html {
  return html`<article class="card"><header><b>${login}</b><time datetime="${toTime(at)}">${toTime(at).replace("T", " ").slice(0, 16)} UTC</time></header>
<div class="words">${words}</div></article>`;
}

/** The form at the end: say something, merge, close or open again, as one of those who may. */
function toActions(
  { state, query }: PageRequest,
  about: { repository: Repository; pull: Pull; canMerge: boolean },
): Html {
  const { repository, pull, canMerge } = about;
  const action = `/${fullName(repository)}/pull/${pull.number}`;
  const people = peopleOf(state, repository).map(({ login }) => html`<option>${login}</option>`);
  const said = query.get("said");
  return html`${said && html`<p class="said" role="alert">${said}</p>`}
<div class="card"><form class="act" method="post" action="${action}">
<label class="soft" for="body">Comment</label><textarea id="body" name="body" rows="3"></textarea>
<div class="row"><label class="soft" for="as">As</label><select id="as" name="as">${people}</select>
<button name="do" value="comment">Comment</button>
${pull.state === "open" && html`<button name="do" value="close">Close</button>`}
${pull.state === "closed" && !pull.merged && html`<button name="do" value="reopen">Reopen</button>`}
${canMerge && !pull.isDraft && html`<button class="go" name="do" value="merge">Merge</button>`}
${pull.state === "open" && !canMerge && html`<span class="soft">It conflicts with ${pull.base} and cannot be merged.</span>`}
${canMerge && pull.isDraft && html`<button name="do" value="ready">Ready for review</button>`}</div>
</form></div>`;
}
