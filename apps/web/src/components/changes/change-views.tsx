"use client";

import { Segmented } from "@docsteward/ui/segmented";
import { ErrorState, Skeleton } from "@docsteward/ui/states";
import { Tab, TabList, TabPanel, Tabs } from "@docsteward/ui/tabs";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Eye, FileDiff } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import type { ComponentType, ReactNode } from "react";
import { useTRPC } from "../../trpc/client.tsx";
import { Notice } from "../page-elements.tsx";
import { DiffTree, DiffView, diffAnchor, LineCounts } from "./diff-view.tsx";
import { ReviewProvider } from "./review.tsx";

const PullPreview = dynamic(() => import("./preview.tsx").then((module) => module.PullRequestPreview));

const CHANGE_VIEWS = ["changes", "preview"] as const;

type Props = {
  site: { org: string; domain: string };
  /** The pull request; or why there is none. */
  pull: number | { missing: string };
  /** Address of its repository. */
  repository: string;
  label: string;
  className?: string;
  /** The job that gets the remarks of reviewers; without it, there are none. */
  jobId?: string | null;
  /** A further view, by the name that a link has for it. */
  more?: { value: string; title: ReactNode; children: ReactNode };
};

/** What a pull request changes: line by line, or as its readers will see it. A link can name the view. */
export function ChangeViews({ site, pull, repository, label, className, jobId = null, more }: Props) {
  const views = more === undefined ? CHANGE_VIEWS : [...CHANGE_VIEWS, more.value];
  const [view, setView] = useQueryState("tab", parseAsStringLiteral(views).withDefault("changes"));
  const show = (Part: ComponentType<Pick<Props, "site" | "repository"> & { number: number }>) =>
    typeof pull === "number" ? (
      <Part site={site} number={pull} repository={repository} />
    ) : (
      <Notice>{pull.missing}</Notice>
    );
  return (
    <Tabs value={view} onValueChange={(next) => void setView(next)}>
      <TabList aria-label={label} className={className}>
        <Tab value="changes">
          <FileDiff aria-hidden />
          Changes
        </Tab>
        <Tab value="preview">
          <Eye aria-hidden />
          Preview
        </Tab>
        {more && <Tab value={more.value}>{more.title}</Tab>}
      </TabList>
      <TabPanel value="changes">
        <ReviewProvider site={site} number={typeof pull === "number" ? pull : 0} jobId={jobId}>
          {show(PullRequestDiff)}
        </ReviewProvider>
      </TabPanel>
      <TabPanel value="preview">{show(PullPreview)}</TabPanel>
      {more && <TabPanel value={more.value}>{more.children}</TabPanel>}
    </Tabs>
  );
}

const STYLES = ["unified", "split"] as const;
const STYLE_CHOICES = [
  { value: "unified", label: "Unified" },
  { value: "split", label: "Split" },
] as const;

type PullRequestDiffProps = { site: { org: string; domain: string }; number: number; repository: string };

/** What a pull request changes, from git: the files, then their lines in one column or in two. */
function PullRequestDiff({ site, number, repository }: PullRequestDiffProps) {
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

function PullDiffSkeleton() {
  return (
    <div role="status" aria-label="Loading changes" className="flex flex-col gap-2.5">
      <Skeleton className="h-6 w-40" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
