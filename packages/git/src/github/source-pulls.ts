import type { GitHubApp, TokenUse } from "./github-app.ts";
import { GitHubRefusal } from "./github-error.ts";
import type { RepositoryName } from "./repository-name.ts";

/** A pull request in a repository that is only read here. Its texts are anyone's. */
export type SourcePull = {
  number: number;
  url: string;
  /** Login of its author; null once they are gone. */
  author: string | null;
  isOpen: boolean;
  /** Whether its commits come from another repository. */
  isFork: boolean;
  headSha: string;
  baseRef: string;
  baseSha: string;
  labels: string[];
};

const REPORT = { use: "report" } as const;
const MAX_LABELS = 100;

/** Reads a pull request. @returns null when the repository has none of that number */
export async function getSourcePull(
  app: GitHubApp,
  { owner, name: repo }: RepositoryName,
  number: number,
): Promise<SourcePull | null> {
  const found = await app
    .inRepository(
      { owner, name: repo },
      (request) => request("GET /repos/{owner}/{repo}/pulls/{pull_number}", { owner, repo, pull_number: number }),
      REPORT,
    )
    .catch(nullWhenMissing);
  if (found === null) return null;
  return {
    number,
    url: found.html_url,
    author: found.user?.login ?? null,
    isOpen: found.state === "open",
    isFork: found.head.repo?.id !== found.base.repo.id,
    headSha: found.head.sha,
    baseRef: found.base.ref,
    baseSha: found.base.sha,
    labels: found.labels.slice(0, MAX_LABELS).map(({ name }) => name),
  };
}

/** The commit that a head left a base at: the server's own copy of a repository has no history to find it in. */
export async function getMergeBase(
  app: GitHubApp,
  { owner, name: repo }: RepositoryName,
  { base, head }: { base: string; head: string },
): Promise<string | null> {
  const found = await app
    .inRepository(
      { owner, name: repo },
      (request) =>
        request("GET /repos/{owner}/{repo}/compare/{basehead}", {
          ...{ owner, repo, basehead: `${base}...${head}` },
          // The commits and files are read elsewhere.
          per_page: 1,
          page: 2,
        }),
      REPORT,
    )
    .catch(nullWhenMissing);
  return found?.merge_base_commit.sha ?? null;
}

/** A pull request that brought a commit to its branch. */
export type CommitPull = {
  number: number;
  url: string;
  author: string | null;
  labels: string[];
  /** The commit that its merge made; null while it is open. */
  mergeSha: string | null;
};

/** The pull requests that a commit belongs to. */
export async function listCommitPulls(
  app: GitHubApp,
  { owner, name: repo }: RepositoryName,
  sha: string,
): Promise<CommitPull[]> {
  const found = await app
    .inRepository(
      { owner, name: repo },
      (request) => request("GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls", { owner, repo, commit_sha: sha }),
      REPORT,
    )
    .catch(nullWhenMissing);
  return (found ?? []).map(({ number, html_url: url, user, labels, merged_at, merge_commit_sha }) => ({
    ...{ number, url, author: user?.login ?? null },
    labels: labels.slice(0, MAX_LABELS).map(({ name }) => name ?? ""),
    mergeSha: merged_at === null ? null : merge_commit_sha,
  }));
}

/** GitHub answers 422 for a commit that it does not know. */
function nullWhenMissing(error: unknown): null {
  if (error instanceof GitHubRefusal && (error.status === 404 || error.status === 422)) return null;
  throw error;
}

type KeptComment = {
  repository: RepositoryName;
  /** Rate limits are waited for until then. */
  endsAt: Date;
  number: number;
  /** Markdown. GitHub takes 65,536 characters. */
  body: string;
  /** What the comment is known by. */
  mark: string;
  /** The comment of an earlier call; null when there was none. */
  commentId: string | null;
  /** False leaves a pull request without the comment alone. */
  isNeeded: boolean;
  /** By default for a pull request. */
  use?: TokenUse;
};

const PER_PAGE = 100;
const MAX_PAGES = 10;

/**
 * Keeps one comment on a pull request or issue up to date: changes it when it exists, makes it otherwise. Repeating it makes no second one.
 *
 * @returns its number; null when there is none
 */
