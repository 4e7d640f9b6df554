import type { JobOutcome } from "@docsteward/services/job/list";
import { type inferParserType, parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs/server";

/** The words of an outcome, in the order of their buttons. Not read from the schema, which would come to the browser with its library. */
export const STATUS_WORDS: Record<JobOutcome, string> = {
  active: "Active",
  completed: "Completed",
  unchanged: "No changes",
  failed: "Failed",
  cancelled: "Cancelled",
};
export const STATUSES = Object.keys(STATUS_WORDS) as JobOutcome[];

/** The filters of the job list as they stand in the address; the server and the browser read them alike. */
export const FILTER_PARSERS = {
  status: parseAsStringLiteral(STATUSES),
  archived: parseAsBoolean.withDefault(false),
  ref: parseAsString,
  model: parseAsString,
  by: parseAsString,
  q: parseAsString.withDefault(""),
};

export type JobFilterState = inferParserType<typeof FILTER_PARSERS>;

/** The filter as the list's procedures take it. */
export function toListInput({ status, archived, ref, model, by, q }: JobFilterState) {
  return {
    archived,
    outcome: status ?? undefined,
    ref: ref?.slice(0, 300),
    model: model?.slice(0, 200),
    createdBy: by?.slice(0, 100),
    search: q.trim() === "" ? undefined : q.slice(0, 300),
  };
}

/** Whether the list is narrowed to anything. */
export function isFiltered({ archived, ...rest }: JobFilterState): boolean {
  return archived || Object.values(rest).some((value) => value !== null && value !== "");
}
