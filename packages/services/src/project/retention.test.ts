import { expect } from "vitest";
import type { ProjectContext } from "../context.ts";
import { deleteOldDeliveries, deleteOldEvents, deleteOldThreads } from "../purge-expired.ts";
import { seedJob, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { startTurn } from "../thread/turn.ts";
import { createWebhook } from "../webhook/endpoints.ts";
import { pingWebhook } from "../webhook/publish.ts";
import { resolveRetention, updateProject } from "./update.ts";

const test = servicesTest()
  .extend("inDays", { scope: "file" }, ({ services }) => (days: number) => {
    return { ...services, clock: { now: () => new Date(Date.now() + days * DAY_MS) } };
  })
  .extend("seedPast", { scope: "file" }, ({ services }) => async () => {
    const ctx = await seedProject(services);
    await seedJob(ctx, { status: "completed" });
    const turn = {
      id: `msg_${ctx.project.id}`,
      threadId: "t",
      isIssued: false,
      question: "?",
      commit: "1",
      model: "m",
    };
    await startTurn(ctx, { ...turn, fp: "ada" });
    const { webhook } = await createWebhook(ctx, { url: "https://example.com/hook" });
    await pingWebhook(ctx, { id: webhook.id });
    await ctx.db.webhookDelivery.updateMany({ where: { endpointId: webhook.id }, data: { state: "delivered" } });
    return ctx;
  });

const DAY_MS = 86_400_000;

const kept = async ({ db, project: { id: projectId } }: ProjectContext) =>
  Promise.all([
    db.jobEvent.count({ where: { job: { projectId } } }),
    db.webhookDelivery.count({ where: { endpoint: { projectId } } }),
    db.thread.count({ where: { projectId } }),
  ]);

test("a project keeps what happened for less long than others when it says so", async ({
  services,
  inDays,
  seedPast,
}) => {
  const [shorter, plain] = [await seedPast(), await seedPast()];
  const project = await updateProject(shorter, { eventRetentionDays: 7, threadRetentionDays: 14 });
  const clear = async (days: number) => {
    const later = inDays(days);
    for (const work of [deleteOldEvents, deleteOldDeliveries, deleteOldThreads]) await work(later);
  };

  expect(resolveRetention(services, project)).toMatchObject({
    events: { own: 7, days: 7 },
    threads: { own: 14, days: 14 },
  });
  await clear(8);
  expect([await kept(shorter), await kept(plain)]).toEqual([
    [0, 0, 1],
    [1, 1, 1],
  ]);
  await clear(15);
  expect((await kept(shorter))[2]).toBe(0);
  expect(await kept(plain)).toEqual([1, 1, 1]);
});

test("nothing is kept longer than the installation keeps it", async ({ services }) => {
  const ctx = await seedProject(services);

  for (const days of [0, 31, 1.5]) {
    await expect(updateProject(ctx, { eventRetentionDays: days })).rejects.toThrow("Enter 1 to 30");
  }
  const project = { eventRetentionDays: 30, threadRetentionDays: null };
  expect(resolveRetention({ eventRetentionDays: 10, threadRetentionDays: 90 }, project)).toMatchObject({
    events: { installation: 10, days: 10 },
    threads: { own: null, days: 90 },
  });
});
