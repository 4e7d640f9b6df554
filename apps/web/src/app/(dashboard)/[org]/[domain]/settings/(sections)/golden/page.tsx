import type { Metadata } from "next";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { GoldenView } from "./_components/golden-view.tsx";

export const metadata: Metadata = { title: "Golden questions" };

export default async function GoldenSettingsPage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  const site = await params;
  const { golden } = await api();
  const [questions, state] = await Promise.all([orNotFound(golden.list(site)), orNotFound(golden.state(site))]);
  return <GoldenView firstQuestions={questions} firstState={state} />;
}
