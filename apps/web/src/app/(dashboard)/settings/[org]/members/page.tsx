import type { Metadata } from "next";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { MembersView } from "./_components/members-view.tsx";

export const metadata: Metadata = { title: "Members" };

export default async function MembersPage({ params }: { params: Promise<{ org: string }> }) {
  const { org } = await params;
  return <MembersView first={await orNotFound((await api()).member.list({ org }))} />;
}
