import { fixedClock, systemClock } from "@docsteward/platform/clock";
import { expect } from "vitest";
import { inTransaction, type ProjectContext } from "../context.ts";
import { deleteOldDeliveries } from "../purge-expired.ts";
import { seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { deliverWebhook, RETRY_DELAYS_MS } from "./deliver.ts";
import { createWebhook, listWebhooks, rotateWebhookSecret, updateWebhook } from "./endpoints.ts";
import { listDeliveries } from "./list-deliveries.ts";
import type { PostSignedOptions } from "./post-signed.ts";
import { pingWebhook, publishEvent, redeliverWebhook, requeueOverdueDeliveries } from "./publish.ts";
import { startReceiver } from "./testing-receiver.ts";

const DAY_MS = 86_400_000;
const webhooks = { allowedNetworks: ["127.0.0.0/8"] };
const test = servicesTest({ webhooks }).extend("withClock", { scope: "file" }, ({ services }) => async () => {
  const ctx = await seedProject(services);
  const clock = fixedClock(systemClock.now());
  return { ctx: { ...ctx, clock }, clock };
});

const indexed = (ctx: ProjectContext) =>
  ({
    type: "index.updated",
    data: { projectId: ctx.project.id, commit: "c0ffee", pages: 3 },
  }) as const;

async function tell(ctx: ProjectContext) {
  const projectId = ctx.project.id;
  await inTransaction(ctx, (ctx) => publishEvent(ctx, { projectId, event: indexed(ctx) }));
}

/** Makes the try that a delivery is due for. */
async function deliver(ctx: ProjectContext, deliveryId: string, options?: PostSignedOptions) {
  const { nextAttemptAt } = await ctx.db.webhookDelivery.findUniqueOrThrow({ where: { id: deliveryId } });
  if (nextAttemptAt) await deliverWebhook(ctx, { deliveryId, due: nextAttemptAt, ...options });
}

async function newestOf(ctx: ProjectContext, id: string) {
  const [newest] = await listDeliveries(ctx, { id });
  if (!newest) throw new Error("There is no delivery.");
  return newest;
}

test("an event reaches the endpoint once, signed so that the standard's own library accepts it", async ({
  services,
}) => {
  await using receiver = await startReceiver();
  const ctx = await seedProject(services);
  const { webhook, secret } = await createWebhook(ctx, { url: receiver.url });
  await tell(ctx);
  const { id } = await newestOf(ctx, webhook.id);

  const { createdAt: due } = await newestOf(ctx, webhook.id);
  for (let taken = 0; taken < 2; taken += 1) await deliverWebhook(ctx, { deliveryId: id, due });

  const [received, ...others] = receiver.received;
  if (!received) throw new Error("Nothing was received.");
  expect(others).toEqual([]);
  expect(receiver.verify(secret, received)).toMatchObject(indexed(ctx));
  expect(() => receiver.verify(secret, { ...received, body: received.body.replace("c0ffee", "coffee") })).toThrow();
  expect(received.headers).toMatchObject({ "webhook-id": id, "content-type": "application/json" });
  expect(await newestOf(ctx, webhook.id)).toMatchObject({
    state: "delivered",
    nextAttemptAt: null,
    attempts: [{ status: 204, error: null }],
  });
});

test("only endpoints that want an event get it, and none of another project", async ({ services }) => {
  const ctx = await seedProject(services);
  const stranger = await seedProject(services);
  const url = "https://example.com/hooks";
  const wanting = await createWebhook(ctx, { url, events: ["index.updated", "job.failed"] });
  const all = await createWebhook(ctx, { url });
  const other = await createWebhook(ctx, { url, events: ["job.created"] });
  const paused = await createWebhook(ctx, { url });
  await updateWebhook(ctx, { id: paused.webhook.id, isPaused: true });
  const foreign = await createWebhook(stranger, { url });

  await tell(ctx);

  for (const { webhook } of [wanting, all]) expect(await listDeliveries(ctx, { id: webhook.id })).toHaveLength(1);
  for (const { webhook } of [other, paused]) expect(await listDeliveries(ctx, { id: webhook.id })).toEqual([]);
  expect(await listDeliveries(stranger, { id: foreign.webhook.id })).toEqual([]);
});

test("an event of a transaction that fails is not delivered", async ({ services }) => {
  const ctx = await seedProject(services);
  const { webhook } = await createWebhook(ctx, { url: "https://example.com/hooks" });

  const failed = inTransaction(ctx, async (ctx) => {
    await publishEvent(ctx, { projectId: ctx.project.id, event: indexed(ctx) });
    throw new Error("It went wrong after all.");
  });

  await expect(failed).rejects.toThrow("after all");
  expect(await listDeliveries(ctx, { id: webhook.id })).toEqual([]);
});

test("a failure is tried again later, under the same id, and a success ends it", async ({ withClock }) => {
  await using receiver = await startReceiver();
  const { ctx, clock } = await withClock();
  const { webhook } = await createWebhook(ctx, { url: receiver.url });
  await tell(ctx);
  const { id } = await newestOf(ctx, webhook.id);
  receiver.answerWith(500);

  await deliver(ctx, id);

  const waiting = await newestOf(ctx, webhook.id);
  expect(waiting).toMatchObject({
    state: "pending",
    attempts: [{ status: 500, response: "So it is.", error: "The endpoint returned 500." }],
  });
  const waitsMs = Number(waiting.nextAttemptAt) - clock.now().getTime();
  expect(waitsMs).toBeGreaterThanOrEqual(RETRY_DELAYS_MS[0]);
  expect(waitsMs).toBeLessThanOrEqual(1.1 * RETRY_DELAYS_MS[0]);
  expect((await listWebhooks(ctx))[0]).toMatchObject({ state: "failing", failingSince: clock.now() });
  await deliver(ctx, id);
  expect(await newestOf(ctx, webhook.id)).toMatchObject({ state: "delivered" });
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([id]));
  expect((await listWebhooks(ctx))[0]?.state).toBe("active");
});

