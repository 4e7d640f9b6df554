import { describeGitHost } from "@docsteward/git/describe-git-host";
import { createLocalHost } from "@docsteward/git/local/stored-host";
import { makeRepository } from "@docsteward/git/testing";
import { createTestServices, seedProject } from "../testing.ts";
import { closePullRequest, mergePullRequest } from "./merge.ts";
import { pullRequestUrl } from "./pull-request.ts";
import { createPullRequestStore } from "./store.ts";

describeGitHost("local", async () => {
  const services = await createTestServices();
  const repository = await makeRepository({ "index.md": "# Docs\n" }, { name: "größe and spaces" });
  await repository.git("branch", "next");
  const ctx = await seedProject(services, { repository: repository.url, baseRef: "next" });
  const host = createLocalHost({
    store: createPullRequestStore(services, { projectId: ctx.project.id, repository: ctx.project.repository }),
    urlOf: (number) =>
      pullRequestUrl(ctx, {
        project: { ...ctx.project, organization: ctx.organization },
        pull: { number, repository: ctx.project.repository },
      }),
  });
  let commits = 0;
  return {
    host,
    source: repository.source("", "next"),
    defaultBranch: repository.branch,
    push: (branch) => repository.commit({ [`${branch}.md`]: `Commit ${commits++}\n` }, branch),
    async end(number, state) {
      await (state === "merged" ? mergePullRequest : closePullRequest)(ctx, { number });
    },
    async close() {
      await repository.remove();
      await services.close();
    },
  };
});
