import type { Metadata } from "next";
import { FilterLinks } from "#components/filter-links.tsx";
import { PageTitle } from "#components/page-elements.tsx";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { PullList, type PullState } from "./_components/pull-list.tsx";

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
    <div data-wide className="flex flex-col gap-4">
      <PageTitle title="Pull requests">
        <StateFilter current={state} />
      </PageTitle>
      <PullList key={state ?? "all"} site={{ org, domain }} state={state} first={pulls} />
    </div>
  );
}

const WORDS: Record<PullState, string> = { open: "Open", merged: "Merged", closed: "Closed" };

export function StateFilter({ current }: { current: PullState | undefined }) {
  const all = { label: "All", href: "?", isCurrent: current === undefined };
  const states = PULL_STATES.map((state) => ({
    label: WORDS[state],
    href: `?state=${state}`,
    isCurrent: state === current,
  }));
  return <FilterLinks label="State" choices={[all, ...states]} />;
}

export const PULL_STATES: readonly PullState[] = ["open", "merged", "closed"];

/** The state that an address asks for; undefined for all of them and for what is none. */
export function readState(text: string | string[] | undefined): PullState | undefined {
  return PULL_STATES.find((state) => state === text);
}
