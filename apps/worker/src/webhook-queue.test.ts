import { WEBHOOK_EVENTS, WebhookBody, type WebhookEventType } from "@docsteward/contract/webhook-event";
import { reply } from "@docsteward/model-script/script";
import { sendMessage } from "@docsteward/services/job/send-message";
import { cancelJob } from "@docsteward/services/job/stop";
import { createWebhook } from "@docsteward/services/webhook/endpoints";
import { listDeliveries } from "@docsteward/services/webhook/list-deliveries";
import { startReceiver } from "@docsteward/services/webhook/testing-receiver";
import { expect, test } from "vitest";
import { startWebhookQueue } from "./queues.ts";
import { startTestIndexer } from "./testing/indexer.ts";
import { startTestWorker } from "./testing/worker.ts";

const webhooks = { allowedNetworks: ["127.0.0.1"] };
const FIX = [
  reply.tool("read", { path: "index.mdx" }),
  reply.tool("edit", { path: "index.mdx", old: "recieve", new: "receive" }),
  reply.tool("finish", { title: "Fix the typo", summary: "It said recieve." }),
];

test("an endpoint hears of a job from its creation to its end, each once, in the contract's form", async () => {
  await using receiver = await startReceiver();
  const script = [...FIX, reply.text("Nothing more to do.")];
  await using worker = await startTestWorker((request) => script[request.turn], { services: { webhooks } });
  const { ctx, parts } = worker;
  const { secret } = await createWebhook(ctx, { url: receiver.url });
  const queue = await startWebhookQueue(parts);

  const job = await worker.run("Fix the typo");
  await sendMessage(ctx, { id: job.id, prompt: "Is there more?" });
  await worker.end(job.id);

  await expect.poll(() => receiver.received).toHaveLength(5);
  const bodies = receiver.received.map((received) => WebhookBody.parse(receiver.verify(secret, received)));
  // Deliveries overtake each other; `timestamp` is what an endpoint sorts by.
  const events = bodies.sort((a, b) => a.timestamp.localeCompare(b.timestamp));
  queue.stop();
  const ofType = (type: WebhookEventType) => events.filter((event) => event.type === type).map(({ data }) => data);
  for (const [type, schema] of Object.entries(WEBHOOK_EVENTS)) {
    for (const data of ofType(type as WebhookEventType)) expect(schema.parse(data)).toEqual(data);
  }
  const [pullRequest] = await worker.pullRequests();
  const about = { projectId: ctx.project.id, job: { id: job.id, status: "active", prLink: null } };
  expect(ofType("job.created")).toMatchObject([{ ...about, prompt: "Fix the typo" }]);
  expect(ofType("pull_request.opened")).toMatchObject([{ ...about, pullRequest: { number: pullRequest?.number } }]);
  expect(ofType("job.message_received")).toMatchObject([
    { ...about, job: { ...about.job, prLink: job.prLink }, message: { content: "Is there more?" } },
  ]);
  expect(ofType("job.completed")).toMatchObject([
    { job: { status: "completed", prLink: job.prLink } },
    { job: { status: "completed", prLink: job.prLink }, messageToUser: "Nothing more to do." },
  ]);
});

test("a cancelled job is reported as failed", async () => {
  await using worker = await startTestWorker(() => reply.text("Too late."), {
    takesJobs: false,
    services: { webhooks },
  });
  const { ctx } = worker;
  const { webhook } = await createWebhook(ctx, { url: "https://example.com/hooks", events: ["job.failed"] });
  const id = await worker.start("Fix the typo");

  await cancelJob(ctx, { id });

  const [delivery, ...others] = await listDeliveries(ctx, { id: webhook.id });
  expect(others).toEqual([]);
  expect(JSON.parse(delivery?.body ?? "")).toMatchObject({
    type: "job.failed",
    data: { job: { id, status: "failed" }, failure: { code: "cancelled" } },
  });
});

test("what one worker sent and could not log is sent again under the same id", async () => {
  await using receiver = await startReceiver();
  await using worker = await startTestWorker(() => reply.text("Hi."), { takesJobs: false, services: { webhooks } });
  const { ctx, parts, services } = worker;
  await createWebhook(ctx, { url: receiver.url, events: ["job.created"] });
  await ctx.db.$executeRaw`ALTER TABLE "WebhookAttempt" RENAME TO "Away"`;
  const queue = await startWebhookQueue(parts);
  await worker.start("Fix the typo");
  // The second one shows that the first could not be logged: until then its log may be about to be written.
  await expect.poll(() => receiver.received.length).toBeGreaterThan(1);

  await ctx.db.$executeRaw`ALTER TABLE "Away" RENAME TO "WebhookAttempt"`;

  await expect.poll(() => services.db.webhookDelivery.count({ where: { state: "delivered" } })).toBe(1);
  queue.stop();
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
});

test("an index event is sent when the index has changed, and not after a check without a change", async () => {
  await using indexer = await startTestIndexer({ "index.md": "# Welcome\n\nHello.\n" }, { services: { webhooks } });
  const { ctx, repository } = indexer;
  const { webhook } = await createWebhook(ctx, { url: "https://example.com/hooks", events: ["index.updated"] });

  await indexer.index();
  await indexer.index();

  const [delivery, ...others] = await listDeliveries(ctx, { id: webhook.id });
  expect(others).toEqual([]);
  const data = { projectId: ctx.project.id, commit: await repository.head(), pages: 1 };
  expect(JSON.parse(delivery?.body ?? "")).toMatchObject({ type: "index.updated", data });
});
