import { runGit } from "../git/run-git.ts";
import { GitHubError, invalid, notFound } from "../github-error.ts";
import { presentCommit } from "../present/commit.ts";
import { presentPullBrief } from "../present/pull.ts";
import { fullName, repositoryApiUrl, toTime } from "../present/repository.ts";
import { refreshPull } from "../pull/pull-files.ts";
import { ok } from "../server/http.ts";
import { type ApiRequest, paginate, type Route } from "../server/route.ts";
import type { CheckRun } from "../state.ts";

const REPOSITORY = "/repos/{owner}/{repo}";
const MAX_ANNOTATIONS = 50;

/** Checks on commits, and what commits have to do with each other and with pull requests. */
export const CHECK_ROUTES: Route[] = [
  {
    operation: `GET ${REPOSITORY}/compare/{basehead}`,
    by: "anyone",
    needs: ["contents", "read"],
    answer: async ({ state, repository, params }) => {
      const [base = "", head = ""] = (params.basehead ?? "").split("...");
      const { path } = repository;
      const mergeBase = await runGit({ path, args: ["merge-base", base, head] }).catch(() => {
        throw notFound();
      });
      const count = async (...args: string[]) => Number(await runGit({ path, args: ["rev-list", "--count", ...args] }));
      const [ahead, behind] = [await count(head, `^${base}`), await count(base, `^${head}`)];
      const html = `${state.url}/${fullName(repository)}/compare/${base}...${head}`;
      return ok({
        url: `${repositoryApiUrl(state, repository)}/compare/${base}...${head}`,
        ...{ html_url: html, permalink_url: html, diff_url: `${html}.diff`, patch_url: `${html}.patch` },
        base_commit: await presentCommit(state, repository, base),
        merge_base_commit: await presentCommit(state, repository, mergeBase),
        status: ahead === 0 ? (behind === 0 ? "identical" : "behind") : behind === 0 ? "ahead" : "diverged",
        ...{ ahead_by: ahead, behind_by: behind, total_commits: ahead, commits: [] },
      });
    },
  },
  {
    operation: `GET ${REPOSITORY}/commits/{commit_sha}/pulls`,
    by: "anyone",
    needs: ["pull_requests", "read"],
    answer: async (request) => {
      const { state, repository, params } = request;
      const sha = params.commit_sha ?? "";
      for (const pull of repository.pulls.values()) await refreshPull(repository, pull);
      const found = [...repository.pulls.values()].filter(
        ({ headSha, merged }) => headSha === sha || merged?.sha === sha,
      );
      const briefs = await Promise.all(found.map((pull) => presentPullBrief(state, repository, pull)));
      return paginate(request, briefs, (page) => page);
    },
  },
  {
    operation: `GET ${REPOSITORY}/commits/{ref}/check-runs`,
    by: "anyone",
    needs: ["checks", "read"],
    answer: (request) => {
      const { state, repository, params, query } = request;
      const name = query.get("check_name");
      const found = repository.checkRuns
        .filter((run) => run.headSha === params.ref && (name === null || run.name === name))
        .toReversed();
      return paginate(request, found, (page) => ({
        total_count: found.length,
        check_runs: page.map((run) => presentCheckRun(request, run, state.url)),
      }));
    },
  },
  {
    operation: `POST ${REPOSITORY}/check-runs`,
    by: "installation",
    needs: ["checks", "write"],
    answer: async (request) => {
      const { state, repository, body, caller } = request;
      if (caller.kind !== "installation") throw notFound();
      const headSha = `${body.head_sha}`;
      const known = await runGit({ path: repository.path, args: ["cat-file", "-t", headSha] }).catch(() => null);
      if (known !== "commit") throw new GitHubError(422, `No commit found for SHA: ${headSha}`);
      const run: CheckRun = {
        id: state.nextId(),
        ...{ appId: caller.app.id, headSha, name: `${body.name}` },
        externalId: typeof body.external_id === "string" ? body.external_id : "",
        detailsUrl: typeof body.details_url === "string" ? body.details_url : null,
        ...{ status: "queued", conclusion: null, title: "", summary: "", annotations: [], startedAt: state.now() },
      };
      change(run, body);
      repository.checkRuns.push(run);
      return ok(presentCheckRun(request, run, state.url), 201);
    },
  },
  {
    operation: `PATCH ${REPOSITORY}/check-runs/{check_run_id}`,
    by: "installation",
    needs: ["checks", "write"],
    answer: (request) => {
      const { state, repository, body, params, caller } = request;
      const run = repository.checkRuns.find(({ id }) => id === Number(params.check_run_id));
      if (!run) throw notFound();
      if (caller.kind !== "installation" || caller.app.id !== run.appId)
        throw new GitHubError(
          403,
          "Invalid app_id - check run can only be modified by the GitHub App that created it.",
        );
      change(run, body);
      return ok(presentCheckRun(request, run, state.url));
    },
  },
];

type Output = { title?: unknown; summary?: unknown; annotations?: CheckRun["annotations"] };

/** Annotations add to those that are there; a conclusion completes the run. */
function change(run: CheckRun, body: Record<string, unknown>): void {
  const { title, summary, annotations = [] } = (body.output ?? {}) as Output;
  if (annotations.length > MAX_ANNOTATIONS)
    throw invalid({ resource: "CheckRun", field: "annotations", code: "custom", message: "Only 50 annotations." });
  if (typeof title === "string") run.title = title;
  if (typeof summary === "string") run.summary = summary;
  run.annotations = [...run.annotations, ...annotations];
  if (typeof body.conclusion === "string") run.conclusion = body.conclusion as CheckRun["conclusion"];
  if (run.conclusion !== null) run.status = "completed";
  else if (body.status === "in_progress") run.status = "in_progress";
}

function presentCheckRun({ repository, state }: ApiRequest, run: CheckRun, url: string) {
  const api = `${repositoryApiUrl(state, repository)}/check-runs/${run.id}`;
  return {
    id: run.id,
    node_id: `CR_${run.id}`,
    head_sha: run.headSha,
    external_id: run.externalId,
    url: api,
    html_url: `${url}/${fullName(repository)}/runs/${run.id}`,
    details_url: run.detailsUrl,
    status: run.status,
    conclusion: run.conclusion,
    started_at: toTime(run.startedAt),
    completed_at: run.status === "completed" ? toTime(run.startedAt) : null,
    output: {
      ...{ title: run.title, summary: run.summary, text: null },
      ...{ annotations_count: run.annotations.length, annotations_url: `${api}/annotations` },
    },
    name: run.name,
    check_suite: { id: run.appId },
    app: null,
    pull_requests: [],
  };
}
