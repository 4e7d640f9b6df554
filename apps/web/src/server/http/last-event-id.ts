import { AppError } from "@docsteward/contract/error";

/**
 * The id of the last event the client has seen, from `Last-Event-ID`; undefined without one.
 *
 * @throws AppError `invalid_request` when it is no event id
 */
export function lastEventIdOf(request: Request): number | undefined {
  const header = request.headers.get("last-event-id")?.trim();
  if (!header) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  throw new AppError("invalid_request", "Last-Event-ID must be the number of an event of this job.");
}
