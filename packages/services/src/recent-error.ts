import { hostname } from "node:os";
import { newId } from "@docsteward/platform/id";
import { type LoggedError, takeLoggedErrors } from "@docsteward/platform/logged-errors";
import type { SystemContext } from "./context.ts";
import { stripNul } from "./database.ts";

/** A line that a process logged as an error. */
export type RecentError = {
  id: string;
  process: string;
  message: string;
  requestId: string | null;
  createdAt: Date;
};

/** Rows of all processes together. */
const MAX_ROWS = 200;
const MAX_LISTED = 50;
const STORE_MS = 5_000;

/** Stores errors for the operator's page. The newest of all processes are kept, for as long as events are. */
export async function storeErrors(
  { db, clock, eventRetentionDays }: Pick<SystemContext, "db" | "clock" | "eventRetentionDays">,
  { process, errors }: { process: string; errors: readonly LoggedError[] },
): Promise<void> {
  if (errors.length === 0) return;
  const rows = errors.map(({ at, message, requestId }) => ({
    id: newId("err"),
    process,
    message: stripNul(message),
    requestId,
    createdAt: at,
  }));
  await db.recentError.createMany({ data: rows });
  const before = new Date(clock.now().getTime() - eventRetentionDays * 86_400_000);
  await db.$executeRaw`
    DELETE FROM "RecentError" WHERE "createdAt" < ${before} OR id NOT IN (
      SELECT id FROM "RecentError" ORDER BY "createdAt" DESC, id DESC LIMIT ${MAX_ROWS}::int)`;
}

/**
 * Removes the errors of all processes. Their lines may quote any tenant and name none, so a tenant's deletion takes them all; the
 * processes' log has them.
 */
export async function forgetErrors({ db }: Pick<SystemContext, "db">): Promise<void> {
  await db.recentError.deleteMany();
}

/** The newest errors of all processes. For the operator. */
export function listRecentErrors({ db }: Pick<SystemContext, "db">): Promise<RecentError[]> {
  return db.recentError.findMany({ orderBy: [{ createdAt: "desc" }, { id: "desc" }], take: MAX_LISTED });
}

/** Stores what this process logs as errors, every few seconds. While the database is away, only the log has them. */
export function startErrorReport(ctx: SystemContext, { name }: { name: string }): { stop(): Promise<void> } {
  const process = `${name} ${hostname()}:${globalThis.process.pid}`;
  const store = () => storeErrors(ctx, { process, errors: takeLoggedErrors() }).catch(() => undefined);
  const timer = setInterval(store, STORE_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await store();
    },
  };
}
