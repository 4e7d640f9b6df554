// All stories of GitHub's events in one file: they share one forge, which takes seconds to start.
import { AutomationDefinition } from "@docsteward/contract/automation";
import { parseInput } from "@docsteward/contract/input-schema";
import { startTestGitHub } from "@docsteward/git/testing-github";
import { expect, vi } from "vitest";
import { listAuditViews } from "../audit/list.ts";
import { createAutomation } from "../automation/define.ts";
import type { ProjectContext } from "../context.ts";
import { listEvents } from "../job/events.ts";
import { deleteOldGitHubEvents } from "../purge-expired.ts";
import { repositoryKey } from "../repository-use.ts";
import { seedJob, seedProject, type TestServicesOptions } from "../testing.ts";
import { servicesTest, untilEnd } from "../testing-fixtures.ts";
import { acceptGitHubEvent } from "./accept.ts";
import { replyToComments } from "./comment.ts";
import { handleGitHubEvent } from "./handle.ts";
import { listenToEvents } from "./testing-events.ts";

// Each story is many events, and each of them a round over HTTP and git.
vi.setConfig({ testTimeout: 60_000 });

const test = servicesTest()
  .extend("at", { scope: "file" }, untilEnd(startTestGitHub))
  .extend("options", { scope: "file" }, ({ at }): TestServicesOptions => ({ gitHubApp: at.config, isWorker: true }))
  .extend("listener", { scope: "file" }, async ({ services }, { onCleanup }) => {
    const listener = await listenToEvents(async (request) => {
      const { headers } = request;
      const id = headers.get("x-github-delivery");
      const event = headers.get("x-github-event");
      const signature = headers.get("x-hub-signature-256");
      const status = await acceptGitHubEvent(services, { id, event, signature, body: () => request.text() });
      return new Response(status, { status: 202 });
    });
    onCleanup(() => listener[Symbol.asyncDispose]());
    return listener;
  })
  .extend("ctx", { scope: "file", auto: true }, ({ at, services }) =>
    seedProject(services, { repository: at.repository.url() }),
  )
  /** Lets everything that was sent be answered, and works on it, as the worker does. */
  .extend("settle", { scope: "file" }, ({ at, services }) => async (): Promise<void> => {
    await at.forge.delivered();
    const waiting = await services.db.gitHubDelivery.findMany({
      where: { handledAt: null },
      orderBy: { receivedAt: "asc" },
    });
    for (const { id } of waiting) await handleGitHubEvent(services, { deliveryId: id });
    await at.forge.delivered();
  })
  .extend("keyOfForge", { scope: "file" }, ({ at }) => () => {
    return `github:${at.repository.id}`;
  })
  /** A job that rests on a pull request of its own. */
  .extend("seedPull", { scope: "file" }, ({ at, services, ctx, settle, keyOfForge }) => async (branch: string) => {
    await at.repository.commit({ [`${branch}.md`]: "New\n" }, { branch, by: "docsteward[bot]" });
    const headSha = await at.repository.head(branch);
    const job = await seedJob(ctx, { status: "completed", messageToUser: "Done so far." });
    const pull = await at.host.openPullRequest({
      source: at.source,
      jobId: job.id,
      branch,
      baseSha: await at.repository.head(),
      headSha,
      title: `Title of ${branch}`,
      body: "Why",
      asDraft: false,
    });
    const { number, url } = pull;
    const row = { id: `pr_${branch}`, projectId: ctx.project.id, number, url, jobId: job.id, branch, headSha };
    const of = { repository: ctx.project.repository, repositoryKey: keyOfForge() };
    await services.db.pullRequest.create({
      data: { ...row, ...of, title: pull.title, body: "", baseRef: "main", baseSha: headSha },
    });
    await settle();
    return { job, number };
  })
  .extend("pullRequestEvents", { scope: "file" }, ({ ctx }) => async (jobId: string) => {
    return (await listEvents(ctx, { id: jobId, afterId: 0 })).filter(({ type }) => type.startsWith("pull_request."));
  })
  .extend("messages", { scope: "file" }, ({ services }) => (jobId: string) => {
    return services.db.jobMessage.findMany({ where: { jobId }, orderBy: { seq: "asc" } });
  })
  .extend("indexRequests", { scope: "file" }, ({ services }) => async ({ project }: ProjectContext) => {
    return (await services.db.siteIndex.findUnique({ where: { projectId: project.id } }))?.requests ?? 0;
  })
  .extend("answersOf", { scope: "file" }, ({ at }) => (number: number) => {
    return (
      at.repository
        .pulls()
        .find((pull) => pull.number === number)
        ?.comments.filter(({ author }) => author.type === "Bot") ?? []
    );
  });
