import type { TestGitHub } from "@docsteward/git/testing-github";
import { reply, type ScriptTurn } from "@docsteward/model-script/script";
import { sendMessage } from "@docsteward/services/job/send-message";
import { startGitHubWorker } from "@docsteward/worker/testing/worker";
import { expect, test } from "vitest";

const change = (path: string, old: string, next: string, title: string): ScriptTurn[] => [
  reply.tool("read", { path }),
  reply.tool("edit", { path, old, new: next }),
  reply.tool("finish", { title, summary: `${title}.` }),
];
const FIX = change("index.mdx", "recieve", "receive", "Fix a typo");
const TWO_ROUNDS = [
  ...FIX,
  ...change("guides/install.mdx", "with npm", "with pnpm", "Use pnpm"),
  ...change("index.mdx", "keeps", "holds", "Say holds"),
];

/** A person's own commit to the branch of the first pull request. */
async function pushByHand({ repository }: TestGitHub): Promise<void> {
  const [pull] = repository.pulls();
  await repository.commit({ "extra.mdx": "By hand.\n" }, { branch: pull?.head ?? "" });
}

const PULLS = "POST /repos/{owner}/{repo}/pulls";

test("a prompt becomes a pull request at the forge, in few requests", async () => {
  await using opened = await startGitHubWorker(FIX);
  const { worker, at } = opened;

  const job = await worker.run("Fix the typo");

  const [pull] = at.repository.pulls();
  expect(job).toMatchObject({ status: "completed", prLink: `${at.repository.url()}/pull/1` });
  expect(pull).toMatchObject({ title: "Fix a typo", base: "main", state: "open", isDraft: false });
  expect(pull?.body).toMatch(/Fix a typo\.[\s\S]*index\.mdx[\s\S]*Fix the typo[\s\S]*jobs\/job_/);
  expect(await at.repository.read("index.mdx", pull?.head)).toContain("[receive]");
  expect(at.forge.exchanges.map(({ operation }) => operation)).toEqual([
    "GET /repos/{owner}/{repo}/installation",
    "POST /app/installations/{installation_id}/access_tokens",
    "GET /repos/{owner}/{repo}/pulls",
    PULLS,
  ]);
});

test("the token is good for this repository and what a job needs, and for nothing more", async () => {
  await using opened = await startGitHubWorker(FIX);

  await opened.worker.run("Fix the typo");

  const minted = opened.at.forge.exchanges.filter(({ operation }) => operation.endsWith("/access_tokens"));
  expect(minted.map(({ body }) => body)).toEqual([
    { repositories: ["docs"], permissions: { contents: "write", pull_requests: "write" } },
  ]);
});

test("a message after completion moves the same pull request in two requests, and keeps what people wrote there", async () => {
  await using opened = await startGitHubWorker(TWO_ROUNDS);
  const { worker, at } = opened;
  const first = await worker.run("Fix the typo");
  const [pull] = at.repository.pulls();
  if (pull) pull.body = `Ada: looks good so far.\n\n${pull.body}`;
  const before = at.forge.exchanges.length;

  await sendMessage(worker.ctx, { id: first.id, prompt: "Use pnpm" });
  const second = await worker.end(first.id);

  const [after, ...others] = at.repository.pulls();
  expect(second).toMatchObject({ status: "completed", prLink: first.prLink });
  expect(others).toEqual([]);
  expect(after?.body).toMatch(/^Ada: looks good so far\.[\s\S]*Use pnpm\.[\s\S]*<details>[\s\S]*Fix a typo\./);
  expect(await at.repository.git("rev-list", "--count", `main..${after?.head}`)).toBe("2");
  expect(at.forge.exchanges.slice(before).map(({ operation }) => operation)).toEqual([
    "GET /repos/{owner}/{repo}/pulls/{pull_number}",
    "PATCH /repos/{owner}/{repo}/pulls/{pull_number}",
  ]);
});

test.each(["merged", "closed"] as const)(
  "once its pull request was %s, a message opens a new one and says so",
  async (state) => {
    await using opened = await startGitHubWorker(TWO_ROUNDS);
    const { worker, at } = opened;
    const first = await worker.run("Fix the typo");
    await (state === "merged" ? at.repository.merge(1) : at.repository.closePull(1));

    await sendMessage(worker.ctx, { id: first.id, prompt: "Use pnpm" });
    const second = await worker.end(first.id);

    const [one, two] = at.repository.pulls();
    expect(second.messageToUser).toContain(`Pull request #1 was ${state}, so`);
    expect(second.pullRequestNumber).toBe(2);
    expect(two?.head).not.toBe(one?.head);
    expect(await worker.pullRequests()).toMatchObject([
      { number: 1, state },
      { number: 2, state: "open" },
    ]);
  },
);

test("commits that another person pushed meanwhile stay, and the job's commits go on top", async () => {
  await using opened = await startGitHubWorker(async (request) => {
    const turn = TWO_ROUNDS[request.turn];
    if (request.turn === 5) await pushByHand(opened.at);
    return turn ?? reply.tool("finish", { title: "Done", summary: "Done." });
  });
  const { worker, at } = opened;
  const first = await worker.run("Fix the typo");

  await sendMessage(worker.ctx, { id: first.id, prompt: "Use pnpm" });
  const second = await worker.end(first.id);

  const [pull] = at.repository.pulls();
  expect(second.status).toBe("completed");
  expect(await at.repository.read("extra.mdx", pull?.head)).toBe("By hand.\n");
  expect(await at.repository.read("guides/install.mdx", pull?.head)).toContain("with pnpm");
  expect(await at.repository.git("rev-list", "--count", `main..${pull?.head}`)).toBe("3");
});

