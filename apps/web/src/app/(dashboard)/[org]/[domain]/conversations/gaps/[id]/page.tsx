import type { Metadata } from "next";
import { StoredAnswer } from "#components/answer/stored-answer.tsx";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { GapView } from "./_components/gap-view.tsx";

export const metadata: Metadata = { title: "Gap" };

type Props = { params: Promise<{ org: string; domain: string; id: string }> };

export default async function GapPage({ params }: Props) {
  const { id, ...site } = await params;
  const gap = await orNotFound((await api()).gap.get({ ...site, id }));
  return <GapView first={gap} firstAnswer={gap.answer && <StoredAnswer text={gap.answer.answer} />} />;
}
