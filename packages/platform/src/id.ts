import { randomFillSync } from "node:crypto";
import { monotonicFactory } from "ulid";

// An id takes 16 random numbers; one at a time they cost more than all else about it.
const pool = new Uint8Array(4_096);
let taken = pool.length;

function random(): number {
  if (taken === pool.length) {
    randomFillSync(pool);
    taken = 0;
  }
  const byte = pool[taken] ?? 0;
  taken += 1;
  return byte / 256;
}

const ulid = monotonicFactory(random);

/** A sortable id that says what it names: `newId("job")` gives `job_01J…`. Ids of one process grow in the order they are made. */
export function newId(prefix: string): string {
  return `${prefix}_${ulid()}`;
}
