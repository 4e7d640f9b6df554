"use client";

import { Button } from "@docsteward/ui/button";
import { cn } from "@docsteward/ui/cn";
import { Segmented } from "@docsteward/ui/segmented";
import { ErrorState, Skeleton } from "@docsteward/ui/states";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { parseAsString, parseAsStringLiteral, useQueryState } from "nuqs";
import type { ReactNode } from "react";
import type { Preview } from "../../server/pull-request/preview.ts";
import { useTRPC } from "../../trpc/client.tsx";
import { Notice } from "../page-elements.tsx";
import { DiffTree, sortAsTree } from "./diff-view.tsx";
import { findPreviewMarks, type PreviewMarks } from "./preview-marks.ts";
import { MarksContext, PreviewNodes } from "./preview-nodes.tsx";
import { type PreviewRows, toPreviewRows } from "./preview-rows.ts";

const SIDES = ["before", "after"] as const;
type Side = (typeof SIDES)[number];
const SIDE_CHOICES = [
  { value: "before", label: "Before" },
  { value: "after", label: "After" },
] as const;

type Props = { site: { org: string; domain: string }; number: number; repository: string };

/** The changed pages as a reader will see them: no image is fetched, no component and no HTML is run. */
export function PullRequestPreview({ site: { org, domain }, number, repository }: Props) {
  const trpc = useTRPC();
  const [chosen, choose] = useQueryState("page", parseAsString);
  const search = useSearchParams();
  const {
    data: diff,
    error,
    refetch,
  } = useQuery(
    trpc.pullRequest.diff.queryOptions({ org, domain, number, repository, style: "unified" }, { staleTime: 30_000 }),
  );
  const pages = sortAsTree(diff?.files.filter(({ path }) => /\.(?:mdx?|markdown)$/i.test(path)) ?? []);
  const path = pages.find((page) => page.path === chosen)?.path ?? pages[0]?.path;
  if (error) return <ErrorState message={error.message} onRetry={() => refetch()} />;
  if (diff === undefined) return <PreviewSkeleton />;
  if (path === undefined) return <Notice>{diff.problem ?? "No Markdown pages changed."}</Notice>;
  const hrefOf = (page: string) => {
    const next = new URLSearchParams(search);
    next.set("page", page);
    return `?${next}`;
  };
  return (
    <section aria-label="Preview" className="@container/preview min-w-0">
      <div className="grid @5xl/preview:grid-cols-[16rem_minmax(0,1fr)] items-start gap-3">
        <div className="@5xl/preview:sticky @5xl/preview:top-[calc(var(--page-header,3rem)+0.75rem)] @5xl/preview:max-h-[calc(100dvh-var(--page-header,3rem)-1.5rem)] max-h-60 min-w-0 overflow-y-auto">
          <DiffTree
            label="Changed pages"
            files={pages}
            hrefOf={hrefOf}
            current={path}
            onChoose={(next) => void choose(next)}
          />
        </div>
        <PagePreview key={path} site={{ org, domain }} number={number} repository={repository} path={path}>
          <Pager paths={pages.map((page) => page.path)} current={path} onChoose={(next) => void choose(next)} />
        </PagePreview>
      </div>
    </section>
  );
}

/** Leads from page to page where the list has scrolled away. */
function Pager(props: { paths: readonly string[]; current: string; onChoose: (path: string) => void }) {
  const { paths, current, onChoose } = props;
  const at = paths.indexOf(current);
  const step = (label: string, to: string | undefined, Icon: typeof ChevronLeft) => (
    <Button
      size="icon"
      variant="ghost"
      aria-label={label}
      disabled={to === undefined}
      onClick={() => to !== undefined && onChoose(to)}
    >
      <Icon aria-hidden />
    </Button>
  );
  return (
    <div className="flex min-w-0 items-center gap-1 text-muted-foreground text-xs @5xl/preview:hidden">
      <span className="min-w-0 truncate font-mono text-foreground">{current}</span>
      {paths.length > 1 && (
        <>
          <span className="shrink-0 tabular-nums">
            {at + 1} of {paths.length}
          </span>
          {step("Previous page", paths[at - 1], ChevronLeft)}
          {step("Next page", paths[at + 1], ChevronRight)}
        </>
      )}
    </div>
  );
}

