import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { AppError, isAppError } from "@docsteward/contract/error";
import { PASSWORD_CHARACTERS } from "@docsteward/contract/password";
import { unmapAddress } from "@docsteward/platform/ip-ranges";
import { z } from "zod";
import type { SystemContext } from "../context.ts";
import { createSlots } from "../limit/concurrency.ts";
import type { CounterUse } from "../limit/counters.ts";
import { addressBlock } from "../limit/rules.ts";
import { type Secrets, secretsOf } from "../secret/seal.ts";
import { clientAddress } from "./client-address.ts";

/** A check takes a thread for a while: those of one network never hold all of them. */
const checks = createSlots({ perOwner: 20, perProcess: 60 });

/** Input of `signInWithPassword`, from the sign-in page. */
export type SignInWithPassword = z.infer<typeof SignInWithPassword>;
/** Input of `signInWithPassword`. */
export const SignInWithPassword = z.object({
  email: z.string().max(254),
  password: z.string().max(PASSWORD_CHARACTERS.max),
});

/**
 * Signs a person in by address and password.
 *
 * The answer does not tell an unknown address from a wrong password, in its words or in its time.
 *
 * @returns the cookies to answer with
 * @throws AppError `not_signed_in` when they do not fit, `rate_limited` after too many attempts
 */
export async function signInWithPassword(
  ctx: SystemContext,
  { email, password, headers }: SignInWithPassword & { headers: Headers },
): Promise<string[]> {
  const giveBack = await limitSignInAttempts(ctx, { email, headers });
  const { signInEmail } = (await ctx.auth()).api;
  try {
    const { headers: answer } = await checks.hold(networkOf(clientAddress(headers)), "sign-ins", () =>
      signInEmail({ body: { email, password }, headers, returnHeaders: true }),
    );
    await giveBack();
    return [...answer.getSetCookie(), ...rememberDevice(ctx, { email, headers })];
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new AppError("not_signed_in", "The email address or password is wrong. Check both and try again.");
  }
}

/** better-auth's error for invalid input; recognized by its shape, since there may be two copies of its class. */
function isRefusal(error: unknown): boolean {
  const { name, statusCode = 500 } = error as { name?: string; statusCode?: number };
  return name === "APIError" && statusCode < 500;
}

const MINUTE_MS = 60_000;
const WINDOW_MS = 15 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** One person needs few attempts, from a place or in a browser. */
const PER_PERSON = 10;
/** An office behind one network has many people. */
const PER_BLOCK = 100;
/** After so many failures of an account in an hour, strangers wait so long between two of theirs, all of them together. */
const SLOWDOWNS = [
  { above: 30, everyMs: 5 * MINUTE_MS },
  { above: 10, everyMs: MINUTE_MS },
];

/** Networks that failures of the last hour did not come from may try once each outside of that turn, so many in {@link WINDOW_MS}. */
const NEWCOMERS = 10;

type Attempt = { email: string; headers: Headers };

/**
 * Counts an attempt to sign in, over all processes. A stranger can't lock an account: failures count against the account from one
 * network, and against that network. Those of strangers slow down strangers. A browser that has signed in to the account before is counted
 * by itself, and a network that has a session of it is no stranger. The first attempt of a network waits for no turn: who uses up all
 * turns from a few networks does not keep the owner out in another place.
 *
 * A refusal is immediate: no request waits here.
 *
 * @returns gives the attempt back, for when it succeeds: only failures count
 * @throws AppError `rate_limited` with the time to wait
 */
export async function limitSignInAttempts(
  ctx: SystemContext,
  { email, headers }: Attempt,
): Promise<() => Promise<void>> {
  const account = hashOf(email.toLowerCase());
  const device = deviceOf(ctx, { email, headers });
  if (device !== null) return count(ctx, [{ key: `sign-in-device:${device}`, quota: PER_PERSON, windowMs: WINDOW_MS }]);
  const block = networkOf(clientAddress(headers));
  const giveBack = await count(ctx, [
    { key: `sign-in-place:${account}:${block}`, quota: PER_PERSON, windowMs: WINDOW_MS },
    { key: `sign-in-network:${block}`, quota: PER_BLOCK, windowMs: WINDOW_MS },
    { key: `sign-in-account:${account}`, quota: Number.MAX_SAFE_INTEGER, windowMs: HOUR_MS },
  ]);
  const everyMs = await findSlowdown(ctx, { account, email, block });
  if (everyMs === null) return giveBack;
  try {
    const giveBackTurn = await count(ctx, [
      { key: `sign-in-newcomer:${account}:${block}`, quota: 1, windowMs: HOUR_MS },
      { key: `sign-in-newcomers:${account}`, quota: NEWCOMERS, windowMs: WINDOW_MS },
    ]).catch((error: unknown) => {
      if (!isAppError(error)) throw error;
      return count(ctx, [{ key: `sign-in-turn:${account}`, quota: 1, windowMs: everyMs }]);
    });
    return async () => {
      await giveBack();
      await giveBackTurn();
    };
  } catch (error) {
    // What is refused is no failure: it does not slow down the next.
    await giveBack();
    throw error;
  }
}

/** Counts an attempt with the current password by a signed-in user: separately from sign-in attempts, by their session. */
export function countPasswordCheck(
  ctx: SystemContext,
  { sessionId }: { sessionId: string },
): Promise<() => Promise<void>> {
  return count(ctx, [{ key: `password-check:${sessionId}`, quota: PER_PERSON, windowMs: WINDOW_MS }]);
}

/**
 * Counts a started sign-in at a provider: each leaves a row until it ends. Nothing refunds it.
 *
 * @throws AppError `rate_limited`
 */
