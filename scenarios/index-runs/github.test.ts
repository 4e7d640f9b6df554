import { requestIndex } from "@docsteward/services/site/index-request";
import { openSite } from "@docsteward/services/site/read";
import { startIndexQueue } from "@docsteward/worker/index/work-on-index";
import { startGitHubWorker } from "@docsteward/worker/testing/worker";
import { expect, test } from "vitest";

test("a page of a repository at GitHub has an age from its first change on, and another repository's have none", async () => {
  await using story = await startGitHubWorker(() => undefined, { takesJobs: false });
  const { at, worker } = story;
  const { ctx, services, parts } = worker;
  await startIndexQueue(parts);
  const site = async (commit: string) => {
    await requestIndex(ctx);
    await expect.poll(async () => (await openSite(ctx)).commit).toBe(commit);
    return openSite(ctx);
  };

  const first = await site(await at.repository.head());
  // Git counts in whole seconds.
  const beganMs = Math.floor(Date.now() / 1_000) * 1_000;
  await at.repository.commit({ "guides/install.mdx": "---\ntitle: Install\n---\n\nWith pnpm.\n" }, { by: "ada" });
  const second = await site(await at.repository.head());

  expect(first.changedAt("guides/install.mdx")).toBeNull();
  expect(second.changedAt("index.mdx")).toBeNull();
  const changedAt = second.changedAt("guides/install.mdx")?.getTime();
  expect(changedAt).toBeLessThanOrEqual(Date.now());
  expect(changedAt).toBeGreaterThanOrEqual(beganMs);

  // Its pages differ too, but without a recent change.
  const files = { "guides/install.mdx": "---\ntitle: Install\n---\n\nWith yarn.\n" };
  const other = await at.forge.addRepository({ owner: "acme", name: "other", files });
  at.forge.select(at.installation);
  await services.db.project.update({ where: { id: ctx.project.id }, data: { repository: other.url() } });
  const third = await site(await other.head());
  expect(third.changedAt("guides/install.mdx")).toBeNull();
});
