import type { Metadata } from "next";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { readJobFilter, toListInput } from "./_components/job-filter.ts";
import { JobsView } from "./_components/jobs-view.tsx";

export const metadata: Metadata = { title: "Jobs" };

type Props = {
  params: Promise<{ org: string; domain: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function JobsPage({ params, searchParams }: Props) {
  const { org, domain } = await params;
  const given = await searchParams;
  const filter = readJobFilter({ get: (name) => [given[name]].flat()[0] ?? null });
  const { job: jobs } = await api();
  const first = await orNotFound(jobs.list({ org, domain, ...toListInput(filter) }));
  return <JobsView site={{ org, domain }} firstFilter={filter} first={first} />;
}
