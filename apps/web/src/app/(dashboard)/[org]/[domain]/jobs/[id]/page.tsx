import type { Metadata } from "next";
import { cache } from "react";
import { jobTitle } from "#components/format.ts";
import { AddressState } from "#components/query-state.tsx";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { LiveJob } from "./_components/live-job.tsx";

type Props = { params: Promise<{ org: string; domain: string; id: string }> };

const loadJob = cache(async (org: string, domain: string, id: string) =>
  orNotFound((await api()).job.get({ org, domain, id })),
);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { org, domain, id } = await params;
  return { title: jobTitle(await loadJob(org, domain, id)) };
}

export default async function JobPage({ params }: Props) {
  const { org, domain, id } = await params;
  const input = { org, domain, id };
  const job = await loadJob(org, domain, id);
  const { job: jobs } = await api();
  const [past, neighbours] = await Promise.all([jobs.pastEvents(input), jobs.neighbours(input)]);
  return (
    <AddressState>
      <LiveJob key={id} site={{ org, domain }} job={job} past={past} neighbours={neighbours} />
    </AddressState>
  );
}
