import { expect } from "vitest";
import { createJob } from "./job/create.ts";
import { consumeLimits } from "./limit/consume.ts";
import { deleteOldJobs, purgeExpired } from "./purge-expired.ts";
import { createLink } from "./sign-in/link.ts";
import { recordGitHubPerson } from "./sign-in/providers.ts";
import { isStatementWaiting, seedJob, seedKey, seedMember, seedProject, seedSession } from "./testing.ts";
import { servicesTest } from "./testing-fixtures.ts";

const test = servicesTest();

const inDays = (days: number) => ({ now: () => new Date(Date.now() + days * 86_400_000) });

test("expired rows are deleted, and nothing else", async ({ services }) => {
  const ctx = await seedProject(services);
  await consumeLimits(ctx, ["agent-hour", "key-month"]);
  await createJob(ctx, { prompt: "p", idempotencyKey: "k" });

  await purgeExpired({ ...services, clock: inDays(0.5) });
  expect(await services.db.idempotencyKey.count()).toBe(1);
  await purgeExpired({ ...services, clock: inDays(2) });

  expect(await services.db.idempotencyKey.count()).toBe(0);
  expect(await services.db.limitCounter.findMany()).toMatchObject([{ key: expect.stringMatching(/^key-month:/) }]);
  expect(await services.db.jobEvent.count()).toBe(1);
  await purgeExpired({ ...services, clock: inDays(32) });
  expect(await services.db.limitCounter.count()).toBe(0);
});

test("the GitHub name of a person without an account here is deleted after a day", async ({ services }) => {
  const { id: userId } = await seedMember(services);
  await recordGitHubPerson(services, { id: 1, login: "ada" });
  await recordGitHubPerson(services, { id: 2, login: "stranger" });
  await services.db.userAccount.create({
    data: { id: "acc_ada", userId, providerId: "github", accountId: "1", updatedAt: new Date() },
  });

  await purgeExpired({ ...services, clock: inDays(0.5) });
  expect(await services.db.gitHubPerson.count()).toBe(2);
  await purgeExpired({ ...services, clock: inDays(2) });

  expect(await services.db.gitHubPerson.findMany()).toMatchObject([{ login: "ada" }]);
});

test("sessions and links whose time is over are deleted, and those in use are not", async ({ services }) => {
  const { id: userId } = await seedMember(services);
  await seedSession(services, { userId });
  await createLink(services, { purpose: "password", userId, lifetimeMs: 86_400_000 });

  await purgeExpired({ ...services, clock: inDays(0.5) });
  expect([await services.db.userSession.count(), await services.db.signInLink.count()]).toEqual([1, 1]);
  await purgeExpired({ ...services, clock: inDays(29) });
  expect([await services.db.userSession.count(), await services.db.signInLink.count()]).toEqual([1, 0]);
  await purgeExpired({ ...services, clock: inDays(31) });

  expect(await services.db.userSession.count()).toBe(0);
});

test("ended jobs and audit entries are kept for good, or as long as the installation says", async ({ services }) => {
  const ctx = await seedProject(services);
  const endedAt = new Date();
  const seed = (data: object) => seedJob(ctx, { status: "completed", endedAt, ...data });
  const [old, open, active] = [await seed({}), await seed({}), await seed({ status: "active", endedAt: null })];
  const { repository } = ctx.project;
  const place = { number: 1, repository, repositoryKey: repository, branch: "x", baseRef: "main" };
  const pull = { ...place, title: "t", body: "b", baseSha: "1", headSha: "2" };
  await ctx.db.pullRequest.create({ data: { id: "pr_open", projectId: ctx.project.id, jobId: open.id, ...pull } });
  const entry = {
    organizationId: ctx.organization.id,
    actorKind: "operator",
    action: "key.created",
    targetId: "key_1",
  };
  await ctx.db.auditEvent.create({ data: { ...entry, id: "aud_old" } });
  const kept = async () => {
    const jobs = await ctx.db.job.findMany({ where: { projectId: ctx.project.id }, select: { id: true } });
    return [jobs.map(({ id }) => id).sort(), await ctx.db.auditEvent.count({ where: { id: "aud_old" } })];
  };
  const all = [old.id, open.id, active.id].sort();

  await purgeExpired({ ...services, clock: inDays(800) });
  expect(await kept()).toEqual([all, 1]);
  const limits = { jobRetentionDays: 700, auditRetentionDays: 700 };
  await purgeExpired({ ...services, ...limits, clock: inDays(600) });
  expect(await kept()).toEqual([all, 1]);
  await purgeExpired({ ...services, ...limits, clock: inDays(800) });

  expect(await kept()).toEqual([[open.id, active.id].sort(), 0]);
  expect(await ctx.db.jobMessage.count({ where: { jobId: old.id } })).toBe(0);
});

test("deprecated calls, answered comments and old eval runs are deleted, also when they fill several batches", async ({
  services,
}) => {
  const ctx = await seedProject(services);
  const job = await seedJob(ctx);
  const { id: projectId } = ctx.project;
  const key = await seedKey(ctx);
  await ctx.db.deprecatedCall.create({ data: { keyId: key.id, day: new Date(), operation: "v1", count: 1 } });
  const mention = { projectId, jobId: job.id, number: 1, author: "ada", createdAt: new Date() };
  await ctx.db.gitHubMention.create({ data: { ...mention, id: "1", answeredAt: new Date() } });
  await ctx.db.gitHubMention.create({ data: { ...mention, id: "2" } });
  await ctx.db.evalRun.create({
    data: { id: "ev_1", projectId, source: "index", commit: "1", asked: 1, found: 1, createdAt: new Date() },
  });
  await ctx.db.$executeRaw`
    INSERT INTO "IdempotencyKey" ("projectId", operation, key, "bodyHash", "jobId")
    SELECT ${projectId}, 'job', n::text, '', ${job.id} FROM generate_series(1, 12000) n`;
  const counts = () =>
    Promise.all([
      ctx.db.deprecatedCall.count(),
      ctx.db.gitHubMention.count({ where: { projectId } }),
      ctx.db.evalRun.count(),
    ]);

  await purgeExpired({ ...services, clock: inDays(20) });
  expect(await counts()).toEqual([1, 2, 1]);
  expect(await ctx.db.idempotencyKey.count()).toBe(0);
  await purgeExpired({ ...services, clock: inDays(500) });

  expect(await counts()).toEqual([0, 1, 0]);
});

test("an old job that a person continues at that moment is not deleted", async ({ services }) => {
  const ctx = await seedProject(services);
  const { id } = await seedJob(ctx, { status: "completed", endedAt: new Date() });

  const purge = await services.db.$transaction(
    async (tx) => {
      await tx.job.update({ where: { id }, data: { status: "active", endedAt: null } });
      const result = deleteOldJobs({ ...services, jobRetentionDays: 1, clock: inDays(2) });
      await expect.poll(() => isStatementWaiting(services)).toBe(true);
      return { result };
    },
    { timeout: 60_000 },
  );

  expect(await purge.result).toBe(0);
  expect(await services.db.job.count({ where: { id } })).toBe(1);
});
