import type { ReactNode } from "react";
import { useProject } from "#components/project-context.tsx";
import { projectHref } from "#components/project-pages.ts";
import { UsageSection } from "../../usage/_components/usage-section.tsx";

export const count = (value: number) => value.toLocaleString("en");
export const percent = (share: number | null) => (share === null ? "–" : `${Math.round(share * 100)} %`);
/** "17 ms", "2.4 s". */
export function duration(ms: number | null): string {
  if (ms === null) return "–";
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

type SectionProps = { title: string; hint: string; table: string; days: readonly string[]; children: ReactNode };

/** A part of the page with its CSV. */
export function AnalyticsSection({ title, hint, table, days, children }: SectionProps) {
  const csv = projectHref(useProject(), `analytics/export/${table}?days=${days.length}`);
  return (
    <UsageSection title={title} hint={hint} csv={csv}>
      {children}
    </UsageSection>
  );
}
