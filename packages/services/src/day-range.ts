import { z } from "zod";

const DAY_MS = 86_400_000;

// PostgreSQL knows no year 0.
const Day = z.iso.date().refine((day) => day >= "1970-01-01", { error: "The day must not be before 1970." });

/** Days (UTC) that narrow a list: the first and the last one. */
export const DayRange = z.object({ from: Day.optional(), to: Day.optional() });
/** Parsed days of a list's filter. */
export type DayRange = z.infer<typeof DayRange>;

/** The times from the beginning of the first day to the end of the last one; null is without a bound. */
export function timesOf({ from, to }: DayRange): { since: Date | null; until: Date | null } {
  return {
    since: from === undefined ? null : new Date(`${from}T00:00:00Z`),
    until: to === undefined ? null : new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS),
  };
}
