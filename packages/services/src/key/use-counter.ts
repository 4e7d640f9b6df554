import type { Transaction } from "@docsteward/db/client";
import type { Reporter } from "@docsteward/platform/log";
import { createBatcher } from "../batcher.ts";

/** Counts how often each key is used, an hour at a time. */
export type KeyUseCounter = {
  /** Counts one use. It is in the database some seconds later. */
  note(keyId: string, at: Date): void;
  /** Writes what waits. */
  flush(): Promise<void>;
};

/** People look at hours: what a process that is killed loses are these seconds. */
const WRITE_MS = 3_000;
const HOUR_MS = 3_600_000;
/** What is kept for a database that is away: so many keys and hours, no more. */
const MAX_WAITING = 10_000;

type Use = { keyId: string; hourMs: number; count: number };

/** Makes a counter that costs a call nothing: one statement every few seconds writes what the whole process has seen. */
export function createKeyUseCounter({ db, log }: { db: Transaction; log: Reporter }): KeyUseCounter {
  let waiting = new Map<string, Use>();
  const add = ({ keyId, hourMs, count }: Use) => {
    const name = `${hourMs} ${keyId}`;
    const known = waiting.get(name);
    if (known) known.count += count;
    else if (waiting.size < MAX_WAITING) waiting.set(name, { keyId, hourMs, count });
  };
  const writes = createBatcher(async () => {
    const uses = [...waiting.values()];
    waiting = new Map();
    if (uses.length === 0) return;
    try {
      await writeUses(db, uses);
    } catch (error) {
      for (const use of uses) add(use);
      log.warn(
        { keys: uses.length, error: (error as Error).message },
        "uses of keys could not be counted, they are kept for the next write",
      );
    }
  });
  return {
    note(keyId, at) {
      add({ keyId, hourMs: at.getTime() - (at.getTime() % HOUR_MS), count: 1 });
      writes.within(WRITE_MS);
    },
    flush: () => writes.flush(),
  };
}

/** In the order of the keys, so that two processes never wait for each other. A key that is gone meanwhile is left out. */
async function writeUses(db: Transaction, uses: Use[]): Promise<void> {
  const keyIds = uses.map(({ keyId }) => keyId);
  const hours = uses.map(({ hourMs }) => new Date(hourMs).toISOString());
  const counts = uses.map(({ count }) => count);
  await db.$executeRaw`
    INSERT INTO "KeyUse" AS uses ("keyId", hour, count)
    SELECT noted.id, noted.hour, noted.count
    FROM unnest(${keyIds}::text[], ${hours}::timestamptz[], ${counts}::int[]) AS noted (id, hour, count)
    JOIN "ApiKey" ON "ApiKey".id = noted.id
    ORDER BY noted.id, noted.hour
    ON CONFLICT ("keyId", hour) DO UPDATE SET count = uses.count + excluded.count`;
}
