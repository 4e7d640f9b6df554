import { hkdfSync } from "node:crypto";
import { PASSWORD_CHARACTERS } from "@docsteward/contract/password";
import type { Database } from "@docsteward/db/client";
import type { Reporter } from "@docsteward/db/reporter";
import type { Clock } from "@docsteward/platform/clock";
import { newId } from "@docsteward/platform/id";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { betterAuth } from "better-auth/minimal";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import { authHooks } from "./auth-hooks.ts";
import { CLIENT_ADDRESS_HEADER } from "./client-address-of.ts";
import { providerConfigs } from "./provider-configs.ts";
import type { SignInProviders } from "./providers.ts";
import { startSessionPlugin } from "./start-session-plugin.ts";

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
 * Makes better-auth, which proves who somebody is and keeps the sessions. Organizations, roles and invitations are ours, and so is the
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
    // A wrong password is nothing for the operator, and what it says at lower levels is for whoever configures better-auth.
    logger: { level: "error", log: (_level, message) => log.error({ reason: message }, "sign-in failed") },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_CHARACTERS.min,
      maxPasswordLength: PASSWORD_CHARACTERS.max,
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

export type Auth = ReturnType<typeof createAuth>;
