import { AppError } from "@docsteward/contract/error";
import type { SignedIn } from "@docsteward/services/sign-in/find-session";
import type { TrpcContext } from "./context.ts";

/** @throws AppError `not_signed_in` */
export async function requireSignedIn(ctx: TrpcContext, options?: { fresh: boolean }): Promise<SignedIn> {
  const signedIn = await ctx.signedIn(options);
  if (!signedIn)
    throw new AppError("not_signed_in", "You aren't signed in, or your session has ended. Sign in to continue.");
  return signedIn;
}
