import type { Metadata } from "next";
import { api } from "../../../../../../server/trpc/caller.ts";
import { orNotFound } from "../../../../../../server/trpc/or-not-found.ts";
import { titleOf } from "../../../../_components/title-of.ts";
import { LiveJob } from "./_components/live-job.tsx";

type Props = { params: Promise<{ org: string; domain: string; id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: titleOf(await orNotFound((await api()).job.get(await params))) };
}

export default async function JobPage({ params }: Props) {
  const { org, domain, id } = await params;
  const { job: jobs } = await api();
  const input = { org, domain, id };
  const job = await orNotFound(jobs.get(input));
  const [events, diff] = await Promise.all([jobs.pastEvents(input), jobs.diff(input)]);
  return <LiveJob key={id} site={{ org, domain }} job={job} events={events} diff={diff} />;
}
