import { createClient } from "@docsteward/db/client";
import { type Clock, systemClock } from "@docsteward/platform/clock";
import type { Env } from "@docsteward/platform/env";
import { silentLogger } from "@docsteward/platform/log";
import { openKeySecret } from "@docsteward/services/secret/key-secret";

type Given = { db: ReturnType<typeof createClient>; keySecret: string; clock: Clock; baseUrl: string };

type RunningService = { env: Env; databaseUrl: string; baseUrl: string };

/** Makes a link into a service that runs, over a connection of its own. */
export async function createLink<T>(service: RunningService, create: (given: Given) => Promise<T>): Promise<T> {
  const { env, databaseUrl, baseUrl } = service;
  const db = createClient(databaseUrl, { poolSize: 1, log: silentLogger });
  try {
    return await create({ db, keySecret: await openKeySecret(db, env), clock: systemClock, baseUrl });
  } finally {
    await db.$disconnect();
  }
}
