import { monotonicFactory } from "ulid";

const ulid = monotonicFactory();

/** A sortable id that says what it names: `newId("job")` gives `job_01J…`. Ids of one process grow in the order they are made. */
export function newId(prefix: string): string {
  return `${prefix}_${ulid()}`;
}
