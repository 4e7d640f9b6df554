import { AppError } from "@docsteward/contract/error";
import { newId } from "@docsteward/platform/id";
import { z } from "zod";
import type { PersonContext } from "../context.ts";
import { composeEvents } from "./compose.ts";
import { MailError } from "./mailer.ts";
import { post } from "./send.ts";
import { NOTIFICATION_KINDS, unsubscribeUrl } from "./settings.ts";

export type TestNotification = z.infer<typeof TestNotification>;
/** Input of `sendTestNotification`. */
export const TestNotification = z.object({ channel: z.enum(["email", "webhook"]) });

const PAUSE_MS = 10_000;

/**
 * Sends a test to the person of the context, with the saved settings.
 *
 * @throws AppError `conflict` with a sentence on what went wrong, also for tests in a row and for a channel that is not set up
 */
export async function sendTestNotification(ctx: PersonContext, { channel }: TestNotification): Promise<void> {
  const { db, clock, mailer, baseUrl, actor } = ctx;
  const { userId } = actor;
  await db.notificationSetting.upsert({ where: { userId }, create: { userId }, update: {} });
  const now = clock.now();
  const isFree = { OR: [{ testedAt: null }, { testedAt: { lt: new Date(now.getTime() - PAUSE_MS) } }] };
  const [setting] = await db.notificationSetting.updateManyAndReturn({
    where: { userId, ...isFree },
    data: { testedAt: now },
  });
  if (!setting) throw new AppError("conflict", "A test was just sent. Wait 10 seconds, then send another.");
  const event = { kind: "job", title: "this is a test", project: "Docsteward", url: baseUrl } as const;
  if (channel === "webhook") {
    const text = "A test notification from Docsteward";
    const id = newId("test");
    const failure = await post(ctx, { id, setting, text, data: { notifications: [] }, type: "notification.test" });
    if (failure !== null) throw new AppError("conflict", `The test was not delivered. ${failure.sentence}`);
    return;
  }
  if (mailer === null)
    throw new AppError("conflict", "This installation sends no mail. Set SMTP_URL and SMTP_FROM first.");
  const { email: to } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  const links = {
    settingsUrl: `${baseUrl}/account/notifications`,
    unsubscribeUrl: unsubscribeUrl(ctx, { userId, kinds: NOTIFICATION_KINDS }),
  };
  const { text, html } = composeEvents([event], links);
  try {
    const subject = "A test notification from Docsteward";
    await mailer.send({ id: newId("test"), to, subject, text, html, unsubscribeUrl: links.unsubscribeUrl });
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    throw new AppError("conflict", `The test was not sent. ${error.message}`, { cause: error });
  }
}
