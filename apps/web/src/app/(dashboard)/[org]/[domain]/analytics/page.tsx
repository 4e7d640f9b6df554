import type { Metadata } from "next";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { Analytics } from "./_components/analytics.tsx";

export const metadata: Metadata = { title: "Analytics" };

export default async function AnalyticsPage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  const site = await params;
  return <Analytics first={await orNotFound((await api()).analytics.get(site))} />;
}
