const DAY_MS = 86_400_000;
const DAYS = 30;

/** The last thirty days (UTC) as `2026-11-20`, today last, and the moment they begin at. */
export function lastDays(now: Date): { first: Date; days: string[] } {
  const firstMs = now.getTime() - (now.getTime() % DAY_MS) - (DAYS - 1) * DAY_MS;
  const days = Array.from({ length: DAYS }, (_, index) =>
    new Date(firstMs + index * DAY_MS).toISOString().slice(0, 10),
  );
  return { first: new Date(firstMs), days };
}
