import type { Metadata } from "next";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { SourcesView } from "./_components/sources-view.tsx";

export const metadata: Metadata = { title: "Sources" };

export default async function SourcesSettingsPage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  const site = await params;
  const { source, project } = await api();
  const [sources, places] = await Promise.all([orNotFound(source.list(site)), project.places()]);
  const { mayUsePaths, isGitHubConnected } = places;
  return <SourcesView first={sources} mayUsePaths={mayUsePaths} isGitHubConnected={isGitHubConnected} />;
}
