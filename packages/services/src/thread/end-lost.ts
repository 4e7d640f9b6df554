import type { Services } from "../context.ts";

const HOUR_MS = 3_600_000;

/** Marks answers as stopped whose process died over them: no answer takes an hour. @returns how many */
export async function endLostTurns({ db, clock }: Services): Promise<number> {
  const now = clock.now();
  const { count } = await db.threadTurn.updateMany({
    where: { status: "running", createdAt: { lt: new Date(now.getTime() - HOUR_MS) } },
    data: { status: "stopped", endedAt: now },
  });
  return count;
}
