import type { Metadata } from "next";
import { CallLimits } from "#components/settings/call-limits.tsx";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { OrganizationJobLimits } from "./_components/organization-job-limits.tsx";

export const metadata: Metadata = { title: "Limits and budgets" };

export default async function OrganizationLimitsPage({ params }: { params: Promise<{ org: string }> }) {
  const { org } = await params;
  const { limit } = await api();
  const [limits, jobs, keys] = await orNotFound(
    Promise.all([limit.list({ org }), limit.jobs({ org }), limit.keys({ org })]),
  );
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      <OrganizationJobLimits first={jobs} />
      <CallLimits first={limits} keys={keys} />
    </div>
  );
}
