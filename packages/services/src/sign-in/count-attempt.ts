import { AppError } from "@docsteward/contract/error";
import type { Services } from "../context.ts";
import { addressBlock } from "../limit/address-block.ts";
import { clientAddressOf } from "./client-address-of.ts";

const WINDOW_MS = 15 * 60_000;
/** An office behind one address has many people; one person needs few attempts. */
const PER_ADDRESS = 50;
const PER_ACCOUNT = 10;

/**
 * Counts an attempt to sign in against its address and against the account, over all processes.
 *
 * @returns gives the attempt back, for when it succeeds: only failures use up the limit
 * @throws AppError `rate_limited` telling when to try again
 */
export async function countAttempt(
  { clock, limitCounters, db }: Services,
  { email, headers }: { email: string; headers: Headers },
): Promise<() => Promise<void>> {
  const nowMs = clock.now().getTime();
  const windowStart = new Date(nowMs - (nowMs % WINDOW_MS));
  const keys = [`sign-in-address:${addressBlock(clientAddressOf(headers))}`, `sign-in-account:${email.toLowerCase()}`];
  const quotas = [PER_ADDRESS, PER_ACCOUNT];
  const counted = await limitCounters.count(
    keys.map((key, index) => ({ key, windowStart, quota: quotas[index] ?? PER_ACCOUNT })),
  );
  if (!counted.every(({ accepted }) => accepted)) {
    const retryAfterSeconds = Math.ceil((windowStart.getTime() + WINDOW_MS - nowMs) / 1_000);
    const minutes = Math.ceil(retryAfterSeconds / 60);
    throw new AppError(
      "rate_limited",
      `There were too many attempts to sign in. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
      { retryAfterSeconds },
    );
  }
  const starts = keys.map(() => windowStart.toISOString());
  return async () => {
    await db.$executeRaw`SELECT give_back_limits(${keys}::text[], ${starts}::timestamptz[])`;
  };
}
