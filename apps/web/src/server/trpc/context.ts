import { AppError } from "@docsteward/contract/error";
import type { SystemContext } from "@docsteward/services/context";
import { findSession, type SignedIn } from "@docsteward/services/sign-in/session";
import { noteCaller } from "../callers.ts";

/** What every procedure starts from. */
export type TrpcContext = {
  services: SystemContext;
  requestId: string;
  /** Of the request, for what is noted about a session. */
  headers: Headers;
  /** The signed-in user; null without a session. Loaded on first use, or again when `fresh`. */
  signedIn(options?: { fresh: boolean }): Promise<SignedIn | null>;
  /**
   * Runs a change after the changes that came before it in the same request, with the session looked up again: what one of them takes
   * from its caller, the next does not have.
   */
  inTurn<T>(change: () => Promise<T>): Promise<T>;
  /** Answers the request with these cookies. */
  setCookies(cookies: string[]): void;
  /** Ends the request, for a subscription whose caller has lost the right to it. */
  hangUp(): void;
};

type TrpcContextInput = Pick<TrpcContext, "services" | "requestId" | "headers"> &
  Partial<Pick<TrpcContext, "setCookies" | "hangUp">>;

/** Makes the context of one request. Without `setCookies` a session is read and not made to last longer. */
export function createTrpcContext(input: TrpcContextInput): TrpcContext {
  const { services, requestId, headers, setCookies, hangUp = () => undefined } = input;
  const look = async (): Promise<SignedIn | null> => {
    const found = await findSession(services, { headers, isExtended: setCookies !== undefined });
    setCookies?.(found?.cookies ?? []);
    if (found) noteCaller(headers.get("cookie"), found.signedIn.user.id);
    return found?.signedIn ?? null;
  };
  let known: Promise<SignedIn | null> | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  return {
    services,
    requestId,
    headers,
    hangUp,
    inTurn: (change) => {
      const mine = turn.then(() => {
        known = null;
        return change();
      });
      turn = mine.catch(() => undefined);
      return mine;
    },
    setCookies: setCookies ?? (() => undefined),
    signedIn: ({ fresh } = { fresh: false }) => {
      if (known === null || fresh) known = look();
      return known;
    },
  };
}

/** @throws AppError `not_signed_in` */
export async function requireSignedIn(ctx: TrpcContext, options?: { fresh: boolean }): Promise<SignedIn> {
  const signedIn = await ctx.signedIn(options);
  if (!signedIn)
    throw new AppError("not_signed_in", "You aren't signed in, or your session has ended. Sign in to continue.");
  return signedIn;
}
