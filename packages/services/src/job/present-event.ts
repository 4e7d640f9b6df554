import { describeEvent } from "@docsteward/contract/describe-event";
import type { JobEvent, JobEventBody, JobEventMessage } from "@docsteward/contract/job-event";
import type { JobEvent as JobEventRow } from "@docsteward/db/client";

export function presentEvent(row: JobEventRow): JobEvent {
  // What stands in the row was written from a JobEventBody.
  const body = { type: row.type, data: row.data } as JobEventBody;
  return { ...body, id: row.seq, jobId: row.jobId, at: row.createdAt.toISOString() };
}

/** An event as the event stream sends it. */
export function toEventMessage(event: JobEvent): JobEventMessage {
  const { id, jobId, type, at, data } = event;
  return { id, jobId, type, at, text: describeEvent(event), data };
}
