import type { Metadata } from "next";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { AccessView } from "./_components/access-view.tsx";

export const metadata: Metadata = { title: "Reader access" };

export default async function AccessSettingsPage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  const site = await params;
  return <AccessView first={await orNotFound((await api()).readerAccess.get(site))} />;
}
