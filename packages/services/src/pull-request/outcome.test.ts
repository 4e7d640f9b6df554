import { WEBHOOK_EVENTS, type WebhookEventType } from "@docsteward/contract/webhook-event";
import { makeRepository, type TestRepository } from "@docsteward/git/testing";
import { expect } from "vitest";
import type { UserActor } from "../actor.ts";
import { inTransaction, type ProjectContext } from "../context.ts";
import { listEvents } from "../job/events.ts";
import { getIndexState } from "../site/index-state.ts";
import { seedJob, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { createWebhook } from "../webhook/endpoints.ts";
import { getPullRequest } from "./get.ts";
import { closePullRequest, mergePullRequest } from "./merge.ts";
import { recordPullRequest } from "./recorded-host.ts";
import { createPullRequestStore } from "./store.ts";

const test = servicesTest()
  /** A job with an open pull request on a repository of this machine, a webhook, and the events that both get. */
  .extend("open", { scope: "file" }, ({ services }) => async (repository: TestRepository) => {
    const seeded = await seedProject(services, { repository: repository.url, baseRef: repository.branch });
    const ctx: ProjectContext = { ...seeded, actor: mira };
    await createWebhook(ctx, { url: "https://example.com/hook" });
    const { id: jobId } = await seedJob(ctx, { status: "completed" });
    const baseSha = await repository.head();
    const headSha = await repository.commit({ "index.md": "Two.\n" }, "fix");
    const store = createPullRequestStore(services, { projectId: ctx.project.id, repository: ctx.project.repository });
    const words = { title: "Say two", body: "", isDraft: false };
    await store.create({ jobId, branch: "fix", baseRef: repository.branch, baseSha, headSha, ...words });
    const isOfPull = ({ type }: { type: string }) => type.startsWith("pull_request.");
    return {
      ctx,
      pullRequestEvents: async () => (await listEvents(ctx, { id: jobId })).filter(isOfPull),
      delivered: async () => {
        const where = { endpoint: { projectId: ctx.project.id } };
        const rows = await services.db.webhookDelivery.findMany({ where, orderBy: { createdAt: "asc" } });
        return rows.filter(isOfPull).map(({ type, body }) => {
          const { data } = JSON.parse(body);
          expect(WEBHOOK_EVENTS[type as WebhookEventType].parse(data)).toEqual(data);
          return { type, data };
        });
      },
    };
  });

const mira: UserActor = { kind: "user", userId: "usr_mira", name: "Mira", role: "member" };

test("a merge in the dashboard tells its job and the webhooks who did it, once", async ({ open }) => {
  await using repository = await makeRepository({ "index.md": "One.\n" });
  const { ctx, pullRequestEvents, delivered } = await open(repository);

  await Promise.all([mergePullRequest(ctx, { number: 1 }), mergePullRequest(ctx, { number: 1 })]);

  const { url } = await getPullRequest(ctx, { number: 1 });
  expect(await pullRequestEvents()).toMatchObject([
    { type: "pull_request.merged", data: { number: 1, url, title: "Say two", by: "Mira" } },
  ]);
  expect(await delivered()).toMatchObject([
    { type: "pull_request.merged", data: { pullRequest: { number: 1, url, title: "Say two" }, by: "Mira" } },
  ]);
});

test("so does closing it there", async ({ open }) => {
  await using repository = await makeRepository({ "index.md": "One.\n" });
  const { ctx, pullRequestEvents, delivered } = await open(repository);

  await closePullRequest(ctx, { number: 1 });
  await closePullRequest(ctx, { number: 1 });

  expect(await pullRequestEvents()).toMatchObject([{ type: "pull_request.closed", data: { number: 1, by: "Mira" } }]);
  expect(await delivered()).toHaveLength(1);
});

test("a manual merge is reported when it is noticed, without an author, and makes the site stale", async ({ open }) => {
  await using repository = await makeRepository({ "index.md": "One.\n" });
  const { ctx, pullRequestEvents, delivered } = await open(repository);
  await repository.git("update-ref", `refs/heads/${repository.branch}`, await repository.head("fix"));

  await Promise.all([1, 2, 3].map(() => getPullRequest(ctx, { number: 1 })));

  expect(await pullRequestEvents()).toMatchObject([{ type: "pull_request.merged", data: { by: null } }]);
  expect(await delivered()).toHaveLength(1);
  expect(await getIndexState(ctx)).toMatchObject({ status: "waiting" });
});

test("one at a forge is reported whatever its source, and only the first time", async ({ services }) => {
  const ctx = await seedProject(services, { repository: "http://127.0.0.1:9/acme/docs" });
  const { id: jobId } = await seedJob(ctx, { status: "completed" });
  const projectId = ctx.project.id;
  const url = "http://127.0.0.1:9/acme/docs/pull/7";
  const pull = { number: 7, url, title: "Say two", body: "", branch: "fix", baseRef: "main", headSha: "c".repeat(40) };
  const record = (state: "open" | "merged", by?: string) =>
    inTransaction(services, (services) =>
      recordPullRequest(services, {
        projectId,
        source: ctx.project,
        pull: { ...pull, state, isDraft: false, jobId },
        by,
      }),
    );
  await record("open");

  // A job that goes on asks before the event has come.
  await record("merged");
  await record("merged", "ada");

  const pullRequestEvents = (await listEvents(ctx, { id: jobId })).filter(({ type }) =>
    type.startsWith("pull_request."),
  );
  expect(pullRequestEvents).toMatchObject([{ type: "pull_request.merged", data: { number: 7, url, by: null } }]);
  expect(await getIndexState(ctx)).toMatchObject({ status: "waiting" });
});
