import { PrismaPg } from "@prisma/adapter-pg";
import { type Prisma, PrismaClient } from "./generated/client.ts";
import type { Reporter } from "./reporter.ts";

export type * from "./generated/client.ts";

export type Database = PrismaClient;
/** A client inside an interactive transaction; every verb that writes in company takes one of these. */
export type Transaction = Prisma.TransactionClient;

/**
 * Opens a pool of connections. Connects on the first query; close it with `$disconnect`.
 *
 * @param poolSize most connections at once, 10 unless told; the built-in PostgreSQL takes 200 over all processes
 */
export function createClient(url: string, options: { poolSize?: number; log: Reporter }): Database {
  const adapter = new PrismaPg(
    { connectionString: url, max: options.poolSize ?? 10, idleTimeoutMillis: 30_000, connectionTimeoutMillis: 10_000 },
    // Without a listener, a server that goes away while a connection idles would end the process.
    { onPoolError: (error) => options.log.warn({ error: error.message }, "database connection lost") },
  );
  return new PrismaClient({ adapter, transactionOptions: { maxWait: 10_000, timeout: 15_000 } });
}
