import { reply } from "@docsteward/model-script/script";
import { openMailer } from "@docsteward/services/notification/mailer";
import { saveNotificationSettings } from "@docsteward/services/notification/settings";
import { startMailServer } from "@docsteward/services/notification/testing-mail-server";
import { seedMember } from "@docsteward/services/testing";
import { expect, test } from "vitest";
import { startNotifications } from "./notifications.ts";
import { startTestWorker } from "./testing/worker.ts";

const FIX = [
  reply.tool("read", { path: "index.mdx" }),
  reply.tool("edit", { path: "index.mdx", old: "recieve", new: "receive" }),
  reply.tool("finish", { title: "Fix the typo", summary: "It said recieve." }),
];

test("a pull request that a job opens is mailed to the member who wants to review", async () => {
  await using server = await startMailServer();
  const mailer = openMailer({ SMTP_URL: server.url, SMTP_FROM: "docs@example.com" });
  await using worker = await startTestWorker(FIX, { services: { mailer } });
  const { ctx } = worker;
  const user = await seedMember(ctx, { organizationId: ctx.organization.id });
  const person = { ...ctx, actor: { kind: "user", userId: user.id, name: user.name } } as const;
  await saveNotificationSettings(person, { email: ["review"], webhook: [], webhookUrl: null, timeZone: null });

  const job = await worker.run("Fix the typo");
  await ctx.db.notification.updateMany({ data: { dueAt: new Date(0) } });
  const notifying = startNotifications(ctx, { everyMs: 20 });

  await expect.poll(() => server.received).toHaveLength(1);
  notifying.stop();
  expect(server.received[0]?.to).toEqual([user.email]);
  expect(server.received[0]?.content).toContain("Pull request to review: #1 Fix the typo");
  expect(server.received[0]?.content).toContain(`/jobs/${job.id}`);
});
