import { JobStatus } from "@docsteward/contract/job";
import type { Metadata } from "next";
import { api } from "../../../../../../server/trpc/caller.ts";
import { orNotFound } from "../../../../../../server/trpc/or-not-found.ts";
import { PageTitle } from "../../../../_components/page-title.tsx";
import { FirstJob } from "./_components/first-job.tsx";
import { JobList } from "./_components/job-list.tsx";
import { StatusFilter } from "./_components/status-filter.tsx";

export const metadata: Metadata = { title: "Jobs" };

type Props = {
  params: Promise<{ org: string; domain: string }>;
  searchParams: Promise<{ status?: string | string[]; archived?: string | string[] }>;
};

export default async function JobsPage({ params, searchParams }: Props) {
  const site = await params;
  const search = await searchParams;
  const filter = { status: JobStatus.safeParse(search.status).data, archived: search.archived === "true" };
  const { job: jobs, project: projects } = await api();
  const [list, project] = await orNotFound(Promise.all([jobs.list({ ...site, ...filter }), projects.get(site)]));
  const isFiltered = filter.status !== undefined || filter.archived;
  return (
    <div className="flex flex-col gap-4">
      <PageTitle title="Jobs">
        <StatusFilter {...filter} />
      </PageTitle>
      <JobList
        key={JSON.stringify(filter)}
        site={site}
        filter={filter}
        first={list}
        empty={isFiltered ? <NoMatch /> : <FirstJob projectId={project.id} baseUrl={project.baseUrl} />}
      />
    </div>
  );
}

function NoMatch() {
  return <p className="rounded-lg border border-dashed px-3 py-8 text-center text-muted-foreground">No such jobs.</p>;
}
