/** Prisma's codes for a database that is not reached, does not answer in time, or went away. */
const CODES: ReadonlySet<unknown> = new Set(["P1001", "P1002", "P1008", "P1011", "P1017", "P2024", "P2028"]);

/** Whether an error says that the database is away for the moment, so that the same request may work soon. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof Error && "code" in error && CODES.has(error.code);
}
