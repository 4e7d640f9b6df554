import { AppError } from "@docsteward/contract/error";
import type { SystemContext } from "../context.ts";

/** Bounds how much work runs concurrently, per owner and in this process. */
export type Slots = {
  /**
   * Runs work of an owner while there is room.
   *
   * @param what names the work in the refusal: "model tests"
   * @throws AppError `rate_limited` when the owner, or the process, has enough of them running; what `work` throws
   */
  hold<T>(owner: string, what: string, work: () => Promise<T>): Promise<T>;
  /**
   * Takes a place for work that ends elsewhere.
   *
   * @returns gives the place back; called again it does nothing
   * @throws AppError like `hold`
   */
  take(owner: string, what: string): () => void;
};

const RETRY_AFTER_SECONDS = 10;

/** Bounds how many calls that people start by hand wait for servers elsewhere at a time, in this process. */
export function createSlots({ perOwner, perProcess }: { perOwner: number; perProcess: number }): Slots {
  const running = new Map<string, number>();
  let total = 0;
  const take: Slots["take"] = (owner, what) => {
    const own = running.get(owner) ?? 0;
    if (own >= perOwner || total >= perProcess) {
      const sentence = `Too many ${what} are running. Wait until one ends, then try again.`;
      throw new AppError("rate_limited", sentence, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    running.set(owner, own + 1);
    total += 1;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      total -= 1;
      const left = (running.get(owner) ?? 1) - 1;
      if (left === 0) running.delete(owner);
      else running.set(owner, left);
    };
  };
  return {
    take,
    async hold(owner, what, work) {
      const release = take(owner, what);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}

/** For tests of a model server or a repository, and for questions asked again: each may take a minute and megabytes. */
export const outsideCalls = createSlots({ perOwner: 2, perProcess: 8 });

/**
 * For answers, each of which holds a model's stream and its pages for up to minutes. One organization cannot use up the process, whatever
 * its own model server sends and however many keys it has.
 */
export const openAnswers = createSlots({ perOwner: 100, perProcess: 400 });

export type Lanes = {
  /**
   * Runs work of an owner, when there is a lane for it.
   *
   * @param what names the work in the refusal: "comparisons"
   * @throws AppError `rate_limited` when enough of the owner's waits already; what `work` throws
   */
  run<T>(owner: string, what: string, work: () => Promise<T>): Promise<T>;
};

const LANE_RETRY_SECONDS = 5;

/**
 * Bounds how much work of a kind runs at a time in this process. What is too much waits, where a slot refuses; each owner has so many lanes
 * at most, so that no one waits for all that another has asked for.
 */
export function createLanes(bounds: { perOwner: number; perProcess: number; waitingPerOwner: number }): Lanes {
  const { perOwner, perProcess, waitingPerOwner } = bounds;
  const running = new Map<string, number>();
  const waiting: { owner: string; start(): void }[] = [];
  let total = 0;
  const count = (owner: string, change: 1 | -1) => {
    total += change;
    const own = (running.get(owner) ?? 0) + change;
    if (own === 0) running.delete(owner);
    else running.set(owner, own);
  };
  const hasLane = (owner: string) => total < perProcess && (running.get(owner) ?? 0) < perOwner;
  const release = (owner: string) => {
    count(owner, -1);
    const index = waiting.findIndex((one) => hasLane(one.owner));
    const [next] = index < 0 ? [] : waiting.splice(index, 1);
    if (next === undefined) return;
    count(next.owner, 1);
    next.start();
  };
  return {
    async run(owner, what, work) {
      if (hasLane(owner)) count(owner, 1);
      else {
        if (waiting.filter((one) => one.owner === owner).length >= waitingPerOwner) {
          const sentence = `Too many ${what} are waiting. Try again in a few seconds.`;
          throw new AppError("rate_limited", sentence, { retryAfterSeconds: LANE_RETRY_SECONDS });
        }
        await new Promise<void>((resolve) => waiting.push({ owner, start: resolve }));
      }
      try {
        return await work();
      } finally {
        release(owner);
      }
    },
  };
}

/** For what people look at that starts git: one comparison of a large history takes seconds of a processor. */
export const gitReads = createLanes({ perOwner: 2, perProcess: 6, waitingPerOwner: 60 });

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

type Run = { now: Promise<void>; next: Promise<void> | null };

const runs = new Map<string, Run>();

/**
 * Runs work once at a time in this process. Callers who come meanwhile share the next run, which sees all that was written before
 * they came. Work that waits for a lock of the database holds a connection: a tenant's many callers would hold all of them.
 *
 * @param name of the work and of its project
 */
export function shareRun(name: string, work: () => Promise<void>): Promise<void> {
  const run = runs.get(name);
  if (run === undefined) return start(name, work);
  run.next ??= run.now.catch(() => undefined).then(() => start(name, work));
  return run.next;
}

function start(name: string, work: () => Promise<void>): Promise<void> {
  const run: Run = { now: work(), next: null };
  runs.set(name, run);
  const drop = () => {
    if (run.next === null) runs.delete(name);
  };
  run.now.then(drop, drop);
  return run.now;
}
