import { roleOf } from "../auth/permissions.ts";
import { mergeTree } from "../git/commits.ts";
import { runGit } from "../git/run-git.ts";
import { listPullFiles, refreshPull } from "../pull/pull-files.ts";
import type { Account, Comment, Issue, Pull, Repository, State } from "../state.ts";
import { presentAccount } from "./account.ts";
import { fullName, presentRepository, repositoryApiUrl, toTime } from "./repository.ts";

/** A pull request as lists show it (`pull-request-simple`). */
export async function presentPullBrief(state: State, repository: Repository, pull: Pull) {
  await refreshPull(repository, pull);
  const api = repositoryApiUrl(state, repository);
  const url = `${api}/pulls/${pull.number}`;
  const issue = `${api}/issues/${pull.number}`;
  const html = pageUrl(state, repository, pull);
  const statuses = `${api}/statuses/${pull.headSha}`;
  return {
    url,
    id: pull.id,
    node_id: `PR_${pull.id}`,
    html_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    issue_url: issue,
    commits_url: `${url}/commits`,
    review_comments_url: `${url}/comments`,
    review_comment_url: `${api}/pulls/comments{/number}`,
    comments_url: `${issue}/comments`,
    statuses_url: statuses,
    number: pull.number,
    state: pull.state,
    locked: false,
    title: pull.title,
    user: presentAccount(state, pull.author),
    body: pull.body,
    labels: pull.labels.map((name, index) => presentLabel(state, repository, { name, index })),
    milestone: null,
    active_lock_reason: null,
    created_at: toTime(pull.createdAt),
    updated_at: toTime(pull.updatedAt),
    closed_at: pull.closedAt && toTime(pull.closedAt),
    merged_at: pull.merged && toTime(pull.merged.at),
    merge_commit_sha: pull.merged?.sha ?? null,
    assignee: null,
    assignees: [],
    requested_reviewers: pull.reviewers.map((reviewer) => presentAccount(state, reviewer)),
    requested_teams: [],
    head: presentHead(state, repository, pull),
    base: presentEnd(state, repository, { ref: pull.base, sha: pull.baseSha }),
    _links: {
      self: { href: url },
      html: { href: html },
      issue: { href: issue },
      comments: { href: `${issue}/comments` },
      review_comments: { href: `${url}/comments` },
      review_comment: { href: `${api}/pulls/comments{/number}` },
      commits: { href: `${url}/commits` },
      statuses: { href: statuses },
    },
    author_association: associationOf(repository, pull.author),
    auto_merge: null,
    draft: pull.isDraft,
  };
}

/** A pull request by itself (`pull-request`): what lists show, and what has to be counted. */
export async function presentPull(state: State, repository: Repository, pull: Pull) {
  const brief = await presentPullBrief(state, repository, pull);
  const files = await listPullFiles(repository, pull);
  const { path } = repository;
  const commits = await runGit({ path, args: ["rev-list", "--count", pull.headSha, `^${pull.baseSha}`] });
  const isMergeable = pull.state === "open" ? (await mergeTree(path, pull)) !== null : null;
  return {
    ...brief,
    merged: pull.merged !== null,
    mergeable: isMergeable,
    rebaseable: isMergeable,
    mergeable_state: isMergeable === null ? "unknown" : mergeableWord(pull, isMergeable),
    merged_by: pull.merged && presentAccount(state, pull.merged.by),
    comments: pull.comments.length,
    review_comments: 0,
    maintainer_can_modify: false,
    commits: Number(commits),
    additions: files.reduce((sum, { additions }) => sum + additions, 0),
    deletions: files.reduce((sum, { deletions }) => sum + deletions, 0),
    changed_files: files.length,
  };
}

function mergeableWord(pull: Pull, isMergeable: boolean): string {
  if (!isMergeable) return "dirty";
  return pull.isDraft ? "draft" : "clean";
}