/** One page before and after: side by side where there is room, and else one of them with a switch. */
function PagePreview({ site, number, repository, path, children }: Props & { path: string; children: ReactNode }) {
  const trpc = useTRPC();
  const [side, setSide] = useQueryState("side", parseAsStringLiteral(SIDES).withDefault("after"));
  const { data, error, refetch } = useQuery(
    trpc.pullRequest.preview.queryOptions({ ...site, number, repository, path }, { staleTime: 30_000 }),
  );
  if (error) return <ErrorState message={error.message} onRetry={() => refetch()} />;
  if (data === undefined) return <PreviewSkeleton />;
  const { before, after } = data;
  const rows = toPreviewRows(before?.blocks ?? [], after?.blocks ?? []);
  const isBoth = before !== null && after !== null;
  // Of a page that is new or deleted all is, and there is nothing to mark.
  if (!isBoth) rows.changed.clear();
  const sideProps = {
    rows,
    marks: isBoth ? marksOf(before, after, rows) : new Map(),
    hasNewTitle: isBoth && before.title !== after.title,
  };
  return (
    <div ref={showFirstChange} className="@container min-w-0 scroll-mt-[calc(var(--page-header,3rem)+0.75rem)]">
      <div className="sticky top-(--page-header,3rem) z-10 flex flex-col gap-1 bg-background pt-1 pb-2">
        {children}
        <Segmented
          label="Version"
          choices={SIDE_CHOICES}
          value={side}
          onChange={(next) => void setSide(next)}
          className="@2xl:hidden"
        />
        <div aria-hidden className="@2xl:grid hidden grid-cols-2 gap-3 px-4 font-medium text-muted-foreground">
          {SIDE_CHOICES.map(({ value, label }) => (
            <span key={value}>{label}</span>
          ))}
        </div>
      </div>
      <div className="@2xl:grid flex flex-col @2xl:grid-cols-2 gap-3">
        <PreviewSide side="before" isChosen={side === "before"} page={before} {...sideProps} />
        <PreviewSide side="after" isChosen={side === "after"} page={after} {...sideProps} />
      </div>
    </div>
  );
}

/** The words that differ in the rows that hold a block of each side. */
function marksOf(before: Preview, after: Preview, rows: PreviewRows): PreviewMarks {
  const marks: PreviewMarks = new Map();
  const now = new Map(rows.after.map((row, at) => [row, after.blocks[at]?.node]));
  for (const [at, row] of rows.before.entries()) {
    const [from, to] = [before.blocks[at]?.node, now.get(row)];
    if (rows.changed.has(row) && from && to) findPreviewMarks(from, to, marks);
  }
  return marks;
}

/** Brings the first change into view, and the top of a page that has none. */
function showFirstChange(place: HTMLElement | null): void {
  if (place === null) return;
  const topOf = (element: Element) => element.getBoundingClientRect().top;
  const [first = place] = [...place.querySelectorAll("[data-changed]")]
    .filter((element) => element.checkVisibility())
    .sort((a, b) => topOf(a) - topOf(b));
  const top = topOf(first);
  const isInView = top >= Number.parseFloat(getComputedStyle(first).scrollMarginTop) && top < window.innerHeight / 2;
  if (!isInView) first.scrollIntoView({ block: "start" });
}

const LOOKS = {
  before: {
    label: "Before",
    absence: "New page.",
    mark: "border-destructive",
    words: "bg-destructive/15",
    said: "Changed or removed: ",
  },
  after: {
    label: "After",
    absence: "Deleted page.",
    mark: "border-success",
    words: "bg-success/15",
    said: "New or changed: ",
  },
} as const;

type SideProps = {
  side: Side;
  /** Shown where there is room for one side only. */
  isChosen: boolean;
  page: Preview | null;
  rows: PreviewRows;
  marks: PreviewMarks;
  hasNewTitle: boolean;
};

/** A side of a page. Its blocks are in the rows that both sides share, so that what stayed is at the same height. */
function PreviewSide({ side, isChosen, page, rows, marks, hasNewTitle }: SideProps) {
  const { label, absence, mark, words, said } = LOOKS[side];
  return (
    <article
      aria-label={label}
      style={{ gridRow: `1 / span ${rows.count + 1}` }}
      className={cn(
        "@2xl:grid min-w-0 flex-col @2xl:grid-rows-subgrid content-start gap-3 overflow-x-auto break-words rounded-lg border bg-card px-4 py-3",
        isChosen ? "flex" : "hidden",
      )}
    >
      <div className="min-w-0">
        {page === null && <p className="text-muted-foreground">{absence}</p>}
        {page?.problem && (
          <p className="break-words rounded-md border border-warning/30 bg-warning/5 px-3 py-2">{page.problem}</p>
        )}
        {page?.title && (
          <p
            data-changed={hasNewTitle || undefined}
            className={cn(
              "-ml-4 border-l-2 pl-3.5 font-semibold text-xl tracking-tight",
              hasNewTitle ? mark : "border-transparent",
            )}
          >
            {page.title}
          </p>
        )}
      </div>
      <MarksContext value={{ marks, className: words }}>
        {page?.blocks.map(({ node }, index) => {
          const row = rows[side][index] ?? 0;
          const isChanged = rows.changed.has(row);
          return (
            <div
              key={row}
              data-changed={isChanged || undefined}
              style={{ gridRow: row + 1 }}
              className={cn(
                "-ml-4 min-w-0 scroll-mt-[calc(var(--page-header,3rem)+5.5rem)] border-l-2 pl-3.5",
                isChanged ? mark : "border-transparent",
              )}
            >
              {isChanged && <span className="sr-only">{said}</span>}
              <PreviewNodes nodes={[node]} />
            </div>
          );
        })}
      </MarksContext>
    </article>
  );
}

function PreviewSkeleton() {
  return (
    <div role="status" aria-label="Loading preview" className="flex flex-col gap-3">
      <Skeleton className="h-7 w-64" />
      <Skeleton className="h-72 w-full" />
    </div>
  );
}
