import { readFile } from "node:fs/promises";
import { onServer } from "./start-postgres.ts";
import type { ScaleDatabase } from "./verbs.ts";

const COUNT = 10;

type Statement = { query: string; calls: number; meanMs: number };

/**
 * Finds the statements that took most time since the counters were reset, and has PostgreSQL explain one call of each
 * (auto_explain).
 *
 * @returns a text: for each its calls, its mean time and its plan
 */
export async function explainHeaviest(database: ScaleDatabase, logFile: string): Promise<string> {
  const statements = await onServer<Statement>(
    database.url,
    `SELECT query, calls::int, mean_exec_time AS "meanMs" FROM pg_stat_statements
     WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND query ~ '^\\s*(SELECT|WITH|UPDATE|INSERT|DELETE)'
       AND query !~ 'pg_stat_statements|pg_database' AND query !~ 'generate_series'
     ORDER BY mean_exec_time * calls DESC LIMIT ${COUNT}`,
  );
  const before = (await readFile(logFile, "utf8")).length;
  await onServer(database.url, "ALTER SYSTEM SET auto_explain.log_min_duration = 0");
  await onServer(database.url, "SELECT pg_reload_conf()");
  // Once to have the settings arrive at every connection, once for the record.
  for (let round = 0; round < 2; round += 1) for (const verb of Object.values(database.verbs)) await verb();
  await onServer(database.url, "ALTER SYSTEM RESET auto_explain.log_min_duration");
  await onServer(database.url, "SELECT pg_reload_conf()");
  const plans = readPlans((await readFile(logFile, "utf8")).slice(before));
  return statements
    .map(({ query, calls, meanMs }, index) => {
      const title = `${index + 1}. ${calls} calls, ${meanMs.toFixed(2)} ms on average`;
      return `${title}\n\n${query.trim()}\n\n${plans.get(formOf(query)) ?? "No call of it was explained."}\n`;
    })
    .join("\n");
}

/** A statement without its values: pg_stat_statements writes parameters in the place of constants. */
const formOf = (query: string) =>
  query
    .replace(/\$\d+|'[^']*'|(?:(?<=[,(=]\s*)-)?\b(?:\d+(?:\.\d+)?|true|false)\b/g, "?")
    .replace(/\s+/g, " ")
    .trim();

/** Reads auto_explain's entries of a log. @returns the last plan of each statement, by its form */
function readPlans(log: string): Map<string, string> {
  const plans = new Map<string, string>();
  for (const entry of log.split(/^(?=\d{4}-\d{2}-\d{2} )/m)) {
    const text = entry.indexOf("\tQuery Text: ");
    const plan = entry.search(/^\t.*\(cost=/m);
    if (!entry.includes("plan:\n") || text < 0 || plan < 0) continue;
    const query = entry.slice(text + "\tQuery Text: ".length, plan);
    const lines = entry.slice(plan).trimEnd().split("\n");
    plans.set(formOf(query), lines.map((line) => `    ${line.slice(1)}`).join("\n"));
  }
  return plans;
}
