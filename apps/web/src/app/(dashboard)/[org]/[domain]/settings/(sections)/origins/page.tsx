import type { Metadata } from "next";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { OriginsView } from "./_components/origins-view.tsx";

export const metadata: Metadata = { title: "Allowed websites" };

export default async function OriginsSettingsPage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  const site = await params;
  return <OriginsView first={await orNotFound((await api()).key.list(site))} />;
}
