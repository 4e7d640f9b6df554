import type { GapListItem } from "@docsteward/services/gap/gap";
import { EmptyState } from "@docsteward/ui/empty-state";
import { RelativeTime } from "@docsteward/ui/relative-time";
import type { Metadata } from "next";
import Link from "next/link";
import { z } from "zod";
import { FilterLinks } from "#components/filter-links.tsx";
import { Notice, PageTitle } from "#components/page-elements.tsx";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { ConversationTabs, SearchField } from "../../_components/list-controls.tsx";
import { firstParam, type Params, withSearchParams } from "../../_components/search-params.ts";
import { StageBadge } from "../_components/stage-badge.tsx";
import { GapPages } from "./_components/gap-pages.tsx";

export const metadata: Metadata = { title: "Gaps" };

const State = z.enum(["open", "dismissed", "done"]);
const Sort = z.enum(["asked", "newest"]);
const Page = z.coerce.number().int().min(1).max(10_000);

type Props = { params: Promise<{ org: string; domain: string }>; searchParams: Promise<Params> };

export default async function GapsPage({ params, searchParams }: Props) {
  const site = await params;
  const given = await searchParams;
  const state = State.safeParse(firstParam(given, "state")).data ?? "open";
  const sort = Sort.safeParse(firstParam(given, "sort")).data ?? "asked";
  const page = Page.safeParse(firstParam(given, "page")).data ?? 1;
  const search = firstParam(given, "q")?.slice(0, 200);
  const { gaps, total, counts } = await orNotFound((await api()).gap.list({ ...site, state, sort, search, page }));
  const path = `/${site.org}/${site.domain}/conversations/gaps`;
  const href = (changed: Record<string, string | undefined>) =>
    withSearchParams(path, {
      q: search,
      state: state === "open" ? undefined : state,
      sort: sort === "asked" ? undefined : sort,
      ...changed,
    });
  return (
    <div className="flex flex-col gap-4">
      <PageTitle title="Conversations" />
      <ConversationTabs />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchField label="Search gaps" value={search ?? ""} href={href({ q: undefined })} />
        <FilterLinks
          label="State"
          choices={State.options.map((value) => ({
            label: `${value[0]?.toUpperCase()}${value.slice(1)} ${counts[value]}`,
            href: href({ state: value === "open" ? undefined : value }),
            isCurrent: value === state,
          }))}
        />
        <FilterLinks
          label="Sort by"
          choices={[
            { label: "Most asked", href: href({ sort: undefined }), isCurrent: sort === "asked" },
            { label: "Newest", href: href({ sort: "newest" }), isCurrent: sort === "newest" },
          ]}
        />
      </div>
      {gaps.length === 0 ? (
        <Empty isFiltered={search !== undefined || state !== "open"} />
      ) : (
        <ul className="divide-y overflow-hidden rounded-lg border">
          {gaps.map((gap) => (
            <li key={gap.id}>
              <GapRow gap={gap} href={`${path}/${gap.id}`} />
            </li>
          ))}
        </ul>
      )}
      <GapPages
        page={page}
        total={total}
        shown={gaps.length}
        previous={page > 1 ? href({ page: page > 2 ? String(page - 1) : undefined }) : null}
        next={href({ page: String(page + 1) })}
      />
    </div>
  );
}

function GapRow({ gap, href }: { gap: GapListItem; href: string }) {
  const times = gap.askedCount === 1 ? "Asked once" : `Asked ${gap.askedCount} times`;
  return (
    <Link
      href={href}
      className="-outline-offset-2 flex flex-col gap-x-4 gap-y-1 px-3 py-2.5 hover:bg-accent/60 sm:flex-row sm:items-center"
    >
      <span className="flex min-w-0 flex-1 items-baseline gap-3">
        <span title={times} className="w-8 shrink-0 text-right font-semibold tabular-nums">
          <span aria-hidden>{gap.askedCount}×</span>
          <span className="sr-only">{times}</span>
        </span>
        <span className="min-w-0 truncate">{gap.question}</span>
      </span>
      <span className="flex items-center gap-3 pl-11 text-xs sm:pl-0">
        {gap.stage !== "open" && <StageBadge stage={gap.stage} />}
        {gap.note && <span className="max-w-40 truncate text-muted-foreground">{gap.note}</span>}
        <RelativeTime at={gap.lastAskedAt} className="ml-auto min-w-16 text-right text-muted-foreground tabular-nums" />
      </span>
    </Link>
  );
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Notice>No matching gaps. Remove a filter to see more.</Notice>;
  return (
    <EmptyState title="No gaps">
      <p className="text-muted-foreground">
        Gaps collect questions that the docs don't answer and answers that readers rated negative. Similar questions are
        grouped. Turn a gap into a job to add the answer. The gap closes when the assistant finds it.
      </p>
    </EmptyState>
  );
}
