import { createClient } from "@docsteward/db/client";
import { silentReporter } from "@docsteward/db/reporter";
import { type Clock, systemClock } from "@docsteward/platform/clock";
import type { Env } from "@docsteward/platform/env";
import { openSecret } from "@docsteward/services/key/open-secret";

type Given = { db: ReturnType<typeof createClient>; keySecret: string; clock: Clock; baseUrl: string };

export type RunningService = { env: Env; databaseUrl: string; baseUrl: string };

/** Makes a link into a service that runs, over a connection of its own. */
export async function makeLink<T>(service: RunningService, create: (given: Given) => Promise<T>): Promise<T> {
  const { env, databaseUrl, baseUrl } = service;
  const db = createClient(databaseUrl, { poolSize: 1, log: silentReporter });
  try {
    return await create({ db, keySecret: await openSecret(db, env), clock: systemClock, baseUrl });
  } finally {
    await db.$disconnect();
  }
}
