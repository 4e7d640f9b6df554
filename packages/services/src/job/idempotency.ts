import { createHash } from "node:crypto";
import { AppError } from "@docsteward/contract/error";
import type { IdempotentCallName } from "@docsteward/contract/operation";
import type { ProjectContext } from "../context.ts";

type IdempotentCall = {
  /** The caller's `Idempotency-Key`; without one every call is a new one. */
  idempotencyKey?: string;
  operation: IdempotentCallName;
  /** What must be the same in a repeated call: everything that the caller sent. */
  body: unknown;
};

/** How long a call is remembered. */
const KEPT_MS = 86_400_000;

/**
 * Finds out whether a call repeats one of the last 24 hours. Call it first in the transaction that does the work.
 *
 * @returns the job of the first call, or null when this is the first
 * @throws AppError `idempotency_in_progress` while the first runs, `idempotency_mismatch` when its body was another
 */
export async function findRepeatedCall(
  { db, clock, project }: ProjectContext,
  { idempotencyKey, operation, body }: IdempotentCall,
): Promise<string | null> {
  if (idempotencyKey === undefined) return null;
  const id = { projectId: project.id, operation, key: idempotencyKey };
  const [lock] = await db.$queryRaw<{ isFree: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${JSON.stringify(id)}, 0)) AS "isFree"`;
  if (!lock?.isFree) {
    throw new AppError("idempotency_in_progress", "The first request with this Idempotency-Key is still running.", {
      retryAfterSeconds: 1,
    });
  }
  const first = await db.idempotencyKey.findUnique({ where: { projectId_operation_key: id } });
  if (!first) return null;
  if (first.createdAt.getTime() <= clock.now().getTime() - KEPT_MS) {
    await db.idempotencyKey.delete({ where: { projectId_operation_key: id } });
    return null;
  }
  if (first.bodyHash === hashOf(body)) return first.jobId;
  throw new AppError(
    "idempotency_mismatch",
    "This Idempotency-Key was used with a different body. Use a new key for a new request.",
  );
}

/** Remembers a call, together with what it did, for the next 24 hours. */
export async function rememberCall(
  { db, clock, project }: ProjectContext,
  { idempotencyKey, operation, body, jobId }: IdempotentCall & { jobId: string },
): Promise<void> {
  if (idempotencyKey === undefined) return;
  const row = { projectId: project.id, operation, key: idempotencyKey };
  await db.idempotencyKey.create({ data: { ...row, bodyHash: hashOf(body), jobId, createdAt: clock.now() } });
}

function hashOf(body: unknown): string {
  return createHash("sha256").update(JSON.stringify(body)).digest("hex");
}

/** Whether a call was already made with this `Idempotency-Key`: repeating it does nothing new. */
export async function isRepeatedCall(
  { db, clock, project }: ProjectContext,
  { idempotencyKey: key, operation }: Pick<IdempotentCall, "idempotencyKey" | "operation">,
): Promise<boolean> {
  if (key === undefined) return false;
  const id = { projectId: project.id, operation, key };
  const first = await db.idempotencyKey.findUnique({ where: { projectId_operation_key: id } });
  return first !== null && first.createdAt.getTime() > clock.now().getTime() - KEPT_MS;
}
