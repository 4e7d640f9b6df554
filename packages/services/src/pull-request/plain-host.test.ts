import { describeGitHost } from "@docsteward/git/describe-git-host";
import { createPlainHost } from "@docsteward/git/local/stored-host";
import { makeRepository } from "@docsteward/git/testing";
import { startHttpServer } from "@docsteward/git/testing-server";
import { repositoryAccess } from "../git-host.ts";
import { storeCredential } from "../repository-credential.ts";
import { createTestServices, seedProject } from "../testing.ts";
import { closePullRequest } from "./merge.ts";
import { reconcileServerMerges } from "./outcome.ts";
import { pullRequestUrl } from "./pull-request.ts";
import { createPullRequestStore } from "./store.ts";

describeGitHost("at any Git server", async () => {
  const services = await createTestServices({ gitAllowedNetworks: ["127.0.0.0/8"] });
  const repository = await makeRepository({ "index.md": "# Docs\n" });
  await repository.git("branch", "next");
  const server = await startHttpServer(repository, { token: "a-token" });
  const ctx = await seedProject(services, { repository: server.url, baseRef: "next" });
  const { organizationId } = ctx.project;
  const credential = { kind: "token", username: "git", token: "a-token" } as const;
  await storeCredential(services, { organizationId, repository: server.url, credential });
  const host = createPlainHost({
    store: createPullRequestStore(services, { projectId: ctx.project.id, repository: server.url }),
    urlOf: (number) =>
      pullRequestUrl(ctx, {
        project: { ...ctx.project, organization: ctx.organization },
        pull: { number, repository: server.url },
      }),
    access: () => repositoryAccess(services, ctx.project),
  });
  let commits = 0;
  return {
    host,
    source: { repository: server.url, ref: "next", docsPath: "" },
    defaultBranch: repository.branch,
    push: (branch) => repository.commit({ [`${branch}.md`]: `Commit ${commits++}\n` }, branch),
    async end(number, state) {
      if (state === "closed") return void (await closePullRequest(ctx, { number }));
      const { branch } = await services.db.pullRequest.findFirstOrThrow({
        where: { projectId: ctx.project.id, number },
      });
      await repository.git("update-ref", "refs/heads/next", `refs/heads/${branch}`);
      await reconcileServerMerges(services, { ...ctx.project, projectId: ctx.project.id });
    },
    async close() {
      await server[Symbol.asyncDispose]();
      await repository.remove();
      await services.close();
    },
  };
});
