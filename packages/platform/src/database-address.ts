import { once } from "node:events";
import type { Env } from "./env.ts";

/** Argument of a process whose supervisor tells it where the database is once that can be used: it loads its code meanwhile. */
export const WAITS_FOR_DATABASE = "--wait-for-database";

/** What the supervisor sends then. */
export type DatabaseMessage = { type: "database"; url: string };

/** Longer than a process waits: a timer keeps it running, since the channel to its supervisor does not. */
const NEVER_MS = 2 ** 31 - 1;

/** Adds the address that the supervisor sends to the settings. A process without `WAITS_FOR_DATABASE` has them already. */
export async function withDatabaseAddress(settings: Env): Promise<Env> {
  if (!process.argv.includes(WAITS_FOR_DATABASE)) return settings;
  const waiting = setTimeout(() => undefined, NEVER_MS);
  try {
    const [message] = (await once(process, "message")) as [DatabaseMessage];
    return { ...settings, DATABASE_URL: message.url };
  } finally {
    clearTimeout(waiting);
  }
}
