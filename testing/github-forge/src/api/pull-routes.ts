import { accountOf, roleOf } from "../auth/permissions.ts";
import { runGit } from "../git/run-git.ts";
import { GitHubError, invalid, notFound } from "../github-error.ts";
import { presentCommit } from "../present/commit.ts";
import { presentPull, presentPullBrief } from "../present/pull.ts";
import { fullName, repositoryApiUrl } from "../present/repository.ts";
import { findPull, listPullFiles, refreshPull } from "../pull/pull-files.ts";
import { changePull, mergePull, openPull, type PullChange } from "../pull/pulls.ts";
import { ok } from "../server/http.ts";
import { type ApiRequest, paginate, type Route } from "../server/route.ts";
import type { Pull } from "../state.ts";

const PULLS = "/repos/{owner}/{repo}/pulls";
const PULL = `${PULLS}/{pull_number}`;
const READ = ["pull_requests", "read"] as const;
const WRITE = ["pull_requests", "write"] as const;

/** Pull requests. */
export const PULL_ROUTES: Route[] = [
  {
    operation: `GET ${PULLS}`,
    by: "anyone",
    needs: READ,
    answer: async (request) => {
      const { state, repository, query } = request;
      const found = [...repository.pulls.values()].filter(matches(request)).reverse();
      if (query.get("direction") === "asc") found.reverse();
      const briefs = await Promise.all(found.map((pull) => presentPullBrief(state, repository, pull)));
      return paginate(request, briefs, (page) => page);
    },
  },
  {
    operation: `POST ${PULLS}`,
    by: "anyone",
    needs: WRITE,
    answer: async ({ state, repository, body, caller }) => {
      const { title, head, base } = body;
      for (const field of ["title", "head", "base"]) {
        if (typeof body[field] !== "string" || body[field] === "") {
          throw invalid({ resource: "PullRequest", field, code: "missing_field" });
        }
      }
      const pull = await openPull(state, repository, {
        title: `${title}`,
        body: typeof body.body === "string" ? body.body : null,
        head: `${head}`,
        base: `${base}`,
        isDraft: body.draft === true,
        by: accountOf(caller),
      });
      return ok(await presentPull(state, repository, pull), 201);
    },
  },
  {
    operation: `GET ${PULL}`,
    by: "anyone",
    needs: READ,
    answer: async (request) => ok(await presentPull(request.state, request.repository, requirePull(request))),
  },
  {
    operation: `PATCH ${PULL}`,
    by: "anyone",
    needs: WRITE,
    answer: async (request) => {
      const { state, repository, body, caller } = request;
      const pull = requirePull(request);
      await changePull(state, { repository, pull, by: accountOf(caller) }, toChange(body));
      return ok(await presentPull(state, repository, pull));
    },
  },
  {
    operation: `GET ${PULL}/files`,
    by: "anyone",
    needs: READ,
    answer: async (request) => {
      const { state, repository } = request;
      const pull = await requireFreshPull(request);
      const files = await listPullFiles(repository, pull);
      const html = `${state.url}/${fullName(repository)}`;
      return paginate(request, files, (page) =>
        page.map(({ path, previousPath, patch, ...file }) => ({
          ...file,
          filename: path,
          changes: file.additions + file.deletions,
          blob_url: `${html}/blob/${pull.headSha}/${path}`,
          raw_url: `${html}/raw/${pull.headSha}/${path}`,
          contents_url: `${repositoryApiUrl(state, repository)}/contents/${path}?ref=${pull.headSha}`,
          ...(patch === undefined ? {} : { patch }),
          ...(previousPath === null ? {} : { previous_filename: previousPath }),
        })),
      );
    },
  },
  {
    operation: `GET ${PULL}/commits`,
    by: "anyone",
    needs: READ,
    answer: async (request) => {
      const { state, repository } = request;
      const pull = await requireFreshPull(request);
      const args = ["rev-list", "--reverse", pull.headSha, `^${pull.baseSha}`];
      const shas = (await runGit({ path: repository.path, args })).split("\n").filter((sha) => sha !== "");
      const commits = await Promise.all(shas.map((sha) => presentCommit(state, repository, sha)));
      return paginate(request, commits, (page) => page);
    },
  },
  {
    operation: `POST ${PULL}/requested_reviewers`,
    by: "anyone",
    needs: WRITE,
    answer: async (request) => {
      const { state, repository, body } = request;
      const pull = requirePull(request);
      const logins = Array.isArray(body.reviewers) ? body.reviewers.map(String) : [];
      const reviewers = logins.flatMap((login) => state.accounts.get(login.toLowerCase()) ?? []);
      const isFit = reviewers.every(({ login }) => roleOf(repository, login) !== "none" && login !== pull.author.login);
      if (!isFit || reviewers.length < logins.length) {
        const text = `Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the ${fullName(repository)} repository.`;
        throw new GitHubError(422, text);
      }
      pull.reviewers = [...new Set([...pull.reviewers, ...reviewers])];
      return ok(await presentPullBrief(state, repository, pull), 201);
    },
  },
  {
    operation: `PUT ${PULL}/merge`,
    by: "anyone",
    needs: ["contents", "write"],
    answer: async (request) => {
      const { state, repository, caller } = request;
      const sha = await mergePull(state, { repository, pull: requirePull(request), by: accountOf(caller) });
      return ok({ sha, merged: true, message: "Pull Request successfully merged" });
    },
  },
];

/** What the API lets be changed; drafts are made ready elsewhere. */
function toChange({ title, body, state, base }: Record<string, unknown>): PullChange {
  return {
    ...(typeof title === "string" ? { title } : {}),
    ...(typeof body === "string" || body === null ? { body } : {}),
    ...(state === "open" || state === "closed" ? { state } : {}),
    ...(typeof base === "string" ? { base } : {}),
  };
}

/** @throws GitHubError 404 when the repository has no such pull request */
export function requirePull({ repository, params }: ApiRequest): Pull {
  const pull = findPull(repository, params.pull_number ?? params.issue_number);
  if (!pull) throw notFound();
  return pull;
}

/** The pull request with the commits that its branches have now. */
async function requireFreshPull(request: ApiRequest): Promise<Pull> {
  const pull = requirePull(request);
  await refreshPull(request.repository, pull);
  return pull;
}

/** What a list was asked for: `state`, `head` as `owner:branch`, and `base`. A head without its owner filters nothing. */
function matches({ query, repository }: ApiRequest): (pull: Pull) => boolean {
  const state = query.get("state") ?? "open";
  const [owner, ...rest] = (query.get("head") ?? "").split(":");
  const branch = rest.join(":");
  const base = query.get("base");
  const isOurs = owner?.toLowerCase() === repository.owner.login.toLowerCase();
  return (pull) =>
    (state === "all" || pull.state === state) &&
    (branch === "" || (isOurs && pull.head === branch)) &&
    (base === null || pull.base === base);
}