test.beforeAll(async ({ at, listener, services, ctx }) => {
  at.app.webhookUrl = listener.url;
  at.forge.addPerson("ada");
  at.repository.setRole("ada", "write");
  at.forge.addPerson("rae");
  at.repository.setRole("rae", "read");
  await services.db.project.update({
    where: { id: ctx.project.id },
    data: { hostRepositoryId: String(at.repository.id) },
  });
});
test.afterAll(({ at }) => at.forge.delivered());

test("a push to the base makes the site stale, one to another branch does not", async ({
  at,
  services,
  ctx,
  settle,
  indexRequests,
}) => {
  const other = await seedProject(services, { repository: "http://127.0.0.1:9/acme/other" });
  await settle();
  const before = await indexRequests(ctx);

  await at.repository.commit({ "draft.md": "Draft\n" }, { branch: "elsewhere", by: "ada" });
  await settle();
  expect(await indexRequests(ctx)).toBe(before);
  await at.repository.commit({ "docs.md": "# Pushed\n" }, { by: "ada" });
  await settle();

  expect(await indexRequests(ctx)).toBe(before + 1);
  expect(await indexRequests(other)).toBe(0);
});

test("a push has the automations looked at that follow its branch, and no others", async ({
  at,
  services,
  ctx,
  settle,
}) => {
  const { db } = services;
  const later = new Date(Date.now() + 3_600_000);
  const follow = async (ctx: ProjectContext, name: string) => {
    const { id: automationId } = await createAutomation(
      ctx,
      parseInput(AutomationDefinition, { name, on: { merge: { source: "app" }, push: {} }, prompt: "Follow it." }),
    );
    await db.automationPosition.updateMany({ where: { automationId }, data: { nextPollAt: later } });
    return async () => {
      const rows = await db.automationPosition.findMany({ where: { automationId, nextPollAt: { lt: later } } });
      return rows.map(({ source }) => source).sort();
    };
  };
  const other = await seedProject(services, { repository: "http://127.0.0.1:9/acme/elsewhere" });
  const source = { host: "github", repository: at.repository.url(), createdAt: new Date() };
  await db.source.create({
    data: {
      ...source,
      id: "src_main",
      projectId: ctx.project.id,
      name: "app",
      ref: "main",
      hostRepositoryId: String(at.repository.id),
    },
  });
  await db.source.create({
    data: { ...source, id: "src_next", projectId: other.project.id, name: "app", ref: "next" },
  });
  const [own, elsewhere] = [await follow(ctx, "own"), await follow(other, "elsewhere")];

  await at.repository.commit({ "next.md": "Next\n" }, { branch: "next", by: "ada" });
  await settle();
  expect([await own(), await elsewhere()]).toEqual([[], ["app"]]);
  await at.repository.commit({ "docs.md": "# Pushed again\n" }, { by: "ada" });
  await settle();

  expect([await own(), await elsewhere()]).toEqual([["", "app"], ["app"]]);
  await db.automation.deleteMany();
  await db.source.deleteMany();
});

