import type { Metadata } from "next";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { CallLimits } from "./_components/call-limits.tsx";
import { JobLimitsView } from "./_components/job-limits.tsx";

export const metadata: Metadata = { title: "Limits and budgets" };

export default async function LimitsSettingsPage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  const site = await params;
  const { limit, key } = await api();
  const [limits, jobs, keys] = await orNotFound(Promise.all([limit.list(site), limit.jobs(site), key.list(site)]));
  const choices = keys.filter(({ state }) => state === "valid").map(({ id, name, hint }) => ({ id, name, hint }));
  return (
    <div className="flex flex-col gap-5">
      <JobLimitsView first={jobs} />
      <CallLimits first={limits} keys={choices} />
    </div>
  );
}
