import { mergeTree } from "../git/commits.ts";
import { runGit } from "../git/run-git.ts";
import { GitHubError } from "../github-error.ts";
import { fullName, toTime } from "../present/repository.ts";
import { listPullFiles, type PullFile, refreshPull } from "../pull/pull-files.ts";
import { addComment, changePull, mergePull } from "../pull/pulls.ts";
import type { Answer } from "../server/http.ts";
import type { Pull, Repository } from "../state.ts";
import { type Html, html, toPage } from "./html.ts";
import { type PageRequest, peopleOf, personOf, pullOf, redirect, repositoryOf } from "./page-route.ts";

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
${toCard(pull.author.login, pull.createdAt, pull.body ? renderMarkdown(pull.body) : html`<p class="soft">No description.</p>`)}
${pull.comments.map(({ id, author, createdAt, body }) => html`<div id="issuecomment-${id}">${toCard(author.login, createdAt, renderMarkdown(body))}</div>`)}
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

/** Does what a button under a pull request says, and shows the page again. */
export async function actOnPull(request: PageRequest): Promise<Answer> {
  const { repository, pull } = pullOf(request);
  const page = `/${fullName(repository)}/pull/${pull.number}`;
  try {
    await act(request);
    return redirect(page);
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    return redirect(`${page}?said=${encodeURIComponent(error.message)}`);
  }
}

async function act(request: PageRequest): Promise<void> {
  const { state, form } = request;
  const { repository, pull } = pullOf(request);
  const about = { repository, pull, by: personOf(request, repository) };
  const body = form.get("body")?.trim() ?? "";
  const wish = form.get("do");
  if (wish === "comment" && body === "") throw new GitHubError(422, "The comment is empty: write something first.");
  if (body !== "") addComment(state, { repository, issue: pull }, { body, by: about.by });
  if (wish === "merge") await mergePull(state, about);
  if (wish === "close") await changePull(state, about, { state: "closed" });
  if (wish === "reopen") await changePull(state, about, { state: "open" });
  if (wish === "ready") await changePull(state, about, { isDraft: false });
}

const MAX_LINES = 2000;
const CLASSES: Record<string, string> = { "+": "add", "-": "del", "@": "hunk" };

/** What becomes of one file. */
function toDiff({ path, previousPath, status, additions, deletions, patch }: PullFile): Html {
  const lines = (patch ?? "").split("\n");
  if (lines.at(-1) === "") lines.pop();
  const shown = lines.slice(0, MAX_LINES);
  return html`<section class="card"><header><span><b>${previousPath && `${previousPath} → `}${path}</b> ${status !== "modified" && status}</span>
<span><span class="plus">+${additions}</span> <span class="minus">−${deletions}</span></span></header>
${
  patch === undefined
    ? html`<div class="words soft">${status === "renamed" ? "Nothing in it changed." : "Nothing to show."}</div>`
    : html`<pre class="diff" tabindex="0">${shown.map((line) => html`<span class="${CLASSES[line[0] ?? ""] ?? ""}">${line === "" ? " " : line}</span>`)}</pre>`
}
${lines.length > MAX_LINES && html`<div class="words soft">${lines.length - MAX_LINES} more lines</div>`}</section>`;
}

/** How a pull request stands, as a coloured word. */
function toState(pull: Pick<Pull, "state" | "merged" | "isDraft">): Html {
  if (pull.merged) return html`<span class="state merged">Merged</span>`;
  if (pull.state === "closed") return html`<span class="state closed">Closed</span>`;
  return pull.isDraft ? html`<span class="state draft">Draft</span>` : html`<span class="state open">Open</span>`;
}

