import type { Transaction } from "@docsteward/db/client";
import type { ServiceContext } from "../context.ts";
import { monthOf } from "./month.ts";

/**
 * Counts money to this month of the organization and of the project, in this order everywhere: two transactions that each wait
 * for the other's row would both wait for ever.
 */
export async function addCost(
  { project, clock }: ServiceContext,
  tx: Pick<Transaction, "$executeRaw">,
  costMicroUsd: number,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "CostCounter" AS counter (scope, month, "microUsd")
    SELECT scope, ${monthOf(clock.now())}, ${costMicroUsd}::bigint
    FROM unnest(ARRAY[${`organization:${project.organizationId}`}, ${`project:${project.id}`}]) AS scope
    ORDER BY scope
    ON CONFLICT (scope, month) DO UPDATE SET "microUsd" = counter."microUsd" + EXCLUDED."microUsd"`;
}
