import type { Metadata } from "next";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { Overview } from "./_components/overview.tsx";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  const site = await params;
  const { overview } = await api();
  const [first, firstNeeds] = await orNotFound(Promise.all([overview.get(site), overview.needs(site)]));
  return <Overview first={first} firstNeeds={firstNeeds} />;
}