test("a second job that comes to the very same files opens no second pull request", async () => {
  await using opened = await startGitHubWorker([...FIX, ...FIX]);
  const { worker, at } = opened;
  await worker.run("Fix the typo");

  const second = await worker.run("Please fix the typo");

  expect(second).toMatchObject({ status: "completed", prLink: null });
  expect(second.messageToUser).toContain("Pull request #1 already contains this change");
  expect(at.repository.pulls()).toHaveLength(1);
  expect(await at.repository.git("for-each-ref", "--format=%(refname:short)", "refs/heads")).toMatch(
    /^docsteward\/\S+\nmain$/,
  );
});

test("where the equal pull request was closed by hand, the second job opens its own", async () => {
  await using opened = await startGitHubWorker([...FIX, ...FIX]);
  const { worker, at } = opened;
  await worker.run("Fix the typo");
  await at.repository.closePull(1);

  const second = await worker.run("Please fix the typo");

  expect(second).toMatchObject({ pullRequestNumber: 2 });
});

test("concurrent jobs on one repository each get a separate branch and pull request", async () => {
  const pages = Object.fromEntries(
    Array.from({ length: 4 }, (_, page) => [`page-${page}.mdx`, `Page ${page}: old.\n`]),
  );
  await using opened = await startGitHubWorker(
    (request) => {
      const path = request.lastUserText.match(/page-\d\.mdx/)?.[0] ?? "";
      return (
        [
          reply.tool("read", { path }),
          reply.tool("edit", { path, old: "old", new: "new" }),
          reply.tool("finish", { title: `Renew ${path}`, summary: "Renewed." }),
        ][request.turn] ?? reply.tool("finish", { title: "Done", summary: "Done." })
      );
    },
    { files: pages },
  );
  const { worker, at } = opened;

  const jobs = await Promise.all(Object.keys(pages).map((path) => worker.run(`Renew ${path}`)));

  expect(jobs.map(({ status }) => status)).toEqual(["completed", "completed", "completed", "completed"]);
  expect(new Set(jobs.map(({ prLink }) => prLink)).size).toBe(4);
  expect(
    at.repository
      .pulls()
      .map(({ title }) => title)
      .sort(),
  ).toEqual(Object.keys(pages).map((path) => `Renew ${path}`));
});

test("the template of the repository is filled in, without what only an author can fill in", async () => {
  const template =
    "## Description\n\n<!-- What is this? -->\n\nCloses #\n\n## Terms\n\nYour change is under MIT.\n\n## Checks\n\n- [ ] I have read the guide\n";
  await using opened = await startGitHubWorker(FIX, {
    prepare: ({ repository }) => repository.commit({ ".github/PULL_REQUEST_TEMPLATE.md": template }),
  });

  await opened.worker.run("Fix the typo");

  const body = opened.at.repository.pulls()[0]?.body;
  expect(body).toMatch(
    /^## Description\n\n<!-- docsteward:begin -->\nFix a typo\.[\s\S]*<!-- docsteward:end -->\n\n## Terms\n\nYour change is under MIT\.$/,
  );
  expect(body).not.toMatch(/Closes|\[ \]/);
});

test("a repository that takes verified commits alone gets commits that GitHub made, and is not asked again to take others", async () => {
  await using opened = await startGitHubWorker((request) => TWO_ROUNDS[request.turn], {
    prepare: async ({ repository }) => repository.setRules("*", { needsVerifiedCommits: true }),
  });
  const { worker, at } = opened;
  const first = await worker.run("Fix the typo");
  // From here on every push by git would be in vain.
  at.forge.addFault({ kind: "not_found", at: "git receive-pack", times: 1_000 });

  await sendMessage(worker.ctx, { id: first.id, prompt: "Use pnpm" });
  const second = await worker.end(first.id);
  await at.repository.merge(1);
  await sendMessage(worker.ctx, { id: first.id, prompt: "Fix it again" });
  const third = await worker.end(first.id);

  const [pull, next] = at.repository.pulls();
  expect(second).toMatchObject({ status: "completed", failureReason: null });
  expect(await at.repository.read("index.mdx", pull?.head)).toContain("[receive]");
  expect(await at.repository.read("guides/install.mdx", pull?.head)).toContain("with pnpm");
  expect(await at.repository.git("rev-list", "--count", `main~1..${pull?.head}`)).toBe("2");
  expect(third).toMatchObject({ status: "completed", pullRequestNumber: 2 });
  expect(await at.repository.read("index.mdx", next?.head)).toContain("hold");
});

test("another person's commits on a branch of such a repository stay, and the job's commits go on top", async () => {
  await using opened = await startGitHubWorker(
    async (request) => {
      const turn = TWO_ROUNDS[request.turn];
      if (request.turn === 5) await pushByHand(opened.at);
      return turn;
    },
    { prepare: async ({ repository }) => repository.setRules("*", { needsVerifiedCommits: true }) },
  );
  const { worker, at } = opened;
  const first = await worker.run("Fix the typo");

  await sendMessage(worker.ctx, { id: first.id, prompt: "Use pnpm" });
  const second = await worker.end(first.id);

  const [pull] = at.repository.pulls();
  expect(second).toMatchObject({ status: "completed", failureReason: null });
  expect(await at.repository.read("extra.mdx", pull?.head)).toBe("By hand.\n");
  expect(await at.repository.read("guides/install.mdx", pull?.head)).toContain("with pnpm");
  expect(at.repository.pulls()).toHaveLength(1);
});
