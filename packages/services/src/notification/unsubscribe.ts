import { AppError } from "@docsteward/contract/error";
import { Text } from "@docsteward/contract/input-schema";
import { z } from "zod";
import type { SystemContext } from "../context.ts";
import { seal, unseal } from "../secret/seal.ts";
import { kindsOf, NOTIFICATION_KINDS, type NotificationKind } from "./settings.ts";

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
