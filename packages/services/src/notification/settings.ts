import { AppError } from "@docsteward/contract/error";
import { Text } from "@docsteward/contract/input-schema";
import type { NotificationSetting } from "@docsteward/db/client";
import { z } from "zod";
import { inTransaction, type PersonContext, type SystemContext } from "../context.ts";
import { requireExternalUrl } from "../external-url.ts";
import { seal, unseal } from "../secret/seal.ts";
import { makeSecret, webhookSecretPurpose } from "../webhook/endpoints.ts";

const EVENT_KINDS = ["review", "job", "budget", "index"] as const;
/** What happens in a project and a person may want to know. */
export type EventKind = (typeof EVENT_KINDS)[number];
/** What a person can be notified of. */
export const NOTIFICATION_KINDS = [...EVENT_KINDS, "digest"] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

const Kinds = z
  .array(z.enum(NOTIFICATION_KINDS))
  .max(50)
  .transform((kinds) => [...new Set(kinds)]);

export type SaveNotificationSettings = z.infer<typeof SaveNotificationSettings>;
/** Input of `saveNotificationSettings`: the kinds of each channel, the webhook's URL (null for none) and the person's time zone. */
export const SaveNotificationSettings = z.object({
  email: Kinds,
  webhook: Kinds,
  webhookUrl: Text.max(3_000).nullable(),
  timeZone: Text.max(100).refine(isTimeZone, "A time zone must be an IANA name, such as Europe/Berlin.").nullable(),
});

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    // A RangeError, the only thing it throws.
    return false;
  }
}

/** What the person of the context wants to be notified of, and how. */
export type NotificationSettings = SaveNotificationSettings & {
  /** Where mail is sent to; null while the installation sends none. */
  address: string | null;
  /** What the person's webhook calls are signed with; null without a webhook. */
  webhookSecret: string | null;
};

/** Reads a person's notification settings. Nothing is on until they switch it on. */
export async function getNotificationSettings(ctx: PersonContext): Promise<NotificationSettings> {
  const { userId } = ctx.actor;
  const row = await ctx.db.notificationSetting.findUnique({ where: { userId } });
  const { email } = await ctx.db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  return {
    email: kindsOf(row?.email),
    webhook: kindsOf(row?.webhook),
    webhookUrl: row?.webhookUrl ?? null,
    timeZone: row?.timeZone ?? null,
    address: ctx.mailer === null ? null : email,
    webhookSecret: row === null ? null : personalSecret(ctx, row),
  };
}

/** Stored kinds that this version knows. */
export function kindsOf(stored: readonly string[] = []): NotificationKind[] {
  return NOTIFICATION_KINDS.filter((kind) => stored.includes(kind));
}

/** What a person's webhook calls are signed with. */
export function personalSecret(secrets: SystemContext, row: NotificationSetting): string | null {
  if (row.webhookSecret === null) return null;
  return unseal(secrets, webhookSecretPurpose(row.userId), row.webhookSecret);
}

/**
 * Saves what a person wants to be notified of. The first URL of a webhook brings a secret, which later ones keep.
 *
 * @throws AppError `invalid_request` for a URL that nothing can be sent to, and for a webhook that is switched on without a URL
 */
export async function saveNotificationSettings(
  ctx: PersonContext,
  { email, webhook, webhookUrl: entered, timeZone }: SaveNotificationSettings,
): Promise<void> {
  const { userId } = ctx.actor;
  if (entered === null && webhook.length > 0) {
    const message = "A webhook needs a URL. Enter one, or switch its notifications off.";
    throw new AppError("invalid_request", message, { details: [{ path: "webhookUrl", message }] });
  }
  const webhookUrl = entered === null ? null : requirePersonalUrl(ctx, { url: entered });
  await inTransaction(ctx, async (ctx) => {
    const before = await ctx.db.notificationSetting.findUnique({ where: { userId } });
    const kept = before?.webhookSecret ?? makeSecret(ctx, { endpointId: userId }).sealed;
    const data = { email, webhook, webhookUrl, timeZone, webhookSecret: webhookUrl === null ? null : kept };
    await ctx.db.notificationSetting.upsert({ where: { userId }, create: { userId, ...data }, update: data });
  });
}

function requirePersonalUrl({ webhooks }: SystemContext, { url }: { url: string }): string {
  return requireExternalUrl({
    text: url,
    subject: "A webhook's URL",
    example: "https://example.com/hooks",
    withoutPassword: "webhook calls are signed instead",
    networks: webhooks.allowedNetworks,
    variable: "WEBHOOK_ALLOWED_NETWORKS",
    path: "webhookUrl",
  });
}

const PURPOSE = { name: "unsubscribe", rowId: "mail" } as const;
const Content = z.object({ userId: z.string(), kinds: z.array(z.enum(NOTIFICATION_KINDS)) });

/** The address that switches kinds of mail off for one person. It opens nothing else, and does not expire. */
export function unsubscribeUrl(
  { keySecret, baseUrl }: SystemContext,
  { userId, kinds }: { userId: string; kinds: readonly NotificationKind[] },
): string {
  const token = seal(keySecret, PURPOSE, JSON.stringify({ userId, kinds }));
  return `${baseUrl}/unsubscribe/mail?token=${token}`;
}

export type UnsubscribeToken = z.infer<typeof UnsubscribeToken>;
/** The token of a mail's link. */
export const UnsubscribeToken = z.object({ token: Text.max(1_000) });

/** The kinds of mail that a link switches off. @throws AppError `not_found` for a token that this installation did not make */
export function readUnsubscribeToken(secrets: SystemContext, { token }: UnsubscribeToken): z.infer<typeof Content> {
  try {
    return Content.parse(JSON.parse(unseal(secrets, PURPOSE, token)));
  } catch (error) {
    const sentence = "This link is invalid. Switch notifications off under Account instead.";
    throw new AppError("not_found", sentence, { cause: error });
  }
}

/**
 * Switches kinds of mail off for the person that a mail was sent to, without a sign-in. Doing it again changes nothing.
 *
 * @throws AppError `not_found`
 */
export async function unsubscribe(ctx: SystemContext, input: UnsubscribeToken): Promise<{ kinds: NotificationKind[] }> {
  const { userId, kinds } = readUnsubscribeToken(ctx, input);
  await ctx.db.$executeRaw`
    UPDATE "NotificationSetting" SET email = ARRAY(SELECT kind FROM unnest(email) AS kind WHERE kind <> ALL(${kinds}::text[]))
    WHERE "userId" = ${userId}`;
  return { kinds: kindsOf(kinds) };
}
