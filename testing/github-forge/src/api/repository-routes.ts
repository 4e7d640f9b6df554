import { roleOf, tokenReaches } from "../auth/permissions.ts";
import { rulesFor } from "../git/push-rules.ts";
import { branchHead, runGit } from "../git/run-git.ts";
import { notFound } from "../github-error.ts";
import { presentAccount } from "../present/account.ts";
import { presentBranch, presentBranchBrief } from "../present/commit.ts";
import { presentFullRepository, presentRepository } from "../present/repository.ts";
import { ok } from "../server/http.ts";
import { paginate, type Route } from "../server/route.ts";

const REPOSITORY = "/repos/{owner}/{repo}";

/** Repositories, their branches and who may do what in them. */
export const REPOSITORY_ROUTES: Route[] = [
  {
    operation: "GET /installation/repositories",
    by: "installation",
    answer: (request) => {
      const { state, caller } = request;
      if (caller.kind !== "installation") throw notFound();
      const all = [...state.repositories.values()].filter((one) => tokenReaches(caller, one));
      return paginate(request, all, (page) => ({
        total_count: all.length,
        repository_selection: caller.installation.repositoryIds ? "selected" : "all",
        repositories: page.map((one) => presentRepository(state, one)),
      }));
    },
  },
  {
    operation: `GET ${REPOSITORY}`,
    by: "anyone",
    needs: ["metadata", "read"],
    answer: ({ state, repository }) => ok(presentFullRepository(state, repository)),
  },
  {
    operation: `GET ${REPOSITORY}/branches`,
    by: "anyone",
    needs: ["contents", "read"],
    answer: async (request) => {
      const { repository, query } = request;
      const args = ["for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads"];
      const names = (await runGit({ path: repository.path, args })).split("\n").filter((name) => name !== "");
      const wanted = query.get("protected");
      const chosen = names.filter(
        (name) => wanted === null || rulesFor(repository, name).isProtected === (wanted === "true"),
      );
      const branches = await Promise.all(chosen.map((name) => presentBranchBrief(request.state, repository, name)));
      return paginate(request, branches, (page) => page);
    },
  },
  {
    operation: `GET ${REPOSITORY}/branches/{branch}`,
    by: "anyone",
    needs: ["contents", "read"],
    answer: async ({ state, repository, params }) => {
      const branch = params.branch ?? "";
      if (!(await branchHead(repository.path, branch))) throw notFound();
      return ok(await presentBranch(state, repository, branch));
    },
  },
  {
    operation: `GET ${REPOSITORY}/rules/branches/{branch}`,
    by: "anyone",
    needs: ["metadata", "read"],
    answer: ({ repository, params }) => {
      const { isProtected, needsVerifiedCommits } = rulesFor(repository, params.branch ?? "");
      const source = { ruleset_source_type: "Repository", ruleset_source: repository.name, ruleset_id: repository.id };
      return ok([
        ...(needsVerifiedCommits ? [{ type: "required_signatures", ...source }] : []),
        ...(isProtected ? [{ type: "update", ...source }] : []),
      ]);
    },
  },
  {
    operation: `GET ${REPOSITORY}/collaborators/{username}/permission`,
    by: "anyone",
    needs: ["metadata", "read"],
    answer: ({ state, repository, params }) => {
      const known = state.accounts.get(`${params.username}`.toLowerCase());
      if (!known) throw notFound();
      const role = roleOf(repository, known.login);
      const may = { pull: role !== "none", triage: isWriter(role), push: isWriter(role), maintain: role === "admin" };
      return ok({
        permission: role,
        role_name: role,
        user: { ...presentAccount(state, known), permissions: { ...may, admin: role === "admin" }, role_name: role },
      });
    },
  },
  {
    operation: "GET /users/{username}",
    by: "anyone",
    answer: ({ state, params }) => {
      const account = state.accounts.get(`${params.username}`.toLowerCase());
      if (!account) throw notFound();
      return ok({ ...presentAccount(state, account), ...NO_PROFILE });
    },
  },
  {
    operation: "GET /rate_limit",
    by: "anyone",
    answer: ({ state }) => {
      const limit = { limit: 5000, used: 0, remaining: 5000, reset: Math.floor(state.now().getTime() / 1000) + 3600 };
      return ok({ resources: { core: limit, search: limit }, rate: limit });
    },
  },
];

const isWriter = (role: string) => role === "write" || role === "admin";

const NO_PROFILE = {
  name: null,
  company: null,
  blog: null,
  location: null,
  email: null,
  hireable: null,
  bio: null,
  public_repos: 0,
  public_gists: 0,
  followers: 0,
  following: 0,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
};