test("an endpoint that asks to wait is not tried sooner", async ({ withClock }) => {
  await using receiver = await startReceiver();
  const { ctx, clock } = await withClock();
  const { webhook } = await createWebhook(ctx, { url: receiver.url });
  await tell(ctx);
  receiver.answerWithHeaders(429, { "retry-after": "600" });

  await deliver(ctx, (await newestOf(ctx, webhook.id)).id);

  expect(Number((await newestOf(ctx, webhook.id)).nextAttemptAt) - clock.now().getTime()).toBe(600_000);
});

test("after eight attempts a delivery has failed, and can be sent again", async ({ withClock }) => {
  await using receiver = await startReceiver();
  const { ctx } = await withClock();
  const { webhook } = await createWebhook(ctx, { url: receiver.url });
  await tell(ctx);
  const { id } = await newestOf(ctx, webhook.id);
  receiver.answerWith(...Array(8).fill(503));

  for (let attempt = 0; attempt < 10; attempt += 1) await deliver(ctx, id);

  expect(receiver.received).toHaveLength(8);
  expect(await newestOf(ctx, webhook.id)).toMatchObject({ state: "failed", nextAttemptAt: null });
  await redeliverWebhook(ctx, { deliveryId: id });
  await deliver(ctx, id);
  expect(await newestOf(ctx, webhook.id)).toMatchObject({ state: "delivered" });
});

test("a delivery that is sent again while an attempt of it waits is sent once, and keeps its attempts", async ({
  withClock,
}) => {
  await using receiver = await startReceiver();
  const { ctx, clock } = await withClock();
  const { webhook } = await createWebhook(ctx, { url: receiver.url });
  await tell(ctx);
  receiver.answerWith(500);
  const { id } = await newestOf(ctx, webhook.id);
  await deliver(ctx, id);
  const { nextAttemptAt } = await newestOf(ctx, webhook.id);
  if (!nextAttemptAt) throw new Error("No attempt waits.");
  clock.advance(1_000);
  await redeliverWebhook(ctx, { deliveryId: id });

  await deliverWebhook(ctx, { deliveryId: id, due: nextAttemptAt });
  expect(receiver.received).toHaveLength(1);
  await deliver(ctx, id);

  expect(receiver.received).toHaveLength(2);
  expect(await ctx.db.webhookDelivery.findUnique({ where: { id } })).toMatchObject({
    state: "delivered",
    attemptCount: 1,
  });
});

test("an endpoint that was resumed while a try was on its way stays so", async ({ withClock }) => {
  const { ctx } = await withClock();
  const { webhook } = await createWebhook(ctx, { url: "https://example.com/hooks" });
  const failingSince = new Date(ctx.clock.now().getTime() - 6 * DAY_MS);
  await ctx.db.webhookEndpoint.update({ where: { id: webhook.id }, data: { failingSince } });
  await tell(ctx);
  const resolve = async () => {
    await updateWebhook(ctx, { id: webhook.id, isPaused: false });
    return [{ address: "10.0.0.1", family: 4 }];
  };

  await deliver(ctx, (await newestOf(ctx, webhook.id)).id, { resolve });

  expect((await listWebhooks(ctx))[0]).toMatchObject({ state: "failing", failingSince: ctx.clock.now() });
});

test("an endpoint that has failed for five days is paused and says why; what waited is not sent", async ({
  withClock,
}) => {
  await using receiver = await startReceiver();
  const { ctx, clock } = await withClock();
  const { webhook } = await createWebhook(ctx, { url: receiver.url });
  await tell(ctx);
  const first = await newestOf(ctx, webhook.id);
  await tell(ctx);
  const second = await newestOf(ctx, webhook.id);
  receiver.answerWith(500, 500);
  await deliver(ctx, first.id);
  clock.advance(5 * DAY_MS);

  await deliver(ctx, first.id);
  await deliver(ctx, second.id);

  expect(receiver.received).toHaveLength(2);
  expect((await listWebhooks(ctx))[0]).toMatchObject({
    state: "paused",
    pausedReason: "Deliveries failed for 5 days. The endpoint returned 500.",
  });
  expect(await newestOf(ctx, webhook.id)).toMatchObject({
    state: "failed",
    attempts: [{ status: null, error: "Nothing was sent: the webhook is paused." }],
  });
  expect(
    await ctx.db.auditEvent.findFirst({ where: { targetId: webhook.id, action: "webhook.paused" } }),
  ).toMatchObject({
    organizationId: ctx.project.organizationId,
    actorKind: "service",
  });
  await expect(redeliverWebhook(ctx, { deliveryId: first.id })).rejects.toMatchObject({ code: "conflict" });
  await updateWebhook(ctx, { id: webhook.id, isPaused: false });
  await redeliverWebhook(ctx, { deliveryId: first.id });
});

