"use client";
import type { Usage } from "@docsteward/services/usage/get";
import { ChartWithTotals, NothingYet } from "./chart-with-totals.tsx";
import { Section } from "./section.tsx";
import { toSeries } from "./to-series.ts";

/** Thirty days of calls, a colour for each key. */
export function CallsByKey({ days, keys }: Pick<Usage, "days" | "keys">) {
  // Names are not unique; the end of the id tells two of one name apart.
  const isTwice = (name: string) => keys.filter((key) => key.name === name).length > 1;
  const series = toSeries(
    keys.map(({ keyId, name, counts }) => ({
      name: isTwice(name) ? `${name} (${keyId.slice(-4)})` : name,
      values: counts,
    })),
  );
  return (
    <Section
      title="Requests by key"
      hint="Last 30 days. Admin keys work in every project of the organization, so their requests are counted across all projects."
    >
      {series.length === 0 ? (
        <NothingYet>No keys used in the last 30 days.</NothingYet>
      ) : (
        <ChartWithTotals
          label="Requests by key and day"
          days={days}
          series={series}
          isWhole
          format={(count) => count.toLocaleString("en")}
        />
      )}
    </Section>
  );
}
