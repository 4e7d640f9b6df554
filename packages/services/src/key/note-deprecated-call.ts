import type { ServiceContext } from "../context.ts";

/** Counts a call of a deprecated operation, per key and day, so that people see which of their keys still make them. */
export function noteDeprecatedCall({ db, clock, log, actor }: ServiceContext, input: { operation: string }): void {
  if (actor.kind !== "key") return;
  const { keyId } = actor;
  const day = clock.now().toISOString().slice(0, 10);
  db.$executeRaw`
    INSERT INTO "DeprecatedCall" AS calls ("keyId", day, operation, count) VALUES (${keyId}, ${day}::date, ${input.operation}, 1)
    ON CONFLICT ("keyId", day, operation) DO UPDATE SET count = calls.count + 1`.catch((error: Error) =>
    log.warn({ keyId, error: error.message }, "call of a deprecated operation could not be counted"),
  );
}
