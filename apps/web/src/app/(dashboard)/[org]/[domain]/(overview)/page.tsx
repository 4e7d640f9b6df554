import type { Metadata } from "next";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { Overview } from "./_components/overview.tsx";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  const site = await params;
  return <Overview first={await orNotFound((await api()).overview.get(site))} />;
}
