import type { Metadata } from "next";
import { createLoader, type SearchParams } from "nuqs/server";
import { AddressState } from "#components/query-state.tsx";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { FILTER_PARSERS, toListInput } from "./_components/job-filter.ts";
import { JobsView } from "./_components/jobs-view.tsx";

export const metadata: Metadata = { title: "Jobs" };

type Props = { params: Promise<{ org: string; domain: string }>; searchParams: Promise<SearchParams> };

const loadFilter = createLoader(FILTER_PARSERS);

export default async function JobsPage({ params, searchParams }: Props) {
  const { org, domain } = await params;
  const filter = await loadFilter(searchParams);
  const { job: jobs } = await api();
  const first = await orNotFound(jobs.list({ org, domain, ...toListInput(filter) }));
  return (
    <AddressState>
      <JobsView site={{ org, domain }} firstFilter={filter} first={first} />
    </AddressState>
  );
}