function presentEnd(state: State, repository: Repository, { ref, sha }: { ref: string; sha: string }) {
  const { owner } = repository;
  return {
    label: `${owner.login}:${ref}`,
    ref,
    sha,
    user: presentAccount(state, owner),
    repo: presentRepository(state, repository),
  };
}

/** The branch that a pull request is made from, which may be that of a fork. */
function presentHead(state: State, repository: Repository, { fork, head: ref, headSha: sha }: Pull) {
  const end = presentEnd(state, repository, { ref, sha });
  if (fork === null) return end;
  const repo = {
    ...end.repo,
    id: repository.id + 1_000_000,
    full_name: `${fork.login}/${repository.name}`,
    fork: true,
  };
  return { ...end, label: `${fork.login}:${ref}`, user: presentAccount(state, fork), repo };
}

/** A label as the API shows it. */
export function presentLabel(state: State, repository: Repository, { name, index }: { name: string; index: number }) {
  return {
    id: index + 1,
    node_id: `LA_${index + 1}`,
    url: `${repositoryApiUrl(state, repository)}/labels/${encodeURIComponent(name)}`,
    ...{ name, description: null, color: "ededed", default: false },
  };
}

/** A person's association with a repository, in GitHub's terms. */
function associationOf(repository: Repository, { login, type }: Account): string {
  if (repository.owner.login === login) return "OWNER";
  if (type === "Bot") return "NONE";
  return ["write", "admin"].includes(roleOf(repository, login)) ? "COLLABORATOR" : "NONE";
}

/** A comment as the API shows it. */
export function presentComment(
  state: State,
  { repository, issue, comment }: { repository: Repository; issue: Issue; comment: Comment },
) {
  const url = `${repositoryApiUrl(state, repository)}/issues`;
  return {
    id: comment.id,
    node_id: `IC_${comment.id}`,
    url: `${url}/comments/${comment.id}`,
    html_url: `${pageUrl(state, repository, issue)}#issuecomment-${comment.id}`,
    issue_url: `${url}/${issue.number}`,
    user: presentAccount(state, comment.author),
    created_at: toTime(comment.createdAt),
    updated_at: toTime(comment.updatedAt),
    author_association: associationOf(repository, comment.author),
    body: comment.body,
    performed_via_github_app: null,
  };
}

/** An issue or a pull request as events name it. */
export function presentIssue(state: State, repository: Repository, issue: Issue) {
  const url = `${repositoryApiUrl(state, repository)}/issues/${issue.number}`;
  const html = pageUrl(state, repository, issue);
  return {
    id: issue.id,
    node_id: `I_${issue.id}`,
    url,
    html_url: html,
    comments_url: `${url}/comments`,
    number: issue.number,
    title: issue.title,
    body: issue.body,
    user: presentAccount(state, issue.author),
    state: issue.state,
    locked: false,
    comments: issue.comments.length,
    created_at: toTime(issue.createdAt),
    updated_at: toTime(issue.updatedAt),
    closed_at: issue.closedAt && toTime(issue.closedAt),
    author_association: associationOf(repository, issue.author),
    ...(isPull(issue) && presentPullOfIssue(state, repository, issue)),
  };
}

export const isPull = (issue: Issue): issue is Pull => "head" in issue;

function presentPullOfIssue(state: State, repository: Repository, pull: Pull) {
  const html = pageUrl(state, repository, pull);
  return {
    draft: pull.isDraft,
    pull_request: {
      url: `${repositoryApiUrl(state, repository)}/pulls/${pull.number}`,
      html_url: html,
      diff_url: `${html}.diff`,
      patch_url: `${html}.patch`,
      merged_at: pull.merged && toTime(pull.merged.at),
    },
  };
}

/** Where people see an issue or a pull request. */
const pageUrl = (state: State, repository: Repository, issue: Issue) =>
  `${state.url}/${fullName(repository)}/${isPull(issue) ? "pull" : "issues"}/${issue.number}`;
