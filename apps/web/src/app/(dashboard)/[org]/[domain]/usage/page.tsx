import type { Metadata } from "next";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { Usage } from "./_components/usage.tsx";

export const metadata: Metadata = { title: "Usage" };

export default async function UsagePage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  const site = await params;
  return <Usage first={await orNotFound((await api()).usage.get(site))} />;
}
