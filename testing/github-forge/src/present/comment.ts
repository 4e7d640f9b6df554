import { roleOf } from "../auth/role-of.ts";
import type { Account, Comment, Pull, Repository, State } from "../state.ts";
import { presentAccount } from "./account.ts";
import { pullUrl } from "./pull-url.ts";
import { repositoryApiUrl, toTime } from "./repository.ts";

/** How somebody stands to a repository, in GitHub's words. */
export function associationOf(repository: Repository, { login, type }: Account): string {
  if (repository.owner.login === login) return "OWNER";
  if (type === "Bot") return "NONE";
  return ["write", "admin"].includes(roleOf(repository, login)) ? "COLLABORATOR" : "NONE";
}

/** A comment on a pull request as the API shows it. */
export function presentComment(
  state: State,
  { repository, pull, comment }: { repository: Repository; pull: Pull; comment: Comment },
) {
  const url = `${repositoryApiUrl(state, repository)}/issues`;
  return {
    id: comment.id,
    node_id: `IC_${comment.id}`,
    url: `${url}/comments/${comment.id}`,
    html_url: `${pullUrl(state, repository, pull)}#issuecomment-${comment.id}`,
    issue_url: `${url}/${pull.number}`,
    user: presentAccount(state, comment.author),
    created_at: toTime(comment.createdAt),
    updated_at: toTime(comment.updatedAt),
    author_association: associationOf(repository, comment.author),
    body: comment.body,
    performed_via_github_app: null,
  };
}

/** A pull request as events of comments name it: every pull request is an issue, too. */
export function presentIssue(state: State, repository: Repository, pull: Pull) {
  const url = `${repositoryApiUrl(state, repository)}/issues/${pull.number}`;
  const html = pullUrl(state, repository, pull);
  return {
    id: pull.id,
    node_id: `I_${pull.id}`,
    url,
    html_url: html,
    comments_url: `${url}/comments`,
    number: pull.number,
    title: pull.title,
    body: pull.body,
    user: presentAccount(state, pull.author),
    state: pull.state,
    locked: false,
    comments: pull.comments.length,
    created_at: toTime(pull.createdAt),
    updated_at: toTime(pull.updatedAt),
    closed_at: pull.closedAt && toTime(pull.closedAt),
    draft: pull.isDraft,
    author_association: associationOf(repository, pull.author),
    pull_request: {
      url: `${repositoryApiUrl(state, repository)}/pulls/${pull.number}`,
      html_url: html,
      diff_url: `${html}.diff`,
      patch_url: `${html}.patch`,
      merged_at: pull.merged && toTime(pull.merged.at),
    },
  };
}
