import type { ServiceContext } from "../context.ts";
import { type IdempotentCall, KEPT_MS } from "./idempotency.ts";

const OPERATIONS: Record<string, IdempotentCall["operation"]> = {
  createAgentJob: "create-job",
  sendAgentMessage: "send-message",
};

/**
 * Whether an operation of the public API was already done under this `Idempotency-Key`: calling it again then does nothing new.
 *
 * @param input.operation its id
 */
export async function isRepeatedCall(
  { db, clock, project }: ServiceContext,
  { operation, idempotencyKey: key }: { operation: string; idempotencyKey: string | undefined },
): Promise<boolean> {
  const name = OPERATIONS[operation];
  if (key === undefined || name === undefined) return false;
  const id = { projectId: project.id, operation: name, key };
  const first = await db.idempotencyKey.findUnique({ where: { projectId_operation_key: id } });
  return first !== null && first.createdAt.getTime() > clock.now().getTime() - KEPT_MS;
}
