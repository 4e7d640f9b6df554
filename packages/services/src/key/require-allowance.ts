import { AppError } from "@docsteward/contract/error";
import type { Transaction } from "@docsteward/db/client";
import type { Services } from "../context.ts";

const HOUR_MS = 3_600_000;
/** The admin key and the assistant key that a project begins with. */
const FIRST_KEYS = 2;

export type AllowanceInput = {
  organizationId: string;
  /** For the playground of this person, which has an allowance of its own: trying things out must not keep an admin from a key. */
  playgroundOf?: { createdById: string | null };
};

/**
 * Checks that an organization may have one more key made now. Of calls at the same time, the next one waits for this transaction.
 *
 * @throws AppError `not_found` without the organization; `rate_limited` when its keys of the last hour are used up
 */
export async function requireAllowance(
  tx: Transaction,
  { clock, limits }: Pick<Services, "clock" | "limits">,
  { organizationId, playgroundOf }: AllowanceInput,
): Promise<void> {
  const since = new Date(clock.now().getTime() - HOUR_MS);
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM "Organization" WHERE id = ${organizationId} FOR UPDATE`;
  if (!row) throw new AppError("not_found", "Organization not found.");
  const inThisHour = { organizationId, createdAt: { gt: since } };
  const where = { ...inThisHour, isPlayground: playgroundOf !== undefined, ...playgroundOf };
  const first = playgroundOf ? 0 : FIRST_KEYS * (await tx.project.count({ where: inThisHour }));
  if ((await tx.apiKey.count({ where })) < limits.keysPerHour + first) return;
  const oldest = await tx.apiKey.findFirstOrThrow({ where, orderBy: { createdAt: "asc" } });
  throw new AppError(
    "rate_limited",
    playgroundOf
      ? `You created ${limits.keysPerHour} playground keys in the last hour, which is the limit. Try again later, or use one of your keys.`
      : `This organization created ${limits.keysPerHour} keys in the last hour, which is the limit. Try again later.`,
    { retryAfterSeconds: (oldest.createdAt.getTime() - since.getTime()) / 1_000 },
  );
}
