import type { AnalyticsReport } from "@docsteward/services/analytics/report";

type Day = AnalyticsReport["summary"]["days"][number];

/** A row for each day of a chart: those without questions have none in the summary. */
export function fillDays(days: readonly string[], counted: readonly Day[]): Day[] {
  const known = new Map(counted.map((row) => [row.day, row]));
  const none = { questions: 0, answered: 0, unanswered: 0, failed: 0, deflected: 0, up: 0, down: 0 };
  return days.map((day) => known.get(day) ?? { day, ...none });
}
