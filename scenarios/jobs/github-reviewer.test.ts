import { reply } from "@docsteward/model-script/script";
import type { ProjectContext } from "@docsteward/services/context";
import { createJob } from "@docsteward/services/job/create";
import { sendMessage } from "@docsteward/services/job/send-message";
import { recordGitHubPerson } from "@docsteward/services/sign-in/providers";
import { seedMember } from "@docsteward/services/testing";
import { startGitHubWorker } from "@docsteward/worker/testing/worker";
import { expect, test } from "vitest";

const change = (path: string, old: string, next: string) => [
  reply.tool("read", { path }),
  reply.tool("edit", { path, old, new: next }),
  reply.tool("finish", { title: `Say ${next}`, summary: "Changed." }),
];
const SCRIPT = [
  ...change("index.mdx", "recieve", "receive"),
  ...change("guides/install.mdx", "with npm", "with pnpm"),
  ...change("index.mdx", "keeps", "holds"),
];
const ASKED = "POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers";

/** A person who has signed in to the dashboard through GitHub. */
async function asPerson(ctx: ProjectContext, login: string): Promise<ProjectContext> {
  const { id: userId, name } = await seedMember(ctx);
  const account = { id: `acc_${login}`, userId, providerId: "github", accountId: "7", updatedAt: new Date() };
  await ctx.db.userAccount.create({ data: account });
  await recordGitHubPerson(ctx, { id: 7, login });
  return { ...ctx, actor: { kind: "user", userId, name, role: "member" } };
}

test("the person who asked is asked for a review, once, and again only of another pull request", async () => {
  await using opened = await startGitHubWorker((request) => SCRIPT[request.turn], {
    prepare: async ({ forge, repository }) => {
      for (const login of ["ada", "grace"]) {
        forge.addPerson(login);
        repository.setRole(login, "write");
      }
    },
  });
  const { worker, at } = opened;
  const { job } = await createJob(await asPerson(worker.ctx, "ada"), { prompt: "Fix the typo" });
  await worker.end(job.id);

  await sendMessage(worker.ctx, { id: job.id, prompt: "Use pnpm" });
  await worker.end(job.id);
  await at.repository.merge(1);
  await sendMessage({ ...worker.ctx, actor: { kind: "github", login: "grace" } }, { id: job.id, prompt: "Say holds" });
  const last = await worker.end(job.id);

  expect(last).toMatchObject({ status: "completed", pullRequestNumber: 2 });
  expect(at.repository.pulls().map(({ reviewers }) => reviewers.map(({ login }) => login))).toEqual([
    ["ada"],
    ["grace"],
  ]);
  expect(at.forge.exchanges.filter(({ operation }) => operation === ASKED)).toHaveLength(2);
});

test("where GitHub will not ask them, the job is done all the same", async () => {
  await using opened = await startGitHubWorker((request) => SCRIPT[request.turn], {
    prepare: async ({ forge }) => forge.addPerson("stranger"),
  });
  const { worker, at } = opened;

  const { job } = await createJob(await asPerson(worker.ctx, "stranger"), { prompt: "Fix the typo" });

  expect(await worker.end(job.id)).toMatchObject({ status: "completed", pullRequestNumber: 1 });
  expect(at.forge.exchanges.find(({ operation }) => operation === ASKED)).toMatchObject({ status: 422 });
  expect(at.repository.pulls()).toMatchObject([{ state: "open", reviewers: [] }]);
});