test("an endpoint that says it is gone is paused immediately, and a ping still reaches it", async ({ services }) => {
  await using receiver = await startReceiver();
  const ctx = await seedProject(services);
  const { webhook } = await createWebhook(ctx, { url: receiver.url });
  await tell(ctx);
  receiver.answerWith(410);

  await deliver(ctx, (await newestOf(ctx, webhook.id)).id);

  expect((await listWebhooks(ctx))[0]).toMatchObject({ state: "paused" });
  const { deliveryId } = await pingWebhook(ctx, { id: webhook.id });
  await deliver(ctx, deliveryId);
  expect(await newestOf(ctx, webhook.id)).toMatchObject({ type: "webhook.ping", state: "delivered" });
});

test("for a day after a rotation both secrets hold, then only the new one", async ({ services }) => {
  await using receiver = await startReceiver();
  const ctx = await seedProject(services);
  const { webhook, secret: old } = await createWebhook(ctx, { url: receiver.url });
  const { secret } = await rotateWebhookSecret(ctx, { id: webhook.id });
  const deliverOne = async () => {
    const { deliveryId } = await pingWebhook(ctx, { id: webhook.id });
    await deliver(ctx, deliveryId);
    const received = receiver.received.at(-1);
    if (!received) throw new Error("Nothing was received.");
    return received;
  };

  const during = await deliverOne();
  await ctx.db.webhookEndpoint.update({
    where: { id: webhook.id },
    data: { previousSecretExpiresAt: ctx.clock.now() },
  });
  const after = await deliverOne();

  for (const each of [old, secret]) expect(receiver.verify(each, during)).toMatchObject({ type: "webhook.ping" });
  expect(receiver.verify(secret, after)).toMatchObject({ type: "webhook.ping" });
  expect(() => receiver.verify(old, after)).toThrow();
});

test("an endpoint whose name leads inside is never reached, and the log says why", async ({ services }) => {
  await using receiver = await startReceiver();
  const ctx = { ...(await seedProject(services)), webhooks: { allowedNetworks: ["10.1.0.0/16"] } };
  const url = receiver.url.replace("127.0.0.1", "inside.test");
  const { webhook } = await createWebhook(ctx, { url });
  const { deliveryId } = await pingWebhook(ctx, { id: webhook.id });

  await deliver(ctx, deliveryId, { resolve: async () => [{ address: "127.0.0.1", family: 4 }] });

  expect(receiver.received).toEqual([]);
  expect((await newestOf(ctx, webhook.id)).attempts[0]?.error).toBe(
    "inside.test resolves to 127.0.0.1, which isn't allowed. To allow a private network, add it to WEBHOOK_ALLOWED_NETWORKS.",
  );
});

test("a redirect to somewhere inside is not followed", async ({ services }) => {
  await using inside = await startReceiver();
  await using receiver = await startReceiver();
  const ctx = await seedProject(services);
  const { webhook } = await createWebhook(ctx, { url: receiver.url });
  const { deliveryId } = await pingWebhook(ctx, { id: webhook.id });
  receiver.answerWithHeaders(302, { location: inside.url });

  await deliver(ctx, deliveryId);

  expect(inside.received).toEqual([]);
  expect((await newestOf(ctx, webhook.id)).attempts[0]?.error).toContain("returned 302. Redirects aren't followed");
});

test("a delivery whose queue entry failed permanently is put back", async ({ services }) => {
  const ctx = await seedProject(services);
  const { webhook } = await createWebhook(ctx, { url: "https://example.com/hooks" });
  await tell(ctx);
  const { id } = await newestOf(ctx, webhook.id);
  await ctx.db.webhookDelivery.update({ where: { id }, data: { nextAttemptAt: new Date(Date.now() - DAY_MS) } });

  expect(await requeueOverdueDeliveries(services)).toBe(1);
  expect(await requeueOverdueDeliveries(services)).toBe(0);
});

test("the log forgets what is older than events are kept, but for what is still on its way", async ({ withClock }) => {
  await using receiver = await startReceiver();
  const { ctx, clock } = await withClock();
  const { webhook } = await createWebhook(ctx, { url: receiver.url });
  await tell(ctx);
  await deliver(ctx, (await newestOf(ctx, webhook.id)).id);
  await tell(ctx);
  clock.advance(40 * DAY_MS);

  await deleteOldDeliveries(ctx);

  expect(await listDeliveries(ctx, { id: webhook.id })).toMatchObject([{ state: "pending" }]);
});
