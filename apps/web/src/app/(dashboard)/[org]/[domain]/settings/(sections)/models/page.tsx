import type { Metadata } from "next";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { ModelsView } from "./_components/models-view.tsx";

export const metadata: Metadata = { title: "Models" };

export default async function ModelsSettingsPage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  const site = await params;
  return <ModelsView first={await orNotFound((await api()).model.get(site))} />;
}
