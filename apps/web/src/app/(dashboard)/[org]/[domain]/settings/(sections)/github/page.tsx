import type { Metadata } from "next";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { RepositorySection } from "./_components/repository-section.tsx";

export const metadata: Metadata = { title: "Repository" };

export default async function RepositorySettingsPage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  return <RepositorySection first={await orNotFound((await api()).github.get(await params))} />;
}