/** Text in Markdown as people read it: headings, lists, code, links and bold. What else there is stays as it was written. */
function renderMarkdown(markdown: string): Html {
  const blocks: Html[] = [];
  const lines = markdown
    .replaceAll(/<!--[\s\S]*?-->/g, "")
    .replaceAll("\r\n", "\n")
    .split("\n");
  for (let at = 0; at < lines.length; ) {
    const rest = lines.slice(at);
    const taken =
      takeCode(rest) ?? takeRule(rest) ?? takeQuote(rest) ?? takeList(rest) ?? takeHeading(rest) ?? takeParagraph(rest);
    if (taken.block) blocks.push(taken.block);
    at += taken.count;
  }
  return html`${blocks}`;
}

type Taken = { block: Html | null; count: number };

function takeCode(lines: string[]): Taken | null {
  const fence = lines[0]?.match(/^(`{3,}|~{3,})/)?.[1];
  if (!fence) return null;
  const end = lines.findIndex((line, index) => index > 0 && line.startsWith(fence));
  const last = end < 0 ? lines.length : end;
  return { block: html`<pre>${lines.slice(1, last).join("\n")}</pre>`, count: last + 1 };
}

function takeRule([line = ""]: string[]): Taken | null {
  return /^(-{3,}|\*{3,})\s*$/.test(line) ? { block: html`<hr>`, count: 1 } : null;
}

function takeQuote(lines: string[]): Taken | null {
  const quoted = takeWhile(lines, (line) => line.startsWith(">"));
  if (quoted.length === 0) return null;
  const block = html`<blockquote>${renderMarkdown(quoted.map((line) => line.replace(/^> ?/, "")).join("\n"))}</blockquote>`;
  return { block, count: quoted.length };
}

function takeList(lines: string[]): Taken | null {
  const items = takeWhile(lines, (line) => /^\s*([-*]|\d+\.)\s+/.test(line));
  if (items.length === 0) return null;
  const rows = items.map((line) => html`<li>${toInline(line.replace(/^\s*([-*]|\d+\.)\s+/, ""))}</li>`);
  return { block: html`<ul>${rows}</ul>`, count: items.length };
}

function takeHeading([line = ""]: string[]): Taken | null {
  const [, marks, text] = line.match(/^(#{1,6})\s+(.+)$/) ?? [];
  if (!marks || !text) return null;
  return { block: marks.length < 3 ? html`<h3>${toInline(text)}</h3>` : html`<h4>${toInline(text)}</h4>`, count: 1 };
}

function takeParagraph(lines: string[]): Taken {
  const [first = "", ...more] = lines;
  if (first.trim() === "") return { block: null, count: 1 };
  const others = takeWhile(
    more,
    (line) => line.trim() !== "" && !/^(#{1,6}\s|>|-{3,}\s*$|`{3}|~{3}|\s*[-*]\s|\s*\d+\.\s)/.test(line),
  );
  const text = [first, ...others].map((line, index) => html`${index > 0 && html`<br>`}${toInline(line)}`);
  return { block: html`<p>${text}</p>`, count: 1 + others.length };
}

/** Code, links and bold inside a line. Addresses other than of the web stay text. */
function toInline(line: string): Html[] {
  const parts = line.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\(https?:\/\/[^)\s]+\)|https?:\/\/[^\s)<>]+)/);
  return parts.map((part) => {
    const [, text, href] = part.match(/^\[([^\]]+)\]\((.+)\)$/) ?? [];
    if (text && href) return html`<a href="${href}" rel="nofollow">${text}</a>`;
    if (/^`.+`$/.test(part)) return html`<code class="ref">${part.slice(1, -1)}</code>`;
    if (/^\*\*.+\*\*$/.test(part)) return html`<b>${part.slice(2, -2)}</b>`;
    return /^https?:\/\//.test(part) ? html`<a href="${part}" rel="nofollow">${part}</a>` : html`${part}`;
  });
}

function takeWhile(lines: string[], holds: (line: string) => boolean): string[] {
  const end = lines.findIndex((line) => !holds(line));
  return end < 0 ? lines : lines.slice(0, end);
}
