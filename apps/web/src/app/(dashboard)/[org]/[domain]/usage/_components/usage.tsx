"use client";

import { formatCost } from "@docsteward/platform/money";
import type { JobDetails } from "@docsteward/services/job/details";
import type { Usage as UsageData } from "@docsteward/services/usage/get";
import { ErrorState } from "@docsteward/ui/states";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@docsteward/ui/table";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { jobTitle } from "#components/format.ts";
import { JobStatus } from "#components/job-status.tsx";
import { PageTitle } from "#components/page-elements.tsx";
import { useProject } from "#components/project-context.tsx";
import { projectHref } from "#components/project-pages.ts";
import { useTRPC } from "#trpc/client.tsx";
import { Limits } from "./limits.tsx";
import { sumByModel, toSeries } from "./series.ts";
import { ChartWithTotals, EmptyChart, UsageSection } from "./usage-section.tsx";

const REFRESH_MS = 15_000;

/** What a project uses, renewed while the page is seen. */
export function Usage({ first }: { first: UsageData }) {
  const { org, domain } = useProject();
  const { data, error, refetch } = useQuery({
    ...useTRPC().usage.get.queryOptions({ org, domain }),
    initialData: first,
    refetchInterval: REFRESH_MS,
  });
  const budgetUsd = data.months.find(({ of }) => of === "project")?.budgetUsd ?? null;
  return (
    <div className="flex flex-col gap-7">
      <PageTitle title="Usage" />
      {error && <ErrorState message={error.message} onRetry={() => refetch()} />}
      <Limits limits={data.limits} months={data.months} />
      <CallsByKey days={data.days} keys={data.keys} />
      <CostByModel days={data.days} costs={data.costs} budgetUsd={budgetUsd} />
      <CostlyJobs jobs={data.costlyJobs} />
    </div>
  );
}

/** Thirty days of calls, a colour for each key. */
function CallsByKey({ days, keys }: Pick<UsageData, "days" | "keys">) {
  const site = useProject();
  // Names are not unique; the end of the id tells two of one name apart.
  const isTwice = (name: string) => keys.filter((key) => key.name === name).length > 1;
  const series = toSeries(
    keys.map(({ keyId, name, counts }) => ({
      name: isTwice(name) ? `${name} (${keyId.slice(-4)})` : name,
      values: counts,
    })),
  );
  return (
    <UsageSection
      title="Requests by key"
      csv={projectHref(site, "usage/export/calls")}
      hint="Last 30 days. Admin keys work in every project of the organization, so their requests are counted across all projects."
    >
      {series.length === 0 ? (
        <EmptyChart>No keys used in the last 30 days.</EmptyChart>
      ) : (
        <ChartWithTotals
          label="Requests by key and day"
          days={days}
          series={series}
          isWhole
          format={(count) => count.toLocaleString("en")}
        />
      )}
    </UsageSection>
  );
}

const DAYS_OF_A_MONTH = 30;

/** Thirty days of what models cost, and what each did for it. */
function CostByModel(props: Pick<UsageData, "days" | "costs"> & { budgetUsd: number | null }) {
  const { days, costs, budgetUsd } = props;
  const site = useProject();
  const models = sumByModel(costs, days);
  const paid = toSeries(
    models.filter(({ costUsd }) => costUsd > 0).map(({ model, values }) => ({ name: model, values })),
  );
  return (
    <UsageSection
      title="Cost by model"
      csv={projectHref(site, "usage/export/costs")}
      hint="Last 30 days, jobs and answers combined. Jobs count on the day they were created."
    >
      {models.length === 0 ? (
        <EmptyChart>No jobs or answers in the last 30 days.</EmptyChart>
      ) : (
        <>
          {paid.length > 0 && (
            <ChartWithTotals
              label="Cost by model and day"
              days={days}
              series={paid}
              format={formatCost}
              least={0.04}
              threshold={
                budgetUsd === null ? null : { value: budgetUsd / DAYS_OF_A_MONTH, name: "daily share of budget" }
              }
            />
          )}
          <Table aria-label="Models">
            <TableHead>
              <TableRow>
                <TableHeader>Model</TableHeader>
                <TableHeader className="text-right">Jobs</TableHeader>
                <TableHeader className="text-right">Answers</TableHeader>
                <TableHeader className="text-right">Input tokens</TableHeader>
                <TableHeader className="text-right">Output tokens</TableHeader>
                <TableHeader className="text-right">Cost</TableHeader>
              </TableRow>
            </TableHead>
            <TableBody>
              {models.map(({ model, jobs, answers, inputTokens, outputTokens, costUsd }) => (
                <TableRow key={model}>
                  <TableCell className="font-medium">{model}</TableCell>
                  <TableCell isNumber>{jobs.toLocaleString("en")}</TableCell>
                  <TableCell isNumber>{answers.toLocaleString("en")}</TableCell>
                  <TableCell isNumber>{inputTokens.toLocaleString("en")}</TableCell>
                  <TableCell isNumber>{outputTokens.toLocaleString("en")}</TableCell>
                  <TableCell isNumber>{formatCost(costUsd)}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </>
      )}
    </UsageSection>
  );
}

/** The jobs that cost the most. */
function CostlyJobs({ jobs }: { jobs: JobDetails[] }) {
  const site = useProject();
  return (
    <UsageSection
      title="Cost by job"
      csv={projectHref(site, "usage/export/jobs")}
      hint="The 10 most expensive jobs in the last 30 days. The CSV has all jobs."
    >
      {jobs.length === 0 ? (
        <EmptyChart>No job costs in the last 30 days.</EmptyChart>
      ) : (
        <Table aria-label="Jobs">
          <TableHead>
            <TableRow>
              <TableHeader>Job</TableHeader>
              <TableHeader>Model</TableHeader>
              <TableHeader className="text-right">Tokens</TableHeader>
              <TableHeader className="text-right">Cost</TableHeader>
            </TableRow>
          </TableHead>
          <TableBody>
            {jobs.map((job) => (
              <TableRow key={job.id}>
                <TableCell className="w-full max-w-0">
                  <span className="flex items-center gap-2.5">
                    <JobStatus job={job} isShort />
                    <Link href={projectHref(site, `jobs/${job.id}`)} className="truncate font-medium hover:underline">
                      {jobTitle(job)}
                    </Link>
                  </span>
                </TableCell>
                <TableCell className="whitespace-nowrap text-muted-foreground">{job.model}</TableCell>
                <TableCell isNumber>{(job.tokens.input + job.tokens.output).toLocaleString("en")}</TableCell>
                <TableCell isNumber>{formatCost(job.costUsd)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </UsageSection>
  );
}
