import type { Metadata } from "next";
import { api } from "../../../../../server/trpc/caller.ts";
import { orNotFound } from "../../../../../server/trpc/or-not-found.ts";
import { Usage } from "./_components/usage.tsx";

export const metadata: Metadata = { title: "Usage" };

export default async function UsagePage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  const site = await params;
  return <Usage first={await orNotFound((await api()).usage.get(site))} />;
}
