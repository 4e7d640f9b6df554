import { expect } from "vitest";
import { seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { deliverWebhook } from "./deliver.ts";
import { createWebhook, listWebhooks, rotateWebhookSecret, updateWebhook } from "./endpoints.ts";
import { pingWebhook, publishEvent } from "./publish.ts";
import { startReceiver } from "./testing-receiver.ts";

const test = servicesTest({ webhooks: { allowedNetworks: ["127.0.0.0/8"] } }).extend(
  "open",
  { scope: "file" },
  ({ services }) =>
    async () => {
      const ctx = await seedProject(services);
      const receiver = await startReceiver();
      const url = `${receiver.url}/T0123/B0456/channel-secret`;
      const { webhook, secret } = await createWebhook(ctx, { url, format: "slack" });
      const deliver = async () => {
        for (const { id, nextAttemptAt } of await ctx.db.webhookDelivery.findMany({ where: { state: "pending" } }))
          if (nextAttemptAt) await deliverWebhook(ctx, { deliveryId: id, due: nextAttemptAt });
      };
      return { ctx, receiver, url, webhook, secret, deliver };
    },
);

test("a question that the docs don't answer comes as blocks, in which a reader's text makes no links and mentions", async ({
  open,
}) => {
  const { ctx, receiver, deliver } = await open();
  const question = "<!channel> & <https://evil.example|click> *now*?";
  const data = { projectId: ctx.project.id, threadId: "thr_1", messageId: "msg_1", question, nearestPages: [] };

  await publishEvent(ctx, { projectId: ctx.project.id, event: { type: "assistant.unanswered", data } });
  await deliver();
  await receiver[Symbol.asyncDispose]();

  const [received] = receiver.received;
  expect(received?.headers).toMatchObject({ "content-type": "application/json" });
  expect(received?.headers["webhook-signature"]).toBeUndefined();
  expect(JSON.parse(received?.body ?? "")).toEqual({
    text: `[${ctx.project.name}] The docs don't answer a question`,
    blocks: [
      { type: "section", text: { type: "mrkdwn", text: `*[${ctx.project.name}] The docs don't answer a question*` } },
      { type: "section", text: { type: "plain_text", text: question, emoji: false } },
      {
        type: "actions",
        elements: [
          {
            type: "button",
            text: { type: "plain_text", text: "Open the gaps" },
            url: `${ctx.baseUrl}/${ctx.organization.slug}/${ctx.project.domain}/conversations/gaps`,
          },
        ],
      },
    ],
  });
});

test("a done job leads to its pull request, in at most as many characters as Slack takes", async ({ open }) => {
  const { ctx, receiver, deliver } = await open();
  const project = { ...ctx, project: { ...ctx.project, name: "A & <B>" } };
  await ctx.db.project.update({ where: { id: ctx.project.id }, data: { name: project.project.name } });
  const prLink = "https://github.com/acme/docs/pull/7";
  const job = {
    ...{ id: "job_1", status: "completed" as const, source: { repository: "file:///srv/docs.git", ref: "main" } },
    ...{ model: "offline", prLink, createdAt: "2026-11-20T10:00:00.000Z", archivedAt: null },
  };
  const data = { projectId: ctx.project.id, job, messageToUser: "x".repeat(9_000) };

  await publishEvent(ctx, { projectId: ctx.project.id, event: { type: "job.completed", data } });
  await deliver();
  await receiver[Symbol.asyncDispose]();

  const { text, blocks } = JSON.parse(receiver.received[0]?.body ?? "");
  expect(text).toBe("[A &amp; &lt;B&gt;] Job done");
  expect(blocks[1].text.text.length).toBeLessThanOrEqual(3_000);
  expect(blocks[2].elements).toMatchObject([{ url: prLink }]);
});

test("the URL of a Slack webhook is a secret: stored encrypted, shown in part, and replaced by another", async ({
  open,
}) => {
  const { ctx, receiver, url, webhook, secret, deliver } = await open();
  await using other = await startReceiver();

  expect(secret).toBeNull();
  expect(webhook).toMatchObject({ format: "slack", url: `${new URL(url).origin}/…cret` });
  const stored = [
    await listWebhooks(ctx),
    await ctx.db.webhookEndpoint.findMany({ where: { projectId: ctx.project.id } }),
    await ctx.db.auditEvent.findMany({ where: { projectId: ctx.project.id } }),
  ];
  expect(JSON.stringify(stored)).not.toContain("channel-secret");
  await expect(rotateWebhookSecret(ctx, { id: webhook.id })).rejects.toMatchObject({ code: "conflict" });
  await updateWebhook(ctx, { id: webhook.id, events: ["job.failed"] });
  await pingWebhook(ctx, { id: webhook.id });
  await deliver();
  await updateWebhook(ctx, { id: webhook.id, url: other.url });
  await pingWebhook(ctx, { id: webhook.id });
  await deliver();
  await receiver[Symbol.asyncDispose]();

  expect(receiver.received).toHaveLength(1);
  expect(JSON.parse(other.received[0]?.body ?? "").text).toContain("Test message");
});
