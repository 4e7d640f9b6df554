import type { Summary } from "../measure/summarize.ts";

/** `3.9 s`, `194 ms`, `4.2 ms`. */
export function formatMs(ms: number): string {
  if (ms >= 1_000) return `${(ms / 1_000).toFixed(ms >= 10_000 ? 1 : 2)} s`;
  return `${ms.toFixed(ms >= 100 ? 0 : 1)} ms`;
}

/** `3.2 MB`, `18 KB`. */
export function formatBytes(bytes: number): string {
  if (Math.abs(bytes) >= 1_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000).toFixed(1)} KB`;
}

/** `97.3 %`; only what is whole is called 100 %. */
export function formatShare(share: number): string {
  return share === 1 ? "100 %" : `${(Math.floor(share * 1_000) / 10).toFixed(1)} %`;
}

export const formatRatio = (ratio: number): string => `${ratio.toFixed(ratio >= 10 ? 0 : 1)}x`;

/** Median and range of a series as two cells. */
export function formatSummary({ median, min, max }: Summary, format: (value: number) => string): [string, string] {
  return [format(median), `${format(min)} – ${format(max)}`];
}
