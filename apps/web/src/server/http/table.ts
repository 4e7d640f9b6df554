import type { Operation } from "@docsteward/contract/operation";

type Cell = string | number | null;
type Table = { rows: Cell[][]; headers: Record<string, string> };

/**
 * The rows of an answer, for a caller who asked for CSV: the list that the operation names, with a column for each field that any of
 * its rows has, in the order of the first row that has it.
 *
 * @returns null when JSON was asked for
 */
export function tableOf({ table }: Pick<Operation, "table">, value: unknown, request: Request): Table | null {
  if (table === undefined || new URL(request.url).searchParams.get("format") !== "csv") return null;
  const answer = value as Record<string, unknown>;
  const list = answer[table] as Record<string, unknown>[];
  const next = typeof answer.nextCursor === "string" ? answer.nextCursor : null;
  return { rows: toRows(list), headers: next === null ? {} : { "X-Next-Cursor": next } };
}

function toRows(list: readonly Record<string, unknown>[]): Cell[][] {
  const columns = [...new Set(list.flatMap((row) => Object.keys(row)))];
  return columns.length === 0 ? [] : [columns, ...list.map((row) => columns.map((column) => toCell(row[column])))];
}

function toCell(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === "number" || typeof value === "string") return value;
  return typeof value === "boolean" ? String(value) : JSON.stringify(value);
}
