import type { Repository, State } from "../state.ts";
import { presentAccount } from "./account.ts";

/** Addresses of the API below a repository, by the field that holds them. */
const BELOW: Record<string, string> = {
  archive_url: "/{archive_format}{/ref}",
  assignees_url: "/assignees{/user}",
  blobs_url: "/git/blobs{/sha}",
  branches_url: "/branches{/branch}",
  collaborators_url: "/collaborators{/collaborator}",
  comments_url: "/comments{/number}",
  commits_url: "/commits{/sha}",
  compare_url: "/compare/{base}...{head}",
  contents_url: "/contents/{+path}",
  contributors_url: "/contributors",
  deployments_url: "/deployments",
  downloads_url: "/downloads",
  events_url: "/events",
  forks_url: "/forks",
  git_commits_url: "/git/commits{/sha}",
  git_refs_url: "/git/refs{/sha}",
  git_tags_url: "/git/tags{/sha}",
  hooks_url: "/hooks",
  issue_comment_url: "/issues/comments{/number}",
  issue_events_url: "/issues/events{/number}",
  issues_url: "/issues{/number}",
  keys_url: "/keys{/key_id}",
  labels_url: "/labels{/name}",
  languages_url: "/languages",
  merges_url: "/merges",
  milestones_url: "/milestones{/number}",
  notifications_url: "/notifications{?since,all,participating}",
  pulls_url: "/pulls{/number}",
  releases_url: "/releases{/id}",
  stargazers_url: "/stargazers",
  statuses_url: "/statuses/{sha}",
  subscribers_url: "/subscribers",
  subscription_url: "/subscription",
  tags_url: "/tags",
  teams_url: "/teams",
  trees_url: "/git/trees{/sha}",
};

/** `owner/name` */
export const fullName = ({ owner, name }: Repository) => `${owner.login}/${name}`;

/** Where the API has the repository. */
export const repositoryApiUrl = (state: State, repository: Repository) =>
  `${state.url}/api/v3/repos/${fullName(repository)}`;

/** A repository as lists and other things show it (`repository`). */
export function presentRepository(state: State, repository: Repository) {
  const { id, name, owner, isPrivate, isArchived, createdAt, pushedAt } = repository;
  const url = repositoryApiUrl(state, repository);
  const html = `${state.url}/${fullName(repository)}`;
  const openPulls = [...repository.pulls.values()].filter(({ state: is }) => is === "open").length;
  return {
    id,
    node_id: `R_${id}`,
    name,
    full_name: fullName(repository),
    private: isPrivate,
    owner: presentAccount(state, owner),
    html_url: html,
    description: null,
    fork: false,
    url,
    ...Object.fromEntries(Object.entries(BELOW).map(([field, path]) => [field, `${url}${path}`])),
    created_at: toTime(createdAt),
    updated_at: toTime(pushedAt),
    pushed_at: toTime(pushedAt),
    git_url: `${html.replace(/^http/, "git")}.git`,
    ssh_url: `git@forge:${fullName(repository)}.git`,
    clone_url: `${html}.git`,
    svn_url: html,
    homepage: null,
    size: 0,
    stargazers_count: 0,
    watchers_count: 0,
    language: null,
    has_issues: true,
    has_projects: false,
    has_downloads: true,
    has_wiki: false,
    has_pages: false,
    has_discussions: false,
    forks_count: 0,
    mirror_url: null,
    archived: isArchived,
    disabled: false,
    open_issues_count: openPulls,
    license: null,
    is_template: false,
    topics: [],
    visibility: isPrivate ? "private" : "public",
    forks: 0,
    open_issues: openPulls,
    watchers: 0,
    default_branch: repository.defaultBranch,
  };
}

/** A repository by itself (`full-repository`). */
export function presentFullRepository(state: State, repository: Repository) {
  const whole = presentRepository(state, repository);
  return {
    ...whole,
    network_count: 0,
    subscribers_count: 0,
    allow_squash_merge: true,
    allow_merge_commit: true,
    allow_rebase_merge: true,
    ...(repository.owner.type === "Organization" ? { organization: whole.owner } : {}),
  };
}

/** A repository as events of installations name it. */
export function presentRepositoryBrief(repository: Repository) {
  const { id, name, isPrivate } = repository;
  return { id, node_id: `R_${id}`, name, full_name: fullName(repository), private: isPrivate };
}

/** Times as GitHub writes them: to the second. */
export const toTime = (date: Date) => `${date.toISOString().slice(0, 19)}Z`;