export function countProviderStart(ctx: SystemContext, { headers }: { headers: Headers }): Promise<void> {
  return countByNetwork(ctx, { what: "sign-in-provider", headers });
}

/**
 * Counts a step of a sign-in that strangers may take, by their network. Nothing refunds it.
 *
 * @throws AppError `rate_limited`
 */
export async function countByNetwork(
  ctx: Pick<SystemContext, "clock" | "limitCounters" | "db">,
  { what, headers, quota = PER_BLOCK }: { what: string; headers: Headers; quota?: number },
): Promise<void> {
  const key = `${what}:${networkOf(clientAddress(headers))}`;
  await count(ctx, [{ key, quota, windowMs: WINDOW_MS }]);
}

/** The network that an address counts as: /24 of IPv4, /64 of IPv6. */
function networkOf(address: string): string {
  const block = addressBlock(unmapAddress(address));
  return block.includes(":") ? block : block.split(".").slice(0, 3).join(".");
}

type Limit = { key: string; quota: number; windowMs: number };

async function count(
  { clock, limitCounters, db }: Pick<SystemContext, "clock" | "limitCounters" | "db">,
  limits: Limit[],
): Promise<() => Promise<void>> {
  const nowMs = clock.now().getTime();
  const uses = limits.map(({ key, quota, windowMs }): CounterUse => {
    return { key, quota: Math.min(quota, MAX_COUNT), windowStart: new Date(nowMs - (nowMs % windowMs)) };
  });
  const counted = await limitCounters.count(uses);
  if (!counted.every(({ accepted }) => accepted)) {
    const waits = limits.flatMap(({ quota, windowMs }, index) =>
      (counted[index]?.used ?? 0) >= quota ? [windowMs - (nowMs % windowMs)] : [],
    );
    throw refusal(Math.ceil(Math.max(1_000, ...waits) / 1_000));
  }
  const [keys, starts] = [uses.map(({ key }) => key), uses.map(({ windowStart }) => windowStart.toISOString())];
  return async () => {
    await db.$executeRaw`SELECT release_limits(${keys}::text[], ${starts}::timestamptz[])`;
  };
}

/** PostgreSQL's integer. */
const MAX_COUNT = 2_147_483_647;

function refusal(retryAfterSeconds: number): AppError {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return new AppError(
    "rate_limited",
    `Too many sign-in attempts. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
    { retryAfterSeconds },
  );
}

/** How long strangers wait for their next attempt at an account; null when nothing slows this one down. */
async function findSlowdown(
  { db, clock }: Pick<SystemContext, "db" | "clock">,
  { account, email, block }: { account: string; email: string; block: string },
): Promise<number | null> {
  const now = clock.now();
  const windowStart = new Date(now.getTime() - (now.getTime() % HOUR_MS));
  const [counter, sessions] = await Promise.all([
    db.limitCounter.findUnique({ where: { key_windowStart: { key: `sign-in-account:${account}`, windowStart } } }),
    db.userSession.findMany({
      where: { user: { email: email.toLowerCase() }, expiresAt: { gt: now } },
      select: { ipAddress: true },
      orderBy: { updatedAt: "desc" },
      take: 100,
    }),
  ]);
  if (sessions.some(({ ipAddress }) => ipAddress && networkOf(ipAddress) === block)) return null;
  return SLOWDOWNS.find(({ above }) => (counter?.count ?? 0) > above)?.everyMs ?? null;
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 22);

const NAME = "docsteward.device";
const YEAR_SECONDS = 31_536_000;

type Person = { email: string; headers: Headers };

/**
 * Identifies a browser that has signed in to the account before: an attacker who guesses passwords elsewhere does not use up its
 * attempts. The cookie alone grants no access.
 *
 * @returns an id of the browser; null for a browser that is not known, and for a cookie that is made up or another account's
 */
function deviceOf(ctx: Secrets & Pick<SystemContext, "baseUrl">, { email, headers }: Person): string | null {
  const prefix = `${nameOf(ctx)}=`;
  for (const pair of (headers.get("cookie") ?? "").split("; ")) {
    if (!pair.startsWith(prefix)) continue;
    const [id = "", signature = ""] = pair.slice(prefix.length).split(".");
    const given = Buffer.from(signature);
    for (const secret of secretsOf(ctx)) {
      const expected = Buffer.from(sign(secret, email, id));
      if (given.length === expected.length && timingSafeEqual(given, expected)) return id;
    }
  }
  return null;
}

/** The cookie that makes a browser known after it has signed in; none for one that is known already. */
function rememberDevice(ctx: Secrets & Pick<SystemContext, "baseUrl">, person: Person): string[] {
  // A cookie of the previous secret gets a new signature.
  if (deviceOf({ ...ctx, previousKeySecret: null }, person) !== null) return [];
  const id = randomBytes(16).toString("base64url");
  const value = `${id}.${sign(ctx.keySecret, person.email, id)}`;
  const attributes = [
    `Max-Age=${YEAR_SECONDS}`,
    "Path=/",
    "HttpOnly",
    ...(isSecure(ctx) ? ["Secure"] : []),
    "SameSite=Lax",
  ];
  return [`${nameOf(ctx)}=${value}; ${attributes.join("; ")}`];
}

const isSecure = ({ baseUrl }: { baseUrl: string }) => baseUrl.startsWith("https://");
const nameOf = (ctx: { baseUrl: string }) => `${isSecure(ctx) ? "__Secure-" : ""}${NAME}`;

function sign(keySecret: string, email: string, id: string): string {
  const key = Buffer.from(hkdfSync("sha256", keySecret, "docsteward", "known-browser", 32));
  return createHmac("sha256", key).update(`${email.toLowerCase()}\n${id}`).digest("base64url");
}
