"use client";

import { Button } from "@docsteward/ui/button";
import { cn } from "@docsteward/ui/cn";
import { Segmented } from "@docsteward/ui/segmented";
import { Select } from "@docsteward/ui/select";
import { ErrorState, Skeleton } from "@docsteward/ui/states";
import { useQuery } from "@tanstack/react-query";
import { ArrowDown } from "lucide-react";
import { parseAsString, parseAsStringLiteral, useQueryState } from "nuqs";
import { useRef } from "react";
import type { Preview } from "../../server/pull-request/preview.ts";
import { useTRPC } from "../../trpc/client.tsx";
import { Notice } from "../page-elements.tsx";
import { PreviewNodes } from "./preview-nodes.tsx";

const SIDES = ["after", "before", "both"] as const;
const SIDE_CHOICES = [
  { value: "after", label: "After" },
  { value: "before", label: "Before" },
  { value: "both", label: "Both" },
] as const;

type Props = { site: { org: string; domain: string }; number: number; repository: string };

/** The changed pages as a reader will see them: no image is fetched, no component and no HTML is run. */
export function PullRequestPreview({ site: { org, domain }, number, repository }: Props) {
  const trpc = useTRPC();
  const [chosen, choose] = useQueryState("page", parseAsString);
  const [side, setSide] = useQueryState("side", parseAsStringLiteral(SIDES).withDefault("after"));
  const {
    data: diff,
    error,
    refetch,
  } = useQuery(
    trpc.pullRequest.diff.queryOptions({ org, domain, number, repository, style: "unified" }, { staleTime: 30_000 }),
  );
  const pages = diff?.files.filter(({ path }) => /\.(?:mdx?|markdown)$/i.test(path)) ?? [];
  const path = pages.find((page) => page.path === chosen)?.path ?? pages[0]?.path;
  if (error) return <ErrorState message={error.message} onRetry={() => refetch()} />;
  if (diff === undefined) return <PreviewSkeleton />;
  if (path === undefined) return <Notice>{diff.problem ?? "No Markdown pages changed."}</Notice>;
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Select
          label="Page"
          isSmall
          className="max-w-full font-mono"
          choices={pages.map((page) => ({ value: page.path, label: page.path }))}
          value={path}
          onChange={(next) => void choose(next)}
        />
        <Segmented label="Version" choices={SIDE_CHOICES} value={side} onChange={(next) => void setSide(next)} />
      </div>
      <PagePreview site={{ org, domain }} number={number} repository={repository} path={path} side={side} />
    </section>
  );
}

function PagePreview(props: Props & { path: string; side: (typeof SIDES)[number] }) {
  const { site, number, repository, path, side } = props;
  const trpc = useTRPC();
  const place = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = useQuery(
    trpc.pullRequest.preview.queryOptions({ ...site, number, repository, path }, { staleTime: 30_000 }),
  );
  if (error) return <ErrorState message={error.message} onRetry={() => refetch()} />;
  if (data === undefined) return <PreviewSkeleton />;
  const hasChange = [data.before, data.after].some((page) => page?.blocks.some(({ isNew }) => isNew));
  return (
    <div ref={place} className={cn("grid min-w-0 gap-3", side === "both" && "xl:grid-cols-2")}>
      {hasChange && (
        <Button
          size="sm"
          className="w-fit xl:col-span-full"
          onClick={() => place.current?.querySelector("[data-changed]")?.scrollIntoView({ block: "center" })}
        >
          <ArrowDown aria-hidden />
          Go to first change
        </Button>
      )}
      {side !== "after" && <PreviewSide name="Before" page={data.before} absence="New page." />}
      {side !== "before" && <PreviewSide name="After" page={data.after} absence="Deleted page." />}
    </div>
  );
}

function PreviewSide({ name, page, absence }: { name: "Before" | "After"; page: Preview | null; absence: string }) {
  const mark = name === "After" ? "border-success" : "border-destructive";
  return (
    <article aria-label={name} className="min-w-0 overflow-x-auto rounded-lg border bg-card px-4 py-3">
      <p className="mb-2 font-medium text-muted-foreground text-xs">{name}</p>
      {page === null && <p className="text-muted-foreground">{absence}</p>}
      {page?.problem && (
        <p className="mb-3 break-words rounded-md border border-warning/30 bg-warning/5 px-3 py-2">{page.problem}</p>
      )}
      {page?.title && <p className="mb-2 font-semibold text-xl tracking-tight">{page.title}</p>}
      <div className="flex flex-col gap-3 break-words">
        {page?.blocks.map(({ node, isNew }, index) => {
          const key = `${index}-${node.kind}`;
          return (
            <div
              key={key}
              data-changed={isNew || undefined}
              className={cn("-ml-4 border-l-2 pl-3.5", isNew ? mark : "border-transparent")}
            >
              {isNew && (
                <span className="sr-only">{name === "After" ? "New or changed: " : "Changed or removed: "}</span>
              )}
              <PreviewNodes nodes={[node]} />
            </div>
          );
        })}
      </div>
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
