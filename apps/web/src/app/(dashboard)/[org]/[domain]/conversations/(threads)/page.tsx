import { THREAD_TOPICS } from "@docsteward/services/thread/list";
import type { Metadata } from "next";
import { z } from "zod";
import { FilterLinks } from "#components/filter-links.tsx";
import { Notice, PageTitle } from "#components/page-elements.tsx";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { ConversationTabs, SearchField } from "../_components/list-controls.tsx";
import { firstParam, type Params, withSearchParams } from "../_components/search-params.ts";
import { FirstQuestion, ThreadList } from "./_components/thread-list.tsx";

export const metadata: Metadata = { title: "Conversations" };

const Matter = z.enum(THREAD_TOPICS);
const Days = z.enum(["1", "7", "30"]);
const MATTERS = [
  [undefined, "All"],
  ["unanswered", "Unanswered"],
  ["down", "Rated negative"],
  ["up", "Rated positive"],
  ["failed", "Failed"],
] as const;
const TIMES = [
  [undefined, "Any time"],
  ["1", "24 hours"],
  ["7", "7 days"],
  ["30", "30 days"],
] as const;

type Props = { params: Promise<{ org: string; domain: string }>; searchParams: Promise<Params> };

export default async function ConversationsPage({ params, searchParams }: Props) {
  const site = await params;
  const given = await searchParams;
  const about = Matter.safeParse(firstParam(given, "about")).data;
  const days = Days.safeParse(firstParam(given, "days")).data;
  const search = firstParam(given, "q")?.slice(0, 200);
  const filter = { search, about, days: days === undefined ? undefined : Number(days) };
  const { thread: threads } = await api();
  const [list, counts] = await orNotFound(
    Promise.all([threads.list({ ...site, ...filter }), threads.counts({ ...site, days: 30 })]),
  );
  const path = `/${site.org}/${site.domain}/conversations`;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <div className="flex flex-col gap-4">
      <PageTitle title="Conversations">
        {counts.questions > 0 && (
          <p className="text-muted-foreground text-xs tabular-nums">
            Last 30 days: {counts.questions.toLocaleString("en")} questions, {counts.unanswered} unanswered, {counts.up}{" "}
            rated positive, {counts.down} rated negative
          </p>
        )}
      </PageTitle>
      <ConversationTabs />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchField label="Search threads" value={search ?? ""} href={withSearchParams(path, { about, days })} />
        <FilterLinks
          label="Outcome"
          choices={MATTERS.map(([value, label]) => ({
            label,
            href: withSearchParams(path, { q: search, about: value, days }),
            isCurrent: about === value,
          }))}
        />
        <FilterLinks
          label="Time"
          choices={TIMES.map(([value, label]) => ({
            label,
            href: withSearchParams(path, { q: search, about, days: value }),
            isCurrent: days === value,
          }))}
        />
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
