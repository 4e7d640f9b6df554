import type { JobOutcome } from "@docsteward/services/job/list";

/** The words of an outcome, in the order of their buttons. Not read from the schema, which would come to the browser with its library. */
export const STATUS_WORDS: Record<JobOutcome, string> = {
  active: "Active",
  completed: "Completed",
  unchanged: "No changes",
  failed: "Failed",
  cancelled: "Cancelled",
};
export const STATUSES = Object.keys(STATUS_WORDS) as JobOutcome[];

/** The filters of the job list; null and false narrow nothing. */
export type JobFilterState = {
  status: JobOutcome | null;
  archived: boolean;
  ref: string | null;
  model: string | null;
  by: string | null;
  checks: "passed" | "problems" | null;
  from: string | null;
  to: string | null;
  q: string;
};

/** Values of an address, as a browser or as the server has them. */
type Params = { get(name: string): string | null };

/** Reads the filters as they stand in the address; the server and the browser read them alike. What is no filter narrows nothing. */
export function readJobFilter(params: Params): JobFilterState {
  const oneOf = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === params.get(name)) ?? null;
  const day = (name: string) => {
    const text = params.get(name);
    return text !== null && isDay(text) ? text : null;
  };
  return {
    status: oneOf("status", STATUSES),
    archived: params.get("archived") === "true",
    ref: params.get("ref"),
    model: params.get("model"),
    by: params.get("by"),
    checks: oneOf("checks", ["passed", "problems"]),
    from: day("from"),
    to: day("to"),
    q: params.get("q") ?? "",
  };
}

/** A day as `2026-11-20`. */
function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;
}

/** The filter as the list's procedures take it. */
export function toListInput({ status, archived, ref, model, by, checks, from, to, q }: JobFilterState) {
  return {
    archived,
    outcome: status ?? undefined,
    ref: ref?.slice(0, 300),
    model: model?.slice(0, 200),
    createdBy: by?.slice(0, 100),
    checks: checks ?? undefined,
    from: from ?? undefined,
    to: to ?? undefined,
    search: q.trim() === "" ? undefined : q.slice(0, 300),
  };
}

/** Whether the list is narrowed to anything. */
export function isFiltered({ archived, ...rest }: JobFilterState): boolean {
  return archived || Object.values(rest).some((value) => value !== null && value !== "");
}

/** The address of the export that holds what the list shows. */
export function toExportHref(path: string, filter: JobFilterState): string {
  const chosen = Object.entries(filter).filter(([, value]) => value !== null && value !== "" && value !== false);
  const search = new URLSearchParams(chosen.map(([name, value]) => [name, String(value)])).toString();
  return `${path}${search && `?${search}`}`;
}
