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
      title="Calls by key"
      hint="30 days. An admin key opens every project of its organization, and its calls are counted for all of them."
    >
      {series.length === 0 ? (
        <NothingYet>No key was used in the last 30 days.</NothingYet>
      ) : (
        <ChartWithTotals
          label="Calls by key and day"
          days={days}
          series={series}
          isWhole
          format={(count) => count.toLocaleString("en")}
        />
      )}
    </Section>
  );
}