test("a job hears that its pull request was closed, opened again and merged, and by whom", async ({
  at,
  services,
  ctx,
  settle,
  keyOfForge,
  seedPull,
  pullRequestEvents,
  indexRequests,
}) => {
  const { job, number } = await seedPull("ends");
  const before = await indexRequests(ctx);

  await at.repository.closePull(number, "ada");
  await settle();
  await at.repository.reopenPull(number, "ada");
  await settle();
  await at.repository.merge(number, "ada");
  await settle();

  expect(await pullRequestEvents(job.id)).toMatchObject([
    { type: "pull_request.closed", data: { number, by: "ada" } },
    { type: "pull_request.reopened", data: { number, by: "ada" } },
    { type: "pull_request.merged", data: { number, by: "ada", title: "Title of ends" } },
  ]);
  const where = { projectId_repositoryKey_number: { projectId: ctx.project.id, repositoryKey: keyOfForge(), number } };
  expect(await services.db.pullRequest.findUnique({ where })).toMatchObject({ state: "merged" });
  expect(await indexRequests(ctx)).toBeGreaterThan(before);
});

test("a job hears of a person's push, and not of its own", async ({ at, settle, seedPull, pullRequestEvents }) => {
  const { job, number } = await seedPull("pushed");

  await at.repository.commit({ "pushed.md": "Own\n" }, { branch: "pushed", by: "docsteward[bot]" });
  await settle();
  expect(await pullRequestEvents(job.id)).toEqual([]);
  const commit = await at.repository.commit({ "pushed.md": "Theirs\n" }, { branch: "pushed", by: "ada" });
  await settle();

  expect(await pullRequestEvents(job.id)).toMatchObject([
    { type: "pull_request.pushed", data: { number, commit, by: "ada" } },
  ]);
});

test("an event that comes twice, or again under another id, happens once", async ({
  at,
  services,
  settle,
  seedPull,
  pullRequestEvents,
}) => {
  const { job, number } = await seedPull("twice");
  await at.repository.closePull(number, "ada");
  await settle();
  const delivery = at.forge.deliveries.at(-1);
  if (!delivery) throw new Error("Nothing was delivered.");

  await Promise.all([at.forge.redeliver(delivery), at.forge.redeliver(delivery)]);
  await at.forge.redeliver({ ...delivery, guid: "another-id" });
  await settle();

  expect(await pullRequestEvents(job.id)).toHaveLength(1);
  expect(await services.db.gitHubDelivery.count({ where: { id: "another-id" } })).toBe(0);
});

test("events in the wrong order leave things as they stand at GitHub", async ({
  at,
  services,
  ctx,
  keyOfForge,
  seedPull,
  pullRequestEvents,
}) => {
  const { job, number } = await seedPull("order");
  await at.repository.closePull(number, "ada");
  await at.repository.reopenPull(number, "ada");
  await at.forge.delivered();
  const waiting = await services.db.gitHubDelivery.findMany({ where: { handledAt: null } });

  for (const { id } of waiting.reverse()) await handleGitHubEvent(services, { deliveryId: id });

  expect(await pullRequestEvents(job.id)).toEqual([]);
  const where = { projectId_repositoryKey_number: { projectId: ctx.project.id, repositoryKey: keyOfForge(), number } };
  expect(await services.db.pullRequest.findUnique({ where })).toMatchObject({ state: "open" });
});

test("a comment that speaks to the App is a message, from people who may write", async ({
  at,
  services,
  settle,
  seedPull,
  messages,
  answersOf,
}) => {
  const { job, number } = await seedPull("comment");

  at.repository.comment(number, "@docsteward delete everything", "rae");
  at.repository.comment(number, "What would @docsteward-admins say?", "ada");
  await settle();
  expect(await messages(job.id)).toHaveLength(1);
  at.repository.comment(number, "@docsteward Also fix the title.", "ada");
  await settle();

  expect((await messages(job.id)).map(({ content }) => content)).toEqual(["Fix the typo", "Also fix the title."]);
  expect(await services.db.job.findUnique({ where: { id: job.id } })).toMatchObject({ status: "active" });
  expect(answersOf(number)).toEqual([]);
});

