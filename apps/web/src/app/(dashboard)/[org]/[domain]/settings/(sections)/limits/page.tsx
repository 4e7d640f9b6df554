import type { Metadata } from "next";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { ProjectLimits } from "./_components/project-limits.tsx";

export const metadata: Metadata = { title: "Limits and budgets" };

export default async function LimitsSettingsPage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  const site = await params;
  return (
    <div className="flex flex-col gap-5">
      <ProjectLimits first={await orNotFound((await api()).limit.jobs(site))} />
    </div>
  );
}
