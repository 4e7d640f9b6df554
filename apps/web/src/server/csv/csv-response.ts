import { toBody } from "../http/text-response.ts";
import { toCsvLine } from "./to-csv-line.ts";

/** Answers with a table to download. Rows are taken only as fast as the browser reads. */
export function csvResponse(rows: AsyncGenerator<(string | number | null)[]>, { name }: { name: string }): Response {
  const headers = {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${name}.csv"`,
    "Cache-Control": "private, no-store",
  };
  return new Response(toBody(toLines(rows)), { headers });
}

async function* toLines(rows: AsyncGenerator<(string | number | null)[]>): AsyncGenerator<string> {
  for await (const row of rows) yield toCsvLine(row);
}
