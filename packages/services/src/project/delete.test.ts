import { access } from "node:fs/promises";
import { join } from "node:path";
import { openRepositoryCache } from "@docsteward/git/cache/repository-cache";
import { localAccess } from "@docsteward/git/local/access";
import { makeRepository } from "@docsteward/git/testing";
import { expect } from "vitest";
import { listAuditEvents } from "../audit/list.ts";
import type { ProjectContext } from "../context.ts";
import { appendToJournal } from "../job/journal.ts";
import { claimJob } from "../job/lease.ts";
import { LeaseLostError } from "../lease.ts";
import { consumeLimits } from "../limit/consume.ts";
import { setLimit } from "../limit/quotas.ts";
import { setModelProvider } from "../model-provider/providers.ts";
import { repositoryKey } from "../repository-use.ts";
import { seedSite } from "../site/testing-site.ts";
import { seedJob, seedKey, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { startTurn } from "../thread/turn.ts";
import { createWebhook } from "../webhook/endpoints.ts";
import { pingWebhook } from "../webhook/publish.ts";
import { deleteProject } from "./delete.ts";

const test = servicesTest()
  /** A project with something of everything. */
  .extend(
    "seedWhole",
    { scope: "file" },
    ({ services }) =>
      async (options: Parameters<typeof seedProject>[1] = {}): Promise<ProjectContext> => {
        const ctx = await seedProject(services, options);
        const { id: projectId } = ctx.project;
        await seedJob(ctx);
        const key = await seedKey(ctx, { kind: "assistant" });
        await setLimit(ctx, { keyId: key.id, name: "key-month", quota: 7 });
        await consumeLimits({ ...ctx, actor: { kind: "key", keyId: key.id } }, ["key-month", "agent-hour"]);
        await setModelProvider(ctx, {
          owner: "project",
          provider: "anthropic",
          modelId: "a",
          opusModelId: "b",
          apiKey: "k",
        });
        const { webhook } = await createWebhook(ctx, { url: "https://example.com/hook" });
        await pingWebhook(ctx, { id: webhook.id });
        await seedSite(ctx, [{ path: "/a", title: "A", text: "About A." }]);
        const turn = {
          id: `msg_${projectId}`,
          fp: "f",
          threadId: "t",
          isIssued: false,
          question: "?",
          commit: "1",
          model: "m",
        };
        await startTurn(ctx, turn);
        await ctx.db.costCounter.create({ data: { scope: `project:${projectId}`, month: "2026-11", microUsd: 1 } });
        const pull = { number: 1, title: "t", body: "b", branch: "x", baseRef: "main", baseSha: "1", headSha: "2" };
        const at = { repository: ctx.project.repository, repositoryKey: repositoryKey(ctx.project) };
        await ctx.db.pullRequest.create({ data: { id: `pr_${projectId}`, projectId, ...at, ...pull } });
        return ctx;
      },
  )
  /** How many rows of each table name the project or one of its keys anywhere. */
  .extend(
    "countMentions",
    { scope: "file" },
    ({ services }) =>
      async (texts: string[]): Promise<Record<string, number>> => {
        const tables = await services.db.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;
        const found: Record<string, number> = {};
        for (const { name } of tables) {
          const [row] = await services.db.$queryRawUnsafe<{ count: number }[]>(
            `SELECT count(*)::int AS count FROM "${name}" AS line WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE position(text IN line::text) > 0)`,
            texts,
          );
          if (row?.count) found[name] = row.count;
        }
        return found;
      },
  );

test("nothing of a project is left in any table but the audit trail, and nothing of others is gone", async ({
  seedWhole,
  countMentions,
}) => {
  const ctx = await seedWhole();
  const sibling = await seedWhole({ organizationId: ctx.project.organizationId });
  const admin = await seedKey(ctx);
  const mentioned = async ({ project, db }: ProjectContext) => {
    const keys = await db.apiKey.findMany({ where: { projectId: project.id } });
    return [project.id, ...keys.map(({ id }) => id)];
  };
  const [mine, theirs] = [await mentioned(ctx), await mentioned(sibling)];
  const before = await countMentions(theirs);
  expect(Object.keys(await countMentions(mine)).length).toBeGreaterThan(10);

  await deleteProject(ctx, { typed: ctx.project.domain });

  expect(Object.keys(await countMentions(mine))).toEqual(["AuditEvent"]);
  expect(await countMentions(theirs)).toEqual(before);
  expect(await ctx.db.apiKey.findUnique({ where: { id: admin.id } })).toMatchObject({ revokedAt: null });
  const [event] = await listAuditEvents(ctx);
  expect(event).toMatchObject({ action: "project.deleted", targetId: ctx.project.id });
});

test("a worker with a job of it gets a stop signal, and can write nothing more", async ({ services }) => {
  const ctx = await seedProject(services);
  const { id } = await seedJob(ctx);
  await claimJob(services, { id });
  const cancelled = Promise.withResolvers<string | null>();
  const stop = services.notifier.subscribe("cancel", cancelled.resolve);

  await deleteProject(ctx, { typed: ctx.project.domain });

  expect(await cancelled.promise).toBe(id);
  stop();
  const lease = { kind: "job", id, attempt: 1 } as const;
  const entry = { id: "rec_1", entries: [], events: [], patch: {} };
  await expect(appendToJournal(services, { lease, ...entry })).rejects.toThrow(LeaseLostError);
});

test("its pages answer no more", async ({ services }) => {
  const ctx = await seedProject(services);
  await seedSite(ctx, [{ path: "/a", title: "A", text: "About A." }]);
  expect(await services.sites.open(ctx.project.id)).not.toBeNull();

  await deleteProject(ctx, { typed: ctx.project.domain });

  expect(await services.sites.open(ctx.project.id)).toBeNull();
});

test("the copy of its repository leaves the disk with the last project that works on it", async ({ services }) => {
  await using repository = await makeRepository({ "index.md": "# Hello\n" });
  const [first, last] = [
    await seedProject(services, { repository: repository.url }),
    await seedProject(services, { repository: repository.url }),
  ];
  const toRepository = async () => localAccess(repository.url);
  using cache = await openRepositoryCache({
    dataDir: services.dataDir,
    repository: repository.url,
    access: toRepository,
  });
  cache.close();
  const isThere = () =>
    access(join(cache.gitDir, "HEAD")).then(
      () => true,
      () => false,
    );

  await deleteProject(first, { typed: first.project.domain });
  expect(await isThere()).toBe(true);
  await deleteProject(last, { typed: last.project.domain });

  expect(await isThere()).toBe(false);
});

test("another name than the project's deletes nothing", async ({ services }) => {
  const ctx = await seedProject(services);
  const other = await seedProject(services);

  await expect(deleteProject(ctx, { typed: other.project.domain })).rejects.toMatchObject({ code: "invalid_request" });

  expect(await ctx.db.project.count({ where: { id: { in: [ctx.project.id, other.project.id] } } })).toBe(2);
});
