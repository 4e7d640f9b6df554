import { accountOf } from "../auth/permissions.ts";
import { GitHubError, invalid, notFound } from "../github-error.ts";
import { presentAccount } from "../present/account.ts";
import { isPull, presentComment, presentLabel } from "../present/pull.ts";
import { toTime } from "../present/repository.ts";
import { addComment, addLabels } from "../pull/pulls.ts";
import { ok } from "../server/http.ts";
import { type ApiRequest, type Need, paginate, type Route } from "../server/route.ts";
import type { Issue } from "../state.ts";
import { requirePull } from "./pull-routes.ts";

const ISSUES = "/repos/{owner}/{repo}/issues";
const REACTIONS = new Set(["+1", "-1", "laugh", "confused", "heart", "hooray", "rocket", "eyes"]);

/** Comments under issues and pull requests, which GitHub keeps together. */
export const COMMENT_ROUTES: Route[] = [
  {
    operation: `GET ${ISSUES}/{issue_number}/comments`,
    by: "anyone",
    needs: onThread("read"),
    answer: (request) => {
      const { state, repository } = request;
      const issue = requireThread(request);
      const since = request.query.get("since");
      const shown = issue.comments.filter(({ updatedAt }) => since === null || updatedAt >= new Date(since));
      return paginate(request, shown, (page) =>
        page.map((comment) => presentComment(state, { repository, issue, comment })),
      );
    },
  },
  {
    operation: `POST ${ISSUES}/{issue_number}/comments`,
    by: "anyone",
    needs: onThread("write"),
    answer: (request) => {
      const { state, repository, caller } = request;
      const issue = requireThread(request);
      const comment = addComment(state, { repository, issue }, { body: requireBody(request), by: accountOf(caller) });
      return ok(presentComment(state, { repository, issue, comment }), 201);
    },
  },
  {
    operation: `POST ${ISSUES}/{issue_number}/labels`,
    by: "anyone",
    needs: ["pull_requests", "write"],
    answer: async (request) => {
      const { state, repository, body, caller } = request;
      const pull = requirePull(request);
      const labels = Array.isArray(body.labels) ? body.labels.map(String) : [];
      await addLabels(state, { repository, pull, by: accountOf(caller) }, labels);
      return ok(pull.labels.map((name, index) => presentLabel(state, repository, { name, index })));
    },
  },
  {
    operation: `PATCH ${ISSUES}/comments/{comment_id}`,
    by: "anyone",
    needs: onThread("write"),
    answer: (request) => {
      const { state, repository, caller } = request;
      const { issue, comment } = requireComment(request);
      if (comment.author !== accountOf(caller)) throw new GitHubError(403, "Resource not accessible by integration");
      comment.body = requireBody(request);
      comment.updatedAt = state.now();
      return ok(presentComment(state, { repository, issue, comment }));
    },
  },
  {
    operation: `POST ${ISSUES}/comments/{comment_id}/reactions`,
    by: "anyone",
    needs: onThread("write"),
    answer: (request) => {
      const { state, body, caller } = request;
      const { comment } = requireComment(request);
      const content = `${body.content}`;
      if (!REACTIONS.has(content)) throw invalid({ resource: "Reaction", field: "content", code: "invalid" });
      return ok(
        {
          id: comment.id,
          node_id: `REA_${comment.id}`,
          user: presentAccount(state, accountOf(caller)),
          content,
          created_at: toTime(state.now()),
        },
        201,
      );
    },
  },
];

function requireBody({ body }: ApiRequest): string {
  if (typeof body.body === "string" && body.body.trim() !== "") return body.body;
  throw invalid({ resource: "IssueComment", field: "body", code: "missing_field" });
}

type Named = Pick<ApiRequest, "repository" | "params">;

/** Pull requests and issues each have a permission, and both have comments. */
function onThread(access: Need[1]) {
  return (named: Named): Need => {
    const issue = named.params.comment_id === undefined ? requireThread(named) : requireComment(named).issue;
    return [isPull(issue) ? "pull_requests" : "issues", access];
  };
}

function requireThread({ repository, params }: Named): Issue {
  const number = Number(params.issue_number);
  const issue = repository.pulls.get(number) ?? repository.issues.get(number);
  if (!issue) throw notFound();
  return issue;
}

function requireComment({ repository, params }: Named) {
  for (const issue of [...repository.pulls.values(), ...repository.issues.values()]) {
    const comment = issue.comments.find(({ id }) => id === Number(params.comment_id));
    if (comment) return { issue, comment };
  }
  throw notFound();
}
