import { expect, test } from "vitest";
import { describeGitHost } from "../describe-git-host.ts";
import { startTestGitHub } from "../testing-github.ts";

describeGitHost("github", async () => {
  const at = await startTestGitHub();
  await at.repository.commit({ "docs.md": "# Next\n" }, { branch: "next" });
  let count = 0;
  return {
    host: at.host,
    source: { ...at.source, ref: "next" },
    defaultBranch: "main",
    push: async (branch) => {
      count += 1;
      return at.repository.commit({ [`${branch}.md`]: `# Change ${count}\n` }, { branch });
    },
    end: async (number, state) => {
      if (state === "merged") await at.repository.merge(number);
      else await at.repository.closePull(number);
    },
    close: at.close,
  };
});

test("requests no review from the author of a pull request", async () => {
  await using at = await startTestGitHub();
  const headSha = await at.repository.commit({ "docs.md": "# New\n" }, { branch: "fix" });
  const token = at.forge.addPerson("ada");
  at.repository.setRole("ada", "write");
  const opened = await fetch(`${at.forge.apiUrl}/repos/acme/docs/pulls`, {
    method: "POST",
    headers: { authorization: `token ${token}` },
    body: JSON.stringify({ title: "By hand", head: "fix", base: "main" }),
  });
  const request = { source: at.source, jobId: "job_1", branch: "fix", baseSha: await at.repository.head(), headSha };
  const words = { title: "Fix", body: "Words", asDraft: false };

  const found = await at.host.openPullRequest({ ...request, ...words, reviewer: "Ada" });

  expect(opened.status).toBe(201);
  expect(found).toMatchObject({ number: 1, title: "By hand" });
  expect(at.forge.exchanges.filter(({ path }) => path.endsWith("/requested_reviewers"))).toEqual([]);
});

test("another host that has just started finds what the first one opened", async () => {
  await using at = await startTestGitHub();
  const headSha = await at.repository.commit({ "docs.md": "# New\n" }, { branch: "fix" });
  const request = { source: at.source, jobId: "job_1", branch: "fix", baseSha: await at.repository.head(), headSha };
  const words = { title: "Fix", body: "Words", asDraft: false };

  const first = await at.host.openPullRequest({ ...request, ...words });
  const second = await at.freshHost().openPullRequest({ ...request, ...words });

  expect(second).toEqual(first);
  expect(at.repository.pulls()).toHaveLength(1);
});
