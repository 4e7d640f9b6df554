import { AppError } from "@docsteward/contract/error";
import type { SystemContext } from "../context.ts";

const LEASE_MS = 5 * 60_000;

type Turn<T> = {
  /** Names the work: one of a name runs at a time, over all processes. */
  name: string;
  /** From one start to the next. */
  intervalMs: number;
  /** The first sentence of the refusal: "GitHub was just queried." */
  sentence: string;
  work: () => Promise<T>;
};

/**
 * Runs work that spends a quota elsewhere: one at a time and once an interval, over all processes. PostgreSQL holds when the next may
 * begin. Work whose process ended blocks the next for five minutes.
 *
 * @throws AppError `rate_limited` with the time to wait; what `work` throws
 */
export async function takeTurn<T>(
  { db, clock }: SystemContext,
  { name, intervalMs, sentence, work }: Turn<T>,
): Promise<T> {
  const key = `turn:${name}`;
  const startMs = clock.now().getTime();
  const write = (nextMs: number) => new Date(nextMs).toISOString();
  const lease = write(startMs + LEASE_MS);
  const taken = await db.$queryRaw<{ key: string }[]>`
    INSERT INTO "Setting" AS turn (key, value) VALUES (${key}, ${lease})
    ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value
      WHERE turn.value::timestamptz <= ${write(startMs)}::timestamptz
    RETURNING key`;
  if (taken.length === 0) {
    const row = await db.setting.findUnique({ where: { key } });
    const waitMs = Math.max(1_000, Date.parse(row?.value ?? lease) - startMs);
    const retryAfterSeconds = Math.ceil(Math.min(waitMs, intervalMs) / 1_000);
    throw new AppError("rate_limited", `${sentence} Try again in ${retryAfterSeconds} seconds.`, { retryAfterSeconds });
  }
  try {
    return await work();
  } finally {
    // Only the lease of this turn: a later one may have begun after it ran out.
    await db.setting.updateMany({ where: { key, value: lease }, data: { value: write(startMs + intervalMs) } });
  }
}
