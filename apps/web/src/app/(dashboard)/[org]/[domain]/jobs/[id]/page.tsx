import type { Metadata } from "next";
import { cache } from "react";
import { jobTitle } from "#components/format.ts";
import { AddressState } from "#components/query-state.tsx";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { LiveJob } from "./_components/live-job.tsx";

type Props = { params: Promise<{ org: string; domain: string; id: string }> };

// The events first: those that come later follow, and renew the job. A job that was read before its last event would stay as it was.
const loadJob = cache(async (org: string, domain: string, id: string) => {
  const input = { org, domain, id };
  const { job } = await api();
  const past = await orNotFound(job.pastEvents(input));
  return { job: await orNotFound(job.get(input)), past };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { org, domain, id } = await params;
  return { title: jobTitle((await loadJob(org, domain, id)).job) };
}

export default async function JobPage({ params }: Props) {
  const { org, domain, id } = await params;
  const { job: jobs } = await api();
  const [{ job, past }, neighbours] = await Promise.all([
    loadJob(org, domain, id),
    orNotFound(jobs.neighbours({ org, domain, id })),
  ]);
  return (
    <AddressState>
      <LiveJob key={id} site={{ org, domain }} job={job} past={past} neighbours={neighbours} />
    </AddressState>
  );
}
