import type { PeriodQuery } from "@docsteward/contract/analytics";
import type { Prisma } from "@docsteward/db/client";
import { RECHECK_READER } from "../thread/reader.ts";

const LONG_AGO = new Date(0);
const FAR_OFF = new Date("9999-01-01T00:00:00Z");

/** A period with both ends: from `from` until before `to`. */
export function boundsOf({ dateFrom, dateTo }: PeriodQuery): { from: Date; to: Date } {
  return { from: dateFrom ?? LONG_AGO, to: dateTo ?? FAR_OFF };
}

/** The same in whole days: the first one, and the one behind the last. */
export function daysOf(period: PeriodQuery): { first: string; end: string } {
  const { from, to } = boundsOf(period);
  const isWhole = to.getTime() % DAY_MS === 0;
  const end = isWhole ? to : new Date(to.getTime() + DAY_MS);
  return { first: toDay(from), end: toDay(end) };
}

const DAY_MS = 86_400_000;
const toDay = (date: Date) => date.toISOString().slice(0, 10);

/** The questions of readers: not those of a gap that was asked again. */
export const OF_READERS = { thread: { fp: { not: RECHECK_READER } } } satisfies Prisma.ThreadTurnWhereInput;
