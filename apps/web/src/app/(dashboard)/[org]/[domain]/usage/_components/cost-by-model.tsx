"use client";
import type { Usage } from "@docsteward/services/usage/get";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@docsteward/ui/table";
import { formatCost } from "../../../../_components/format-cost.ts";
import { ChartWithTotals, NothingYet } from "./chart-with-totals.tsx";
import { Section } from "./section.tsx";
import { sumByModel } from "./sum-by-model.ts";
import { toSeries } from "./to-series.ts";

const DAYS_OF_A_MONTH = 30;

/** Thirty days of what models cost, and what each did for it. */
export function CostByModel(props: Pick<Usage, "days" | "costs"> & { budgetUsd: number | null }) {
  const { days, costs, budgetUsd } = props;
  const models = sumByModel(costs, days);
  const paid = toSeries(
    models.filter(({ costUsd }) => costUsd > 0).map(({ model, values }) => ({ name: model, values })),
  );
  return (
    <Section
      title="Cost by model"
      hint="Last 30 days, jobs and answers combined. Jobs count on the day they were created."
    >
      {models.length === 0 ? (
        <NothingYet>No jobs or answers in the last 30 days.</NothingYet>
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
    </Section>
  );
}
