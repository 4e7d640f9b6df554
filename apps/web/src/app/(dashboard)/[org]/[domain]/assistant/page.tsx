import type { Metadata } from "next";
import { AddressState } from "#components/query-state.tsx";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { Playground } from "./_components/playground.tsx";

export const metadata: Metadata = { title: "Playground" };

type Props = {
  params: Promise<{ org: string; domain: string }>;
  searchParams: Promise<{ chat?: string | string[] }>;
};

export default async function AssistantPage({ params, searchParams }: Props) {
  const site = await params;
  const { chat } = await searchParams;
  const threadId = typeof chat === "string" && chat.length <= 128 ? chat : null;
  const { playground } = await api();
  const [state, threads, thread] = await orNotFound(
    Promise.all([
      playground.get(site),
      playground.threads(site),
      threadId === null ? null : playground.thread({ ...site, threadId }),
    ]),
  );
  return (
    <AddressState>
      <Playground first={{ state, threads, thread }} />
    </AddressState>
  );
}
