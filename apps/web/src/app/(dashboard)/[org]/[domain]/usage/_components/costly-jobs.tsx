import type { JobDetails } from "@docsteward/services/job/present-details";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@docsteward/ui/table";
import Link from "next/link";
import { formatCost } from "../../../../_components/format-cost.ts";
import { JobStatus } from "../../../../_components/job-status.tsx";
import { useSite } from "../../../../_components/site-context.tsx";
import { partHref } from "../../../../_components/site-parts.ts";
import { titleOf } from "../../../../_components/title-of.ts";
import { NothingYet } from "./chart-with-totals.tsx";
import { Section } from "./section.tsx";

/** The jobs that cost the most. */
export function CostlyJobs({ jobs }: { jobs: JobDetails[] }) {
  const site = useSite();
  return (
    <Section
      title="Cost by job"
      hint="The 10 most expensive jobs in the last 30 days. Export the data to see all jobs."
    >
      {jobs.length === 0 ? (
        <NothingYet>No job costs in the last 30 days.</NothingYet>
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
                    <JobStatus status={job.status} failureCode={job.failure?.code ?? null} isShort />
                    <Link href={partHref(site, `jobs/${job.id}`)} className="truncate font-medium hover:underline">
                      {titleOf(job)}
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
    </Section>
  );
}