export async function keepComment(app: GitHubApp, comment: KeptComment): Promise<string | null> {
  const { repository, number, mark, isNeeded, endsAt, use = "report" } = comment;
  const { owner, name: repo } = repository;
  const options = { use, endsAt };
  const hidden = `<!-- docsteward: ${mark} -->`;
  const body = `${comment.body}\n\n${hidden}`;
  const change = async (id: string) => {
    const changed = await app
      .inRepository(
        repository,
        (request) =>
          request("PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}", {
            ...{ owner, repo, comment_id: Number(id), body },
          }),
        options,
      )
      .catch(nullWhenGone);
    return changed === null ? null : id;
  };
  const known = comment.commentId === null ? null : await change(comment.commentId);
  if (known !== null) return known;
  // Also where a person deleted the known one: the answer of an earlier call that made another may be lost.
  const found = await findComment(app, repository, { number, hidden, options });
  const kept = found === null ? null : await change(found);
  if (kept !== null || !isNeeded) return kept;
  const made = await app.inRepository(
    repository,
    (request) =>
      request("POST /repos/{owner}/{repo}/issues/{issue_number}/comments", { owner, repo, issue_number: number, body }),
    options,
  );
  return String(made.id);
}

function nullWhenGone(error: unknown): null {
  if (error instanceof GitHubRefusal && (error.status === 404 || error.status === 410)) return null;
  throw error;
}

/** The comment whose answer was lost. Only comments by Apps count: anyone can write the mark. */
async function findComment(
  app: GitHubApp,
  repository: RepositoryName,
  { number, hidden, options }: { number: number; hidden: string; options: { use: TokenUse; endsAt: Date } },
): Promise<string | null> {
  const { owner, name: repo } = repository;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const found = await app.inRepository(
      repository,
      (request) =>
        request("GET /repos/{owner}/{repo}/issues/{issue_number}/comments", {
          ...{ owner, repo, issue_number: number, per_page: PER_PAGE, page },
        }),
      options,
    );
    const own = found.find(({ body, user }) => user?.type === "Bot" && body?.includes(hidden));
    if (own) return String(own.id);
    if (found.length < PER_PAGE) break;
  }
  return null;
}

export type CheckAnnotation = { path: string; line: number; message: string };

type PublishedCheck = {
  repository: RepositoryName;
  /** Rate limits are waited for until then. */
  endsAt: Date;
  headSha: string;
  name: string;
  /** Names what it says: the same is published once. */
  externalId: string;
  detailsUrl: string;
  conclusion: "success" | "neutral";
  title: string;
  /** Markdown. GitHub takes 65,535 characters. */
  summary: string;
  annotations: readonly CheckAnnotation[];
};

const CHECKS = { use: "checks" } as const;
/** GitHub takes so many in a request, and adds those of the next to them. */
const MAX_ANNOTATIONS = 50;

/**
 * Publishes a check on a commit. One of the same name takes the place of the one before; the same one is not made twice, and goes on
 * where an earlier call was cut off.
 *
 * @throws GitError `permission_missing` where the App may not write checks
 */
export async function publishCheck(app: GitHubApp, check: PublishedCheck): Promise<void> {
  const { repository, headSha, name, externalId, conclusion, title, summary, annotations, detailsUrl, endsAt } = check;
  const { owner, name: repo } = repository;
  const options = { ...CHECKS, endsAt };
  const { check_runs: found } = await app.inRepository(
    repository,
    (request) =>
      request("GET /repos/{owner}/{repo}/commits/{ref}/check-runs", {
        ...{ owner, repo, ref: headSha, check_name: name, filter: "latest", per_page: PER_PAGE },
      }),
    options,
  );
  const earlier = found.find(({ external_id }) => external_id === externalId);
  if (earlier?.status === "completed") return;
  const all = annotations.map(({ path, line, message }) => ({
    ...{ path, start_line: line, end_line: line, annotation_level: "warning" as const, message },
  }));
  const output = (from: number) => ({
    ...{ title, summary },
    annotations: all.slice(from, from + MAX_ANNOTATIONS),
  });
  const endingAt = (sent: number) =>
    sent >= all.length ? ({ status: "completed", conclusion } as const) : ({ status: "in_progress" } as const);
  let sent = earlier?.output.annotations_count ?? 0;
  let id = earlier?.id;
  if (id === undefined) {
    sent = Math.min(MAX_ANNOTATIONS, all.length);
    const made = await app.inRepository(
      repository,
      (request) =>
        request("POST /repos/{owner}/{repo}/check-runs", {
          ...{ owner, repo, name, head_sha: headSha, external_id: externalId, details_url: detailsUrl },
          ...endingAt(sent),
          output: output(0),
        }),
      options,
    );
    id = made.id;
    if (sent >= all.length) return;
  }
  do {
    const from = sent;
    sent = Math.min(all.length, from + MAX_ANNOTATIONS);
    const checkRunId = id;
    const ending = endingAt(sent);
    await app.inRepository(
      repository,
      (request) =>
        request("PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}", {
          ...{ owner, repo, check_run_id: checkRunId },
          ...ending,
          output: output(from),
        }),
      options,
    );
  } while (sent < all.length);
}