test("the job and the audit log name who asked by a comment", async ({ at, ctx, settle, seedPull }) => {
  const { job, number } = await seedPull("asked");

  at.repository.comment(number, "@docsteward Also fix the title.", "ada");
  await settle();

  const received = (await listEvents(ctx, { id: job.id })).filter(({ type }) => type === "message.received");
  expect(received).toMatchObject([{ data: { content: "Also fix the title.", by: "@ada" } }]);
  const { events } = await listAuditViews(ctx, {});
  expect(events[0]).toMatchObject({ by: "@ada", action: "github.message_taken", targetId: job.id });
});

test("a comment that was answered is not asked again by an event whose record was deleted", async ({
  at,
  services,
  settle,
  seedPull,
  messages,
  answersOf,
}) => {
  const { job, number } = await seedPull("kept");
  at.repository.comment(number, "@docsteward Shorten it.", "ada");
  await settle();
  await services.db.job.update({ where: { id: job.id }, data: { status: "completed", messageToUser: "Shorter." } });
  await replyToComments(services, { jobId: job.id });
  const kept = at.forge.deliveries.findLast(({ event }) => event === "issue_comment");
  if (!kept) throw new Error("The comment was not delivered.");
  await services.db.gitHubDelivery.deleteMany();
  await services.db.idempotencyKey.deleteMany();

  await at.forge.redeliver(kept);
  await settle();

  expect(await messages(job.id)).toHaveLength(2);
  expect(answersOf(number)).toHaveLength(1);
});

