export type WindowKind = "hour" | "day" | "month";

export type Window = {
  start: Date;
  /** Its length as `RateLimit-Policy` tells it; a month is 30 days there. */
  seconds: number;
  /** Until the next one. */
  resetSeconds: number;
};

const SECONDS = { hour: 3_600, day: 86_400, month: 2_592_000 } as const satisfies Record<WindowKind, number>;

/** The window of the calendar, in UTC, that a moment lies in. */
export function windowAt(kind: WindowKind, now: Date): Window {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const nowMs = now.getTime();
  const isMonth = kind === "month";
  const startMs = isMonth ? Date.UTC(year, month) : nowMs - (nowMs % (SECONDS[kind] * 1_000));
  const endMs = isMonth ? Date.UTC(year, month + 1) : startMs + SECONDS[kind] * 1_000;
  return { start: new Date(startMs), seconds: SECONDS[kind], resetSeconds: Math.ceil((endMs - nowMs) / 1_000) };
}
