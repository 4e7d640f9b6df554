"use client";
import type { Usage as UsageData } from "@docsteward/services/usage/get";
import { ErrorState } from "@docsteward/ui/error-state";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../../../../../trpc/api.ts";
import { PageTitle } from "../../../../_components/page-title.tsx";
import { useSite } from "../../../../_components/site-context.tsx";
import { CallsByKey } from "./calls-by-key.tsx";
import { CostByModel } from "./cost-by-model.tsx";
import { CostlyJobs } from "./costly-jobs.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { Limits } from "./limits.tsx";

const REFRESH_MS = 15_000;

/** What a project uses, renewed while the page is seen. */
export function Usage({ first }: { first: UsageData }) {
  const { org, domain } = useSite();
  const { data, error, refetch } = useQuery({
    ...useTRPC().usage.get.queryOptions({ org, domain }),
    initialData: first,
    refetchInterval: REFRESH_MS,
  });
  const budgetUsd = data.months.find(({ of }) => of === "project")?.budgetUsd ?? null;
  return (
    <div className="flex flex-col gap-7">
      <PageTitle title="Usage">
        <ExportMenu />
      </PageTitle>
      {error && <ErrorState message={error.message} onRetry={() => refetch()} />}
      <Limits limits={data.limits} months={data.months} />
      <CallsByKey days={data.days} keys={data.keys} />
      <CostByModel days={data.days} costs={data.costs} budgetUsd={budgetUsd} />
      <CostlyJobs jobs={data.costlyJobs} />
    </div>
  );
}
