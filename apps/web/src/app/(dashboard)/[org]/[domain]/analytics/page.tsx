import { REPORT_DAYS } from "@docsteward/services/analytics/report";
import type { Metadata } from "next";
import { FilterLinks } from "#components/filter-links.tsx";
import { projectHref } from "#components/project-pages.ts";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { firstParam, type Params } from "../conversations/_components/search-params.ts";
import { Analytics } from "./_components/analytics.tsx";

export const metadata: Metadata = { title: "Analytics" };

type Props = { params: Promise<{ org: string; domain: string }>; searchParams: Promise<Params> };

export default async function AnalyticsPage({ params, searchParams }: Props) {
  const site = await params;
  const asked = Number(firstParam(await searchParams, "days"));
  const days = REPORT_DAYS.find((count) => count === asked) ?? 30;
  const first = await orNotFound((await api()).analytics.get({ ...site, days }));
  return (
    <Analytics first={first} days={days}>
      <FilterLinks
        label="Period"
        choices={REPORT_DAYS.map((count) => ({
          label: `${count} days`,
          href: `${projectHref(site, "analytics")}?days=${count}`,
          isCurrent: count === days,
        }))}
      />
    </Analytics>
  );
}
