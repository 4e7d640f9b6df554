import { hkdfSync } from "node:crypto";
import { PASSWORD_CHARACTERS } from "@docsteward/contract/password";
import type { Database } from "@docsteward/db/client";
import type { Clock } from "@docsteward/platform/clock";
import { newId } from "@docsteward/platform/id";
import type { Reporter } from "@docsteward/platform/log";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { betterAuth } from "better-auth/minimal";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import { z } from "zod";
import { recordAudit } from "../audit/record.ts";
import { CLIENT_ADDRESS_HEADER } from "./client-address.ts";
import { providerConfigs, type SignInProviders } from "./providers.ts";

/** What better-auth needs: the database, the key secret, the dashboard's URL and the providers. */
export type AuthOptions = {
  db: Database;
  log: Reporter;
  clock: Clock;
  keySecret: string;
  baseUrl: string;
  signInProviders: SignInProviders;
};

const DAY_SECONDS = 86_400;
const ID_PREFIXES: Record<string, string> = { user: "usr", session: "ses", account: "acc", verification: "ver" };

/**
 * Creates better-auth, which authenticates people and keeps sessions. Organizations, roles and invitations are ours, and so is the
 * limit of attempts: its endpoints are called by the verbs beside this file and none is open to the network but a provider's callback.
 */
export function createAuth({ db, log, clock, keySecret, baseUrl, signInProviders }: AuthOptions) {
  return betterAuth({
    appName: "Docsteward",
    baseURL: baseUrl,
    basePath: "/api/auth",
    secret: Buffer.from(hkdfSync("sha256", keySecret, "docsteward", "sign-in", 32)).toString("base64url"),
    database: prismaAdapter(db, { provider: "postgresql", transaction: true }),
    telemetry: { enabled: false },
    // A wrong password does not concern the operator, and lower log levels are for developers of better-auth.
    logger: { level: "error", log: (_level, message) => log.error({ reason: message }, "sign-in failed") },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_CHARACTERS.min,
      maxPasswordLength: PASSWORD_CHARACTERS.max,
      password: {
        hash: (password) => oneAtATime(() => hashPassword(password)),
        verify: (given) => oneAtATime(() => verifyPassword(given)),
      },
    },
    session: { modelName: "userSession", expiresIn: 30 * DAY_SECONDS, updateAge: DAY_SECONDS },
    account: {
      modelName: "userAccount",
      updateAccountOnSignIn: false,
      // A provider's word on who has an address opens no account: its person links the provider, signed in.
      accountLinking: { disableImplicitLinking: true },
    },
    verification: { modelName: "signInVerification" },
    rateLimit: { enabled: false },
    plugins: [startSessionPlugin, genericOAuth({ config: providerConfigs(signInProviders, { db, clock }) })],
    databaseHooks: authHooks({ db, clock }),
    onAPIError: { errorURL: `${baseUrl}/sign-in` },
    advanced: {
      cookiePrefix: "docsteward",
      useSecureCookies: baseUrl.startsWith("https://"),
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/" },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      database: { generateId: ({ model }) => newId(ID_PREFIXES[model] ?? "row") },
    },
  });
}

let passwordTurn: Promise<unknown> = Promise.resolve();

/** A password takes a core for a tenth of a second: a flood of wrong ones gets one core, and leaves the others to what people wait for. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const done = passwordTurn.then(work);
  passwordTurn = done.catch(() => undefined);
  return done;
}

/** The configured better-auth instance of a process. */
export type Auth = ReturnType<typeof createAuth>;

const MAX_NAME = 100;

/** Hooks of better-auth for every kind of sign-in. */
export function authHooks({ db, clock }: { db: Database; clock: Clock }) {
  const withoutTokens = async <T extends Record<string, unknown>>(account: T) => ({
    // Nothing is asked of a provider later on, so there is no reason to keep what opens it.
    data: { ...account, accessToken: null, refreshToken: null, idToken: null },
  });
  return {
    user: {
      create: {
        before: async <T extends { name: string; email: string }>(user: T) => ({
          data: { ...user, image: null, name: (user.name || user.email.split("@", 1)[0] || "").slice(0, MAX_NAME) },
        }),
      },
    },
    account: { create: { before: withoutTokens }, update: { before: withoutTokens } },
    session: { create: { after: (session: { userId: string }) => recordOwner({ db, clock }, session) } },
  };
}

/** An owner who signs in is written down in each organization of theirs. */
async function recordOwner(
  { db, clock }: { db: Database; clock: Clock },
  { userId }: { userId: string },
): Promise<void> {
  const owned = await db.membership.findMany({ where: { userId, role: "owner" }, include: { user: true } });
  for (const { organizationId, user } of owned) {
    const actor = { kind: "user", userId } as const;
    const details = { name: user.name };
    await recordAudit({ db, clock, actor }, { organizationId, action: "owner.signed_in", targetId: userId, details });
  }
}

/** Adds the one thing that better-auth does not offer: a session for a person whose right to it something else has proven. */
export const startSessionPlugin = {
  id: "start-session",
  endpoints: {
    // Without a path it can be called in this process only.
    startSession: createAuthEndpoint.serverOnly(
      { method: "POST", body: z.object({ userId: z.string() }) },
      async (ctx) => {
        const user = await ctx.context.internalAdapter.findUserById(ctx.body.userId);
        if (!user) throw new Error("A session is started without a user");
        const session = await ctx.context.internalAdapter.createSession(user.id);
        await setSessionCookie(ctx, { session, user });
        return { sessionId: session.id };
      },
    ),
  },
} as const;
