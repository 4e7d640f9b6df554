"use client";
import type { Overview as OverviewData } from "@docsteward/services/overview/get";
import { ErrorState } from "@docsteward/ui/error-state";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "../../../../../../trpc/api.ts";
import { PageTitle } from "../../../../_components/page-title.tsx";
import { useSite } from "../../../../_components/site-context.tsx";
import { Figures } from "./figures.tsx";
import { LatestJobs } from "./latest-jobs.tsx";
import { SetUp } from "./set-up.tsx";
import { UnansweredQuestions } from "./unanswered-questions.tsx";

/** While there are steps to be ticked, somebody waits for the tick. */
const SET_UP_REFRESH_MS = 2_000;
const REFRESH_MS = 5_000;

/** How a project is doing, renewed while the page is seen. */
export function Overview({ first }: { first: OverviewData }) {
  const { org, domain } = useSite();
  const wasSetUp = Object.values(first.steps).every(Boolean);
  const [hasSetUp, setHasSetUp] = useState(!wasSetUp);
  const { data, error, refetch } = useQuery({
    ...useTRPC().overview.get.queryOptions({ org, domain }),
    initialData: first,
    refetchInterval: hasSetUp ? SET_UP_REFRESH_MS : REFRESH_MS,
  });
  return (
    <div className="flex flex-col gap-5">
      <PageTitle title="Overview" />
      {error && <ErrorState message={error.message} onRetry={() => refetch()} />}
      {hasSetUp && (
        <SetUp steps={data.steps} index={data.index} source={data.source} onHide={() => setHasSetUp(false)} />
      )}
      <Figures overview={data} />
      <div className="grid gap-5 lg:grid-cols-2">
        <LatestJobs jobs={data.latestJobs} />
        <UnansweredQuestions questions={data.unanswered} />
      </div>
    </div>
  );
}
