import { randomBytes } from "node:crypto";
import type { SignInLink } from "@docsteward/db/client";
import type { SystemContext } from "../context.ts";
import { hashesOf, hashToken } from "../key/token.ts";

/** What a link is for: the first account, a new password, or to sign in to the demo. */
type LinkPurpose = "setup" | "password" | "demo";

type LinkContext = Pick<SystemContext, "db" | "keySecret" | "previousKeySecret" | "clock">;

const BYTES = 32;

/**
 * Makes a link that works once, in the place of earlier ones for the same purpose and person.
 *
 * @param userId whom it is for; none for the set-up, which is for the operator
 * @returns its token, which is stored nowhere
 */
export async function createLink(
  { db, keySecret, clock }: LinkContext,
  { purpose, userId = null, lifetimeMs }: { purpose: LinkPurpose; userId?: string | null; lifetimeMs: number },
): Promise<string> {
  const token = randomBytes(BYTES).toString("base64url");
  const createdAt = clock.now();
  await db.signInLink.deleteMany({ where: { purpose, userId } });
  await db.signInLink.create({
    data: {
      hash: hashToken(keySecret, token),
      purpose,
      userId,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + lifetimeMs),
    },
  });
  return token;
}

type LinkInput = { purpose: LinkPurpose; token: string };

/** The link behind a token; null when it is none, has expired or was used. */
export async function findLink(ctx: LinkContext, { purpose, token }: LinkInput): Promise<SignInLink | null> {
  const hash = { in: hashesOf(ctx, token) };
  return ctx.db.signInLink.findFirst({ where: { hash, purpose, expiresAt: { gt: ctx.clock.now() } } });
}

/** Uses a link up, in the transaction of what it is used for. @returns null when it is none, has expired or was used */
export async function redeemLink(ctx: LinkContext, input: LinkInput): Promise<SignInLink | null> {
  const link = await findLink(ctx, input);
  if (!link) return null;
  const { count } = await ctx.db.signInLink.deleteMany({ where: { hash: link.hash } });
  return count === 1 ? link : null;
}
