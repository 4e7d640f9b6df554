import type { Metadata } from "next";
import { api } from "../../../../../../server/trpc/caller.ts";
import { orNotFound } from "../../../../../../server/trpc/or-not-found.ts";
import { PageTitle } from "../../../../_components/page-title.tsx";
import { PullList } from "./_components/pull-list.tsx";
import { readState } from "./_components/pull-state.ts";
import { StateFilter } from "./_components/state-filter.tsx";

export const metadata: Metadata = { title: "Pull requests" };

type Props = {
  params: Promise<{ org: string; domain: string }>;
  searchParams: Promise<{ state?: string | string[] }>;
};

export default async function PullsPage({ params, searchParams }: Props) {
  const { org, domain } = await params;
  const state = readState((await searchParams).state);
  const pulls = await orNotFound((await api()).pullRequest.list({ org, domain, state }));
  return (
    <div className="flex flex-col gap-4">
      <PageTitle title="Pull requests">
        <StateFilter current={state} />
      </PageTitle>
      <PullList key={state ?? "all"} site={{ org, domain }} state={state} first={pulls} />
    </div>
  );
}
