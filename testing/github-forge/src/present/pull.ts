import { mergeTree } from "../git/merge-tree.ts";
import { runGit } from "../git/run-git.ts";
import { listPullFiles } from "../pull/list-pull-files.ts";
import { refreshPull } from "../pull/refresh-pull.ts";
import type { Pull, Repository, State } from "../state.ts";
import { presentAccount } from "./account.ts";
import { associationOf } from "./comment.ts";
import { pullUrl } from "./pull-url.ts";
import { presentRepository, repositoryApiUrl, toTime } from "./repository.ts";

/** A pull request as lists show it (`pull-request-simple`). */
export async function presentPullBrief(state: State, repository: Repository, pull: Pull) {
  await refreshPull(repository, pull);
  const api = repositoryApiUrl(state, repository);
  const url = `${api}/pulls/${pull.number}`;
  const issue = `${api}/issues/${pull.number}`;
  const html = pullUrl(state, repository, pull);
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
    labels: [],
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
    head: presentEnd(state, repository, { ref: pull.head, sha: pull.headSha }),
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
