import { openMailer } from "@docsteward/services/notification/mailer";
import {
  getNotificationSettings,
  saveNotificationSettings,
  unsubscribeUrl,
} from "@docsteward/services/notification/settings";
import { seedMember } from "@docsteward/services/testing";
import { expect } from "vitest";
import { appTest } from "#testing/test-app.ts";
import { metadata } from "../page.tsx";
import { GET, POST } from "./route.ts";

const test = appTest().extend("subscribed", { scope: "file" }, ({ services }) => async () => {
  const user = await seedMember(services);
  const mailer = openMailer({ SMTP_URL: "smtp://127.0.0.1:9", SMTP_FROM: "docs@example.com" });
  const person = { ...services, mailer, actor: { kind: "user", userId: user.id, name: user.name } } as const;
  await saveNotificationSettings(person, { email: ["job", "digest"], webhook: [], webhookUrl: null, timeZone: null });
  const url = unsubscribeUrl(services, { userId: user.id, kinds: ["job"] });
  return { url, email: async () => (await getNotificationSettings(person)).email };
});

test("opening a mail's link changes nothing and leads to the page with the button", async ({ subscribed }) => {
  const { url, email } = await subscribed();

  const answer = GET(new Request(url));

  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toMatch(/^\/unsubscribe\?token=v1\./);
  expect(await email()).toEqual(["job", "digest"]);
});

test("one click of a mail program stops the mail's kinds alone, and is not redirected", async ({ subscribed }) => {
  const { url, email } = await subscribed();

  const answer = await POST(new Request(url, { method: "POST", body: "List-Unsubscribe=One-Click" }));

  expect(answer.status).toBe(200);
  expect(await email()).toEqual(["digest"]);
});

test("a made-up link is not found", async () => {
  const answer = await POST(new Request("http://docsteward.test/unsubscribe/mail?token=v1.x", { method: "POST" }));

  expect(answer.status).toBe(404);
});

test("the page with the button sends other sites no address, and its own form names its origin", () => {
  expect(metadata.referrer).toBe("same-origin");
});
