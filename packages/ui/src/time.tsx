"use client";

import { useSyncExternalStore } from "react";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "just now", "5m", "3h", "2d", and the date itself beyond a month. */
export function relativeTime(from: Date, now: Date): string {
  const seconds = Math.max(0, (now.getTime() - from.getTime()) / 1000);
  if (seconds < MINUTE) return "just now";
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)}m ago`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)}h ago`;
  if (seconds < 30 * DAY) return `${Math.floor(seconds / DAY)}d ago`;
  return from.toISOString().slice(0, 10);
}

let nowMs = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

// One clock for all times on a page: they move together, and stop when none is shown.
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) nowMs = Date.now();
  listeners.add(listener);
  timer ??= setInterval(() => {
    nowMs = Date.now();
    for (const tell of listeners) tell();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** The time now, in milliseconds, renewed every second while the component is on the page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => nowMs, nowOfServer);
}

// A browser cannot know what time it was when the server rendered. Zero differs from any time, so the browser replaces the
// server's text immediately. This is never the clock above, which stays at its value without a subscriber.
const nowOfServer = () => (typeof window === "undefined" ? Date.now() : 0);

/** How long ago something was, with the exact time on hover. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const nowMs = useNow();
  return (
    <time dateTime={at} title={new Date(at).toUTCString()} className={className} suppressHydrationWarning>
      {relativeTime(new Date(at), new Date(nowMs))}
    </time>
  );
}

/** "840 ms", "12 s", "3 min 20 s", "2 h 5 min". */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`;
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The time between two moments; counts on while there is no `to`. */
export function Duration({ from, to, className }: { from: string; to: string | null; className?: string }) {
  const nowMs = useNow();
  const endMs = to === null ? nowMs : new Date(to).getTime();
  return (
    <span className={className} suppressHydrationWarning>
      {formatDuration(endMs - new Date(from).getTime())}
    </span>
  );
}
