"use client";
import { ErrorState } from "@docsteward/ui/error-state";
import { Segmented } from "@docsteward/ui/segmented";
import { Skeleton } from "@docsteward/ui/skeleton";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useTRPC } from "../../../trpc/api.ts";
import { DiffTree } from "./diff-tree.tsx";
import { DiffView, diffAnchor, LineCounts } from "./diff-view.tsx";
import { Notice } from "./notice.tsx";

const STYLES = ["unified", "split"] as const;
const STYLE_CHOICES = [
  { value: "unified", label: "Unified" },
  { value: "split", label: "Split" },
] as const;

type Props = { site: { org: string; domain: string }; number: number; repository: string };

/** What a pull request changes, from git: the files, then their lines in one column or in two. */
export function PullDiff({ site, number, repository }: Props) {
  const trpc = useTRPC();
  const [style, setStyle] = useQueryState("diff", parseAsStringLiteral(STYLES).withDefault("unified"));
  const input = { org: site.org, domain: site.domain, number, repository, style };
  const { data, error, refetch } = useQuery(
    trpc.pullRequest.diff.queryOptions(input, { placeholderData: keepPreviousData, staleTime: 30_000 }),
  );
  if (error) return <ErrorState message={error.message} onRetry={() => refetch()} />;
  if (data === undefined) return <PullDiffSkeleton />;
  if (data.problem !== null) return <Notice>{data.problem}</Notice>;
  const sum = (key: "additions" | "deletions") => data.files.reduce((total, file) => total + file[key], 0);
  return (
    <section aria-label="Changes" className="flex min-w-0 flex-col gap-2.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="flex items-baseline gap-2 font-medium">
          {data.files.length === 1 ? "1 file changed" : `${data.files.length} files changed`}
          <LineCounts additions={sum("additions")} deletions={sum("deletions")} />
        </h2>
        <Segmented
          label="Diff layout"
          choices={STYLE_CHOICES}
          value={style}
          onChange={(chosen) => void setStyle(chosen)}
        />
      </div>
      {data.files.length > 1 && <DiffTree files={data.files} hrefOf={(path) => `#${diffAnchor(path)}`} />}
      <DiffView diff={data} />
    </section>
  );
}

export function PullDiffSkeleton() {
  return (
    <div role="status" aria-label="Loading changes" className="flex flex-col gap-2.5">
      <Skeleton className="h-6 w-40" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
