import { EmptyState } from "@docsteward/ui/states";
import type { Metadata } from "next";
import { z } from "zod";
import { FilterLinks } from "#components/filter-links.tsx";
import { Notice, PageTitle } from "#components/page-elements.tsx";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { ConversationTabs, SearchField } from "../../_components/list-controls.tsx";
import { firstParam, type Params, withSearchParams } from "../../_components/search-params.ts";
import { GapList } from "./_components/gap-list.tsx";
import { GapPages } from "./_components/gap-pages.tsx";

export const metadata: Metadata = { title: "Gaps" };

const State = z.enum(["open", "dismissed", "done"]);
const Sort = z.enum(["asked", "newest"]);
const Owner = z.enum(["me", "none"]);
const Page = z.coerce.number().int().min(1).max(10_000);

type Props = { params: Promise<{ org: string; domain: string }>; searchParams: Promise<Params> };

export default async function GapsPage({ params, searchParams }: Props) {
  const site = await params;
  const given = await searchParams;
  const state = State.safeParse(firstParam(given, "state")).data ?? "open";
  const sort = Sort.safeParse(firstParam(given, "sort")).data ?? "asked";
  const owner = Owner.safeParse(firstParam(given, "owner")).data;
  const page = Page.safeParse(firstParam(given, "page")).data ?? 1;
  const search = firstParam(given, "q")?.slice(0, 200);
  const { gaps, total, counts } = await orNotFound(
    (await api()).gap.list({ ...site, state, sort, search, owner, page }),
  );
  const path = `/${site.org}/${site.domain}/conversations/gaps`;
  const href = (changed: Record<string, string | undefined>) =>
    withSearchParams(path, {
      q: search,
      state: state === "open" ? undefined : state,
      sort: sort === "asked" ? undefined : sort,
      owner,
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
          label="Owner"
          choices={[
            { label: "Anyone", href: href({ owner: undefined }), isCurrent: owner === undefined },
            { label: "Mine", href: href({ owner: "me" }), isCurrent: owner === "me" },
            { label: "Without owner", href: href({ owner: "none" }), isCurrent: owner === "none" },
          ]}
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
        <Empty isFiltered={search !== undefined || state !== "open" || owner !== undefined} />
      ) : (
        <GapList gaps={gaps} path={path} isOpen={state === "open"} />
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

function Empty({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Notice>No matching gaps. Remove a filter to see more.</Notice>;
  return (
    <EmptyState title="No gaps">
      <p className="text-muted-foreground">
        Gaps collect questions that the docs don't answer and answers that readers rated bad. Similar questions are
        grouped. Turn a gap into a job to add the answer. The gap closes when the assistant finds it.
      </p>
    </EmptyState>
  );
}
