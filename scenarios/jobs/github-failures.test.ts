import type { TestGitHub } from "@docsteward/git/testing-github";
import { reply, type ScriptTurn } from "@docsteward/model-script/script";
import { sendMessage } from "@docsteward/services/job/send-message";
import { cancelJob } from "@docsteward/services/job/stop";
import { startGitHubWorker } from "@docsteward/worker/testing/worker";
import { expect, test } from "vitest";

const FIX: ScriptTurn[] = [
  reply.tool("read", { path: "index.mdx" }),
  reply.tool("edit", { path: "index.mdx", old: "recieve", new: "receive" }),
  reply.tool("finish", { title: "Fix a typo", summary: "Fixed." }),
];

const FAULTS: [name: string, spoil: (at: TestGitHub) => unknown, sentence: RegExp][] = [
  [
    "an App that is not installed",
    ({ forge, installation }) => forge.uninstall(installation),
    /not installed at acme.*installations\/new/,
  ],
  [
    "a repository that was not selected",
    async ({ forge, installation }) =>
      forge.select(installation, [await forge.addRepository({ owner: "acme", name: "other" })]),
    /no access to acme\/docs.*Select it here: http/,
  ],
  [
    "a suspended installation",
    ({ forge, installation }) => forge.suspend(installation),
    /suspended at acme.*unsuspend it: http/,
  ],
  [
    "a missing permission",
    ({ forge, app, installation }) => {
      forge.uninstall(installation);
      forge.install(app, { account: "acme", permissions: { contents: "read", pull_requests: "write" } });
    },
    /lacks a permission at acme \(Contents: write\)/,
  ],
  ["an archived repository", ({ repository }) => repository.archive(), /archived/],
  ["a renamed repository", ({ repository }) => repository.rename("handbook"), /renamed to acme\/handbook/],
  ["a repository that is gone", ({ repository }) => repository.remove(), /no access to acme\/docs/],
  ["a wall of SAML", ({ repository }) => repository.setSamlWall(true), /SAML/],
  ["a protected branch", ({ repository }) => repository.setRules("*", { isProtected: true }), /is protected/],
  [
    "a base that is missing",
    async ({ repository }) => {
      await repository.git("branch", "trunk", "main");
      await repository.git("symbolic-ref", "HEAD", "refs/heads/trunk");
      await repository.git("branch", "-D", "main");
    },
    /no branch main/,
  ],
  [
    "an empty repository",
    async ({ repository }) => repository.git("update-ref", "-d", "refs/heads/main"),
    /has no commits/,
  ],
];

test.each(FAULTS)("%s ends a job as git_misconfigured, with what to do", async (_, spoil, sentence) => {
  await using opened = await startGitHubWorker(FIX);
  await spoil(opened.at);

  const job = await opened.worker.run("Fix the typo");

  expect(job).toMatchObject({ status: "failed", failureCode: "git_misconfigured" });
  expect(job.failureReason).toMatch(sentence);
  expect(opened.at.repository.pulls()).toEqual([]);
});

test("without an App a job says how to connect one", async () => {
  await using opened = await startGitHubWorker(FIX, { services: { gitHubApp: undefined } });

  const job = await opened.worker.run("Fix the typo");

  expect(job).toMatchObject({ failureCode: "git_misconfigured" });
  expect(job.failureReason).toContain("No GitHub App is connected");
});

test("the key of another App is reported as such", async () => {
  await using opened = await startGitHubWorker(FIX, {
    spoilConfig: (config) => ({ ...config, appId: "999999" }),
  });

  const job = await opened.worker.run("Fix the typo");

  expect(job).toMatchObject({ failureCode: "git_misconfigured" });
  expect(job.failureReason).toContain("rejected the App's credentials");
});

test("a corrected setting is used by the next message", async () => {
  await using opened = await startGitHubWorker(FIX);
  const { worker, at } = opened;
  at.forge.suspend(at.installation);
  const failed = await worker.run("Fix the typo");
  at.forge.suspend(at.installation, false);

  await sendMessage(worker.ctx, { id: failed.id, prompt: "Try again" });
  const job = await worker.end(failed.id);

  expect(job).toMatchObject({ status: "completed", pullRequestNumber: 1 });
});

test.each(["GET /repos/{owner}/{repo}/installation", "POST /repos/{owner}/{repo}/pulls"])(
  "a limit at %s that lasts longer than the job's time ends it immediately and says until when",
  async (route) => {
    await using opened = await startGitHubWorker(FIX, {
      prepare: async ({ forge }) => forge.addFault({ kind: "primary_limit", at: route, seconds: 7_200, times: 1_000 }),
    });

    const job = await opened.worker.run("Fix the typo");

    expect(job).toMatchObject({ status: "failed", failureCode: "limit_reached" });
    expect(job.failureReason).toMatch(/is rate limited until \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
    expect(opened.at.forge.exchanges.filter(({ operation }) => operation === route).length).toBeLessThan(3);
  },
);

test("a token that was revoked before its time is replaced", async () => {
  await using opened = await startGitHubWorker(FIX, {
    prepare: async ({ forge }) => forge.addFault({ kind: "bad_credentials", at: "POST /repos/{owner}/{repo}/pulls" }),
  });

  const job = await opened.worker.run("Fix the typo");

  expect(job).toMatchObject({ status: "completed", pullRequestNumber: 1 });
  expect(opened.at.forge.mintedTokens()).toHaveLength(2);
});

test("tokens that end while a job works are renewed before they are refused", async () => {
  const LIFETIME_MS = 1_000;
  await using opened = await startGitHubWorker(
    async (request) => {
      // Those of before have ended when the next answer comes, as was said of them.
      await new Promise((resolve) => setTimeout(resolve, LIFETIME_MS));
      opened.at.forge.endTokens();
      return FIX[request.turn];
    },
    { prepare: async ({ forge }) => forge.announceLifetime(LIFETIME_MS) },
  );

  const job = await opened.worker.run("Fix the typo");

  expect(job).toMatchObject({ status: "completed", pullRequestNumber: 1 });
  expect(opened.at.forge.mintedTokens().length).toBeGreaterThan(1);
  expect(opened.at.forge.exchanges.filter(({ status }) => status === 401)).toEqual([]);
});

test("a job that is cancelled before its pull request leaves neither that nor a branch", async () => {
  let jobId = "";
  await using opened = await startGitHubWorker(async (request) => {
    if (request.turn === 2) await cancelJob(opened.worker.ctx, { id: jobId });
    return FIX[request.turn];
  });
  const { worker, at } = opened;

  jobId = await worker.start("Fix the typo");
  const job = await worker.end(jobId);

  expect(job).toMatchObject({ status: "failed", failureCode: "cancelled" });
  expect(at.repository.pulls()).toEqual([]);
  expect(await at.repository.git("for-each-ref", "--format=%(refname:short)", "refs/heads")).toBe("main");
});
