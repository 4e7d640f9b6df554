import { App } from "@octokit/app";
import { Octokit } from "@octokit/core";
import { expect, test } from "vitest";
import { seedForge } from "./testing.ts";

test("an App of the real client opens a pull request that it pushed with its token", async () => {
  await using at = await seedForge();
  const { forge, app, installation, repository } = at;
  const octokit = await new App({
    appId: app.id,
    privateKey: app.privateKey,
    Octokit: Octokit.defaults({ baseUrl: forge.apiUrl }),
  }).getInstallationOctokit(installation.id);
  const { token } = (await octokit.auth({ type: "installation" })) as { token: string };

  const clone = await at.clone(token);
  await clone.commit("docs.md", "# Changed\n", "job");
  await clone.git("push", "origin", "HEAD:refs/heads/job");
  const { data } = await octokit.request("POST /repos/{owner}/{repo}/pulls", {
    owner: "acme",
    repo: "docs",
    title: "A change",
    head: "job",
    base: "main",
  });

  expect(data).toMatchObject({ number: 1, state: "open", commits: 1, changed_files: 1, mergeable: true });
  expect(data.head.sha).toBe(await repository.head("job"));
  expect(data.user?.login).toBe("docsteward[bot]");
});
