import { type Database, runPrepared } from "@docsteward/db/client";

/** One counter that a call is counted in, and how far it may go. */
export type CounterUse = { key: string; windowStart: Date; quota: number };

/** What is used after the call; of a call that was not accepted, what is used without it. */
export type Counted = { used: number; accepted: boolean };

/** Counts calls in PostgreSQL, shared by all processes. */
export type LimitCounters = {
  /** Counts a call in all of its counters, or in none when one is used up. @returns one a counter, in their order */
  count(uses: CounterUse[]): Promise<Counted[]>;
};

type Waiting = { uses: CounterUse[]; resolve(counted: Counted[]): void; reject(error: unknown): void };

const MAX_CALLS = 200;
/** Every limited call of the process waits for the statement under way: one that gets no answer must not hold them for long. */
const TIMEOUT_MS = 5_000;
/** Commits like `QUICK_COMMIT`. */
const CONSUME = `SELECT used, accepted FROM (SELECT set_config('synchronous_commit', 'off', true)) AS quick,
  consume_limits($1::text[], $2::timestamptz[], $3::int[], $4::int[], $5::int[])`;

/**
 * Counts calls in the database, exactly over any number of processes.
 *
 * One statement is under way at a time, and what arrives meanwhile goes with the next one together: a busy counter is locked once for
 * many calls and not once for each, and a call that comes alone waits for nothing.
 */
export function createLimitCounters(db: Database, { timeoutMs = TIMEOUT_MS } = {}): LimitCounters {
  let waiting: Waiting[] = [];
  let isUnderWay = false;

  const work = async () => {
    isUnderWay = true;
    while (waiting.length > 0) {
      const calls = waiting.slice(0, MAX_CALLS);
      waiting = waiting.slice(MAX_CALLS);
      await countTogether(db, calls, timeoutMs);
    }
    isUnderWay = false;
  };

  return {
    count(uses) {
      const { promise, resolve, reject } = Promise.withResolvers<Counted[]>();
      waiting.push({ uses, resolve, reject });
      if (!isUnderWay) void work();
      return promise;
    },
  };
}

async function countTogether(db: Database, calls: Waiting[], timeoutMs: number): Promise<void> {
  const places = new Map<string, number>();
  const counters: { key: string; start: string }[] = [];
  const entries = calls.flatMap(({ uses }, call) =>
    uses.map(({ key, windowStart, quota }) => {
      const start = windowStart.toISOString();
      const name = `${start} ${key}`;
      const place = places.get(name) ?? counters.push({ key, start });
      places.set(name, place);
      return { call, place, quota };
    }),
  );
  try {
    const rows = await runPrepared<Counted>(db, {
      name: "consume_limits",
      text: CONSUME,
      timeoutMs,
      values: [
        counters.map(({ key }) => key),
        counters.map(({ start }) => start),
        entries.map(({ call }) => call),
        entries.map(({ place }) => place),
        entries.map(({ quota }) => quota),
      ],
    });
    let next = 0;
    for (const { uses, resolve } of calls) {
      resolve(rows.slice(next, next + uses.length));
      next += uses.length;
    }
  } catch (error) {
    for (const { reject } of calls) reject(error);
  }
}
