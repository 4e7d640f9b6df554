"use client";
import { useNow } from "./relative-time.tsx";

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
