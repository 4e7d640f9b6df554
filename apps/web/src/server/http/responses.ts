import { createHash } from "node:crypto";
import type { Operation } from "@docsteward/contract/operation";
import { apiHeaders } from "./response-headers.ts";

type JsonResponseOptions = {
  headers: Record<string, string>;
  /** Of a GET: its answer carries an `ETag`, and one that the caller has already is 304 without a body. */
  request: Request;
};

type Cell = string | number | null;
type Table = { rows: Cell[][]; headers: Record<string, string> };

/**
 * The same answer, with a callback once its body has ended, has failed or was left by its reader.
 *
 * @returns the answer, and what ends its body early
 */
export function withEnd(response: Response, onEnd: () => void): { response: Response; cut(): void } {
  if (response.body === null) return { response, cut: () => undefined };
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          onEnd();
          controller.close();
        } catch (error) {
          onEnd();
          controller.error(error);
        }
      },
      async cancel(reason) {
        onEnd();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return { response: new Response(body, response), cut: () => void reader.cancel().catch(() => undefined) };
}

/** Answers with a JSON document. */
export function jsonResponse(value: unknown, options: JsonResponseOptions): Response {
  return documentResponse(JSON.stringify(value), "application/json", options);
}

/** Answers with a table of few rows as CSV, the names of its columns first. */
export function tableResponse(rows: readonly Cell[][], options: JsonResponseOptions): Response {
  return documentResponse(rows.map(toCsvLine).join(""), "text/csv; charset=utf-8", options);
}

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

/** Answers with a document, and with 304 when the caller has it already. */
export function documentResponse(
  text: string,
  contentType: string,
  { headers, request }: JsonResponseOptions,
): Response {
  const all = { ...headers, "Content-Type": contentType };
  if (request.method !== "GET" && request.method !== "HEAD") return new Response(text, { headers: all });
  const etag = `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  const revalidated = { ...headers, ETag: etag, "Cache-Control": "private, no-cache" };
  if (isKnown(request.headers.get("if-none-match"), etag))
    return new Response(null, { status: 304, headers: revalidated });
  return new Response(text, { headers: { ...all, ...revalidated } });
}

function isKnown(header: string | null, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return header?.trim() === "*" || (header?.split(",").some((tag) => opaque(tag) === opaque(etag)) ?? false);
}

/** Answers with a text: a whole one, or pieces that are taken only as fast as the caller reads. */
export function textResponse(
  text: string | AsyncGenerator<string>,
  requestId: string,
  mediaType = "text/plain",
): Response {
  const headers = { ...apiHeaders(requestId), "Content-Type": `${mediaType}; charset=utf-8` };
  return new Response(typeof text === "string" ? text : toByteStream(text), { headers });
}

/** Texts as the body of an answer, taken only as fast as the caller reads. */
function toByteStream(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}

/** Answers with a table to download. Rows are taken only as fast as the browser reads. */
export function csvResponse(rows: AsyncGenerator<Cell[]>, { name }: { name: string }): Response {
  return downloadOf(toLines(rows), { name: `${name}.csv`, contentType: "text/csv; charset=utf-8" });
}

/** The same as a JSON array with an object for each row, by the names of the first row. */
export function jsonRowsResponse(rows: AsyncGenerator<Cell[]>, { name }: { name: string }): Response {
  return downloadOf(toObjects(rows), { name: `${name}.json`, contentType: "application/json" });
}

function downloadOf(pieces: AsyncGenerator<string>, file: { name: string; contentType: string }): Response {
  const headers = {
    "Content-Type": file.contentType,
    "Content-Disposition": `attachment; filename="${file.name}"`,
    "Cache-Control": "private, no-store",
  };
  return new Response(toByteStream(pieces), { headers });
}

async function* toObjects(rows: AsyncGenerator<Cell[]>): AsyncGenerator<string> {
  let columns: Cell[] | null = null;
  let before = "[\n";
  for await (const row of rows) {
    if (columns === null) {
      columns = row;
      continue;
    }
    yield `${before}${JSON.stringify(Object.fromEntries(columns.map((name, index) => [name, row[index] ?? null])))}`;
    before = ",\n";
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}

async function* toLines(rows: AsyncGenerator<Cell[]>): AsyncGenerator<string> {
  for await (const row of rows) yield toCsvLine(row);
}

/** What a spreadsheet would take for a formula, and run; in some languages also by the wide forms of these characters. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * One line of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe before it, since people,
 * models and repositories name what is exported.
 */
export function toCsvLine(cells: readonly Cell[]): string {
  return `${cells.map(escapeCell).join(",")}\r\n`;
}

function escapeCell(value: Cell): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
