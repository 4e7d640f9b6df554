import type { Metadata } from "next";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { IndexView } from "./_components/index-view.tsx";

export const metadata: Metadata = { title: "Index" };

export default async function IndexSettingsPage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  const site = await params;
  const { siteIndex } = await api();
  const [state, contents] = await orNotFound(Promise.all([siteIndex.get(site), siteIndex.contents(site)]));
  return <IndexView first={state} firstContents={contents} />;
}
