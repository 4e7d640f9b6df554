import { reply, type Script } from "@docsteward/model-script/script";
import { cancelJob } from "@docsteward/services/job/stop";
import { startGitHubWorker, startTestWorker, type TestWorker } from "@docsteward/worker/testing/worker";
import { expect, test } from "vitest";

const FIX = [
  reply.tool("read", { path: "index.mdx" }),
  reply.tool("edit", { path: "index.mdx", old: "recieve", new: "receive" }),
  reply.tool("finish", { title: "Fix a typo", summary: "Fixed." }),
];

/** Plays the fix to every job, and lets none of them finish before all want to. */
function fixTogether(jobs: number): Script {
  const together = Promise.withResolvers<void>();
  let waiting = 0;
  return async ({ turn }) => {
    if (turn === 2) {
      waiting += 1;
      if (waiting === jobs) together.resolve();
      await together.promise;
    }
    return FIX[turn];
  };
}

async function expectOnePullRequest(worker: TestWorker, jobs: number): Promise<void> {
  const ended = await Promise.all(Array.from({ length: jobs }, () => worker.run("Fix the typo")));

  expect(ended.map(({ status }) => status)).toEqual(ended.map(() => "completed"));
  expect(ended.filter(({ prLink }) => prLink !== null)).toHaveLength(1);
  const others = ended.filter(({ prLink }) => prLink === null);
  expect(others.map(({ messageToUser }) => messageToUser)).toEqual(
    others.map(() => expect.stringContaining("Pull request #1 already contains this change")),
  );
  expect(await worker.pullRequests()).toHaveLength(1);
}

test("of concurrent jobs with identical results, one opens a pull request at the forge", async () => {
  await using opened = await startGitHubWorker(fixTogether(4));

  await expectOnePullRequest(opened.worker, 4);

  const { repository } = opened.at;
  expect(repository.pulls()).toHaveLength(1);
  expect(await repository.git("for-each-ref", "--format=%(refname)", "refs/heads/docsteward/")).not.toContain("\n");
});

test("of concurrent jobs with identical results, one opens a pull request on this machine", async () => {
  await using worker = await startTestWorker(fixTogether(4));

  await expectOnePullRequest(worker, 4);
});

test("a job that waits for an equal one opens its own pull request once that one was cancelled", async () => {
  const operation = "POST /repos/{owner}/{repo}/pulls";
  await using opened = await startGitHubWorker(fixTogether(2), {
    prepare: async ({ forge }) => forge.addFault({ kind: "secondary_limit", at: operation, seconds: 600 }),
  });
  const { worker, at } = opened;
  const ids = await Promise.all([worker.start("Fix the typo"), worker.start("Fix the typo")]);
  const refused = () => at.forge.exchanges.find((exchange) => exchange.operation === operation);
  await expect.poll(refused).toMatchObject({ status: 403 });
  const first = await worker.services.db.job.findFirst({ where: { claimedTree: { not: null } } });

  await cancelJob(worker.ctx, { id: first?.id ?? "" });

  const second = await worker.end(ids.find((id) => id !== first?.id) ?? "");
  expect(second).toMatchObject({ status: "completed", pullRequestNumber: 1 });
  expect(at.repository.pulls()).toMatchObject([{ state: "open", head: second.branch }]);
});
