import type { ServiceContext } from "@docsteward/services/context";
import { followEvents } from "@docsteward/services/job/follow-events";
import { getJob } from "@docsteward/services/job/get";
import { toEventMessage } from "@docsteward/services/job/present-event";
import { print, printJson } from "./output.ts";

/**
 * Prints a job's events, the past ones first, until it rests; Ctrl-C leaves it working.
 *
 * Sets the exit code: 0 when the job completed, 1 when it failed, 130 after Ctrl-C.
 */
export async function watchJob(ctx: ServiceContext, { id, isJson }: { id: string; isJson: boolean }): Promise<void> {
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  process.once("SIGINT", leave).once("SIGTERM", leave);
  for await (const event of await followEvents(ctx, { id, signal: leaving.signal })) {
    const message = toEventMessage(event);
    if (isJson) printJson(message);
    else print(`${message.at.slice(11, 19)}  ${message.text}`);
    // The line of the event holds the beginning of an answer only.
    if (!isJson && event.type === "job.completed" && event.data.prLink === null) print(`\n${event.data.messageToUser}`);
  }
  process.off("SIGINT", leave).off("SIGTERM", leave);
  const { status } = await getJob(ctx, { id });
  process.exitCode = leaving.signal.aborted ? 130 : status === "failed" ? 1 : 0;
}
