import type { Transaction } from "@docsteward/db/client";
import { networkOf } from "@docsteward/platform/ip-ranges";
import type { Reporter } from "@docsteward/platform/log";
import { createBatcher } from "../batcher.ts";

/** Counts how often each key is used and how often that failed, an hour at a time, and from which networks. */
export type KeyUseCounter = {
  /** Counts one use. It is in the database some seconds later. @param address of the caller, where it may be kept */
  note(keyId: string, at: Date, address?: string): void;
  /** Counts a request that was refused or that failed. */
  noteError(keyId: string, at: Date): void;
  /** Writes what waits. */
  flush(): Promise<void>;
};

/** People look at hours: what a process that is killed loses are these seconds. */
const WRITE_MS = 3_000;
const HOUR_MS = 3_600_000;
/** What is kept for a database that is away: so many keys and hours, no more. */
const MAX_WAITING = 10_000;
const MAX_NETWORKS_WAITING = 1_000;
/** Networks of one key that are kept: enough to see a stranger among them. */
const MAX_NETWORKS = 50;

type Use = { keyId: string; hourMs: number; count: number; errors: number };
type NetworkUse = { keyId: string; network: string; lastMs: number; count: number };

/** Makes a counter that costs a call nothing: a few statements every few seconds write what the whole process has seen. */
export function createKeyUseCounter({ db, log }: { db: Transaction; log: Reporter }): KeyUseCounter {
  let waiting = new Map<string, Use>();
  let networks = new Map<string, NetworkUse>();
  const add = ({ keyId, hourMs, count, errors }: Use) => {
    const name = `${hourMs} ${keyId}`;
    const known = waiting.get(name);
    if (known) {
      known.count += count;
      known.errors += errors;
    } else if (waiting.size < MAX_WAITING) waiting.set(name, { keyId, hourMs, count, errors });
  };
  const addNetwork = ({ keyId, network, lastMs, count }: NetworkUse) => {
    const name = `${network} ${keyId}`;
    const known = networks.get(name);
    if (known) {
      known.count += count;
      known.lastMs = Math.max(known.lastMs, lastMs);
    } else if (networks.size < MAX_NETWORKS_WAITING) networks.set(name, { keyId, network, lastMs, count });
  };
  const writes = createBatcher(async () => {
    const [uses, seen] = [[...waiting.values()], [...networks.values()]];
    waiting = new Map();
    networks = new Map();
    const warn = (error: unknown) =>
      log.warn(
        { keys: uses.length, error: (error as Error).message },
        "uses of keys could not be counted, they are kept for the next write",
      );
    if (uses.length > 0) {
      await writeUses(db, uses).catch((error) => {
        for (const use of uses) add(use);
        warn(error);
      });
    }
    if (seen.length > 0) {
      await writeNetworks(db, seen).catch((error) => {
        for (const use of seen) addNetwork(use);
        warn(error);
      });
    }
  });
  const noteUse = (keyId: string, at: Date, use: Pick<Use, "count" | "errors">) => {
    add({ keyId, hourMs: at.getTime() - (at.getTime() % HOUR_MS), ...use });
    writes.within(WRITE_MS);
  };
  return {
    note(keyId, at, address) {
      noteUse(keyId, at, { count: 1, errors: 0 });
      const network = address === undefined ? null : networkOf(address);
      if (network !== null) addNetwork({ keyId, network, lastMs: at.getTime(), count: 1 });
    },
    noteError: (keyId, at) => noteUse(keyId, at, { count: 0, errors: 1 }),
    flush: () => writes.flush(),
  };
}

/** In the order of the keys, so that two processes never wait for each other. A key that is gone meanwhile is left out. */
async function writeUses(db: Transaction, uses: Use[]): Promise<void> {
  const keyIds = uses.map(({ keyId }) => keyId);
  const hours = uses.map(({ hourMs }) => new Date(hourMs).toISOString());
  const counts = uses.map(({ count }) => count);
  const errors = uses.map((use) => use.errors);
  await db.$executeRaw`
    INSERT INTO "KeyUse" AS uses ("keyId", hour, count, errors)
    SELECT noted.id, noted.hour, noted.count, noted.errors
    FROM unnest(${keyIds}::text[], ${hours}::timestamptz[], ${counts}::int[], ${errors}::int[]) AS noted (id, hour, count, errors)
    JOIN "ApiKey" ON "ApiKey".id = noted.id
    ORDER BY noted.id, noted.hour
    ON CONFLICT ("keyId", hour) DO UPDATE SET count = uses.count + excluded.count, errors = uses.errors + excluded.errors`;
}

/** In the same order. Beyond the first networks of a key, new ones are left out until the retention has made room. */
async function writeNetworks(db: Transaction, uses: NetworkUse[]): Promise<void> {
  const keyIds = uses.map(({ keyId }) => keyId);
  const networks = uses.map(({ network }) => network);
  const times = uses.map(({ lastMs }) => new Date(lastMs).toISOString());
  const counts = uses.map(({ count }) => count);
  await db.$executeRaw`
    INSERT INTO "KeyNetwork" AS seen ("keyId", network, count, "lastUsedAt")
    SELECT id, network, count, at FROM (
      SELECT noted.*, known."keyId" IS NOT NULL AS "isKnown",
        row_number() OVER (PARTITION BY noted.id, known."keyId" IS NULL ORDER BY noted.network)
          + (SELECT count(*) FROM "KeyNetwork" WHERE "keyId" = noted.id) AS place
      FROM unnest(${keyIds}::text[], ${networks}::text[], ${times}::timestamptz[], ${counts}::int[]) AS noted (id, network, at, count)
      JOIN "ApiKey" ON "ApiKey".id = noted.id
      LEFT JOIN "KeyNetwork" known ON known."keyId" = noted.id AND known.network = noted.network
    ) AS ranked
    WHERE "isKnown" OR place <= ${MAX_NETWORKS}::int
    ORDER BY id, network
    ON CONFLICT ("keyId", network) DO UPDATE SET count = seen.count + excluded.count,
      "lastUsedAt" = greatest(seen."lastUsedAt", excluded."lastUsedAt")`;
}