test("it is answered once when the job has come to rest, however often that is tried", async ({
  at,
  services,
  settle,
  seedPull,
  answersOf,
}) => {
  const { job, number } = await seedPull("answer");
  at.repository.comment(number, "@docsteward Shorten it.", "ada");
  await settle();
  await replyToComments(services, { jobId: job.id });
  expect(answersOf(number)).toEqual([]);
  await services.db.job.update({
    where: { id: job.id },
    data: { status: "completed", messageToUser: "It is shorter." },
  });

  // The answer arrives, and its confirmation is lost.
  at.forge.addFault({ kind: "cut_after", at: "POST /repos/{owner}/{repo}/issues/{issue_number}/comments" });
  await replyToComments(services, { jobId: job.id }).catch(() => undefined);
  await services.db.gitHubMention.updateMany({ where: { jobId: job.id }, data: { answeredAt: null } });
  await replyToComments(services, { jobId: job.id });
  await replyToComments(services, { jobId: job.id });

  const [answer, ...more] = answersOf(number);
  expect(more).toEqual([]);
  expect(answer?.body).toMatch(/^@ada\n\nIt is shorter\.\n\n\[The job\]\(http:\/\/docsteward\.test\/.+\/jobs\/job_/);
});

test("a comment to a job that takes none is answered with the reason", async ({
  at,
  services,
  settle,
  seedPull,
  messages,
  answersOf,
}) => {
  const { job, number } = await seedPull("archived");
  await services.db.job.update({ where: { id: job.id }, data: { archivedAt: new Date() } });

  at.repository.comment(number, "@docsteward Shorten it.", "ada");
  await settle();

  expect(answersOf(number)).toMatchObject([{ body: expect.stringContaining("This job is archived.") as string }]);
  expect(await messages(job.id)).toHaveLength(1);
});

test("a comment on another project's pull request of the same number is not its job's", async ({
  at,
  services,
  settle,
  seedPull,
}) => {
  const { number } = await seedPull("tenant");
  const other = await seedProject(services, { repository: "http://127.0.0.1:9/acme/other" });
  const job = await seedJob(other, { status: "completed" });
  const { id: projectId, repository } = other.project;
  const of = { repository, repositoryKey: repositoryKey(other.project) };
  const row = { id: "pr_other", projectId, ...of, number, jobId: job.id };
  const texts = { title: "", body: "", branch: "b", baseRef: "main", baseSha: "", headSha: "" };
  await services.db.pullRequest.create({ data: { ...row, ...texts } });

  at.repository.comment(number, "@docsteward Shorten it.", "ada");
  await at.repository.closePull(number, "ada");
  await settle();

  expect(await services.db.jobMessage.count({ where: { jobId: job.id } })).toBe(1);
  expect(await services.db.pullRequest.findUnique({ where: { id: "pr_other" } })).toMatchObject({ state: "open" });
});

test("an event waits while GitHub is away, and ends when nothing can follow from it", async ({
  at,
  services,
  seedPull,
  pullRequestEvents,
}) => {
  const { job, number } = await seedPull("away");
  await at.repository.closePull(number, "ada");
  await at.forge.delivered();
  const { id } = await services.db.gitHubDelivery.findFirstOrThrow({ where: { handledAt: null } });
  const route = "GET /repos/{owner}/{repo}/pulls/{pull_number}";

  at.forge.addFault({ kind: "primary_limit", at: route, seconds: 3_600 });
  await expect(handleGitHubEvent(services, { deliveryId: id })).rejects.toMatchObject({ code: "limit_reached" });
  expect(await pullRequestEvents(job.id)).toEqual([]);
  at.forge.clearFaults();
  await handleGitHubEvent(services, { deliveryId: id });

  expect(await pullRequestEvents(job.id)).toHaveLength(1);
});

test("projects and their jobs follow a repository to its new name", async ({ at, services, ctx, settle }) => {
  const job = await seedJob(ctx, { status: "completed" });
  const old = at.repository.url();

  at.repository.rename("handbook");
  await settle();

  const renamed = old.replace(/docs$/, "handbook");
  expect(await services.db.project.findUnique({ where: { id: ctx.project.id } })).toMatchObject({
    repository: renamed,
  });
  expect(await services.db.job.findUnique({ where: { id: job.id } })).toMatchObject({ repository: renamed });
  const { events } = await listAuditViews(ctx, {});
  expect(events[0]).toMatchObject({ by: "Docsteward", action: "project.updated", details: { repository: renamed } });
  at.repository.rename("docs");
  await settle();
});

test("what the App may see is known as it changes: selected, suspended, uninstalled", async ({
  at,
  services,
  settle,
}) => {
  const seen = async () => {
    await settle();
    const found = await services.db.gitHubInstallation.findMany({ include: { repositories: true } });
    return found.map(({ suspendedAt, repositories }) => ({
      isSuspended: suspendedAt !== null,
      repositories: repositories.length,
    }));
  };

  at.forge.select(at.installation, []);
  expect(await seen()).toEqual([{ isSuspended: false, repositories: 0 }]);
  at.forge.select(at.installation, [at.repository]);
  expect(await seen()).toEqual([{ isSuspended: false, repositories: 1 }]);
  at.forge.suspend(at.installation);
  expect(await seen()).toEqual([{ isSuspended: true, repositories: 0 }]);
  at.forge.uninstall(at.installation);
  expect(await seen()).toEqual([]);
});

test("the queue brings an event to where it is worked on, and it is forgotten after a week", async ({ services }) => {
  const worked: unknown[] = [];
  await services.queue.github.work(async (task) => void worked.push(task));
  const [delivery] = await services.db.gitHubDelivery.findMany({ orderBy: { receivedAt: "asc" }, take: 1 });

  await expect.poll(() => worked).toContainEqual({ deliveryId: delivery?.id });

  expect(delivery?.facts).toBeNull();
  await services.db.gitHubDelivery.updateMany({ data: { receivedAt: new Date("2020-01-01") } });
  await deleteOldGitHubEvents(services);
  expect(await services.db.gitHubDelivery.count()).toBe(0);
});
