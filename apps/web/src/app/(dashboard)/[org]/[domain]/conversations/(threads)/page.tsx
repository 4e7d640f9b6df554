import type { Metadata } from "next";
import { ExportMenu } from "#components/export-menu.tsx";
import { FilterLinks } from "#components/filter-links.tsx";
import { Notice, PageTitle } from "#components/page-elements.tsx";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { ConversationTabs, DateFields, SearchField } from "../_components/list-controls.tsx";
import { type Params, withSearchParams } from "../_components/search-params.ts";
import { FirstQuestion, ThreadList } from "./_components/thread-list.tsx";
import { readThreadFilter, toThreadParams } from "./thread-filter.ts";

export const metadata: Metadata = { title: "Conversations" };

const MATTERS = [
  [undefined, "All"],
  ["unanswered", "Unanswered"],
  ["down", "Rated bad"],
  ["up", "Rated good"],
  ["failed", "Failed"],
] as const;
const TIMES = [
  [undefined, "Any time"],
  [1, "24 hours"],
  [7, "7 days"],
  [30, "30 days"],
] as const;

type Props = { params: Promise<{ org: string; domain: string }>; searchParams: Promise<Params> };

export default async function ConversationsPage({ params, searchParams }: Props) {
  const site = await params;
  const filter = readThreadFilter(await searchParams);
  const { thread: threads } = await api();
  const [list, counts] = await orNotFound(
    Promise.all([threads.list({ ...site, ...filter }), threads.counts({ ...site, days: 30 })]),
  );
  const path = `/${site.org}/${site.domain}/conversations`;
  const hrefOf = (changed: Partial<typeof filter>) => withSearchParams(path, toThreadParams({ ...filter, ...changed }));
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <div className="flex flex-col gap-4">
      <PageTitle title="Conversations">
        {counts.questions > 0 && (
          <p className="text-muted-foreground text-xs tabular-nums">
            Last 30 days: {counts.questions.toLocaleString("en")} questions, {counts.unanswered} unanswered, {counts.up}{" "}
            rated good, {counts.down} rated bad
          </p>
        )}
      </PageTitle>
      <ConversationTabs />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchField label="Search threads" value={filter.search ?? ""} href={hrefOf({ search: undefined })} />
        <FilterLinks
          label="Outcome"
          choices={MATTERS.map(([value, label]) => ({
            label,
            href: hrefOf({ about: value }),
            isCurrent: filter.about === value,
          }))}
        />
        <FilterLinks
          label="Time"
          choices={TIMES.map(([value, label]) => ({
            label,
            href: hrefOf({ days: value, from: undefined, to: undefined }),
            isCurrent: filter.days === value && filter.from === undefined && filter.to === undefined,
          }))}
        />
        <DateFields
          from={filter.from}
          to={filter.to}
          href={hrefOf({ days: undefined, from: undefined, to: undefined })}
        />
        <div className="ml-auto">
          <ExportMenu href={withSearchParams(`${path}/export`, toThreadParams(filter))} />
        </div>
      </div>
      <ThreadList
        key={JSON.stringify(filter)}
        filter={filter}
        first={list}
        empty={isFiltered ? <Notice>No matching threads. Remove a filter to see more.</Notice> : <FirstQuestion />}
      />
    </div>
  );
}
