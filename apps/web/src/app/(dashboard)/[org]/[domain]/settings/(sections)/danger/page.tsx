import type { Metadata } from "next";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { DeleteProject } from "./_components/delete-project.tsx";

export const metadata: Metadata = { title: "Danger zone" };

export default async function DangerSettingsPage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  const site = await params;
  const { repository, host } = await orNotFound((await api()).settings.get(site));
  return <DeleteProject repository={repository} isLocal={host === "local"} />;
}
