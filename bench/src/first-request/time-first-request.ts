import type { JobEventMessage } from "../../../packages/contract/src/job-event.ts";
import type { ModelTurn } from "../measure/watch-model.ts";
import type { Site } from "../service/site.ts";

/** Milliseconds since the caller sent create-job. `firstRequest` is what the benchmark is about, the rest says where it went. */
export type FirstRequest = { answered: number; started: number; opened: number; firstRequest: number };

/**
 * Creates a job over REST and times it up to the arrival of its first request at the model.
 *
 * Waits until the job has ended, so that nothing of it falls into what is measured next.
 *
 * @param turns of the model server, which serves no other job meanwhile
 */
export async function timeFirstRequest(site: Site, turns: readonly ModelTurn[], prompt: string): Promise<FirstRequest> {
  const startMs = performance.now();
  const startedAt = Date.now();
  const job = await site.createJob(prompt);
  const answered = performance.now() - startMs;
  await site.untilCompleted(job.id);
  const arrived = turns.find(({ arrivedMs }) => arrivedMs > startMs);
  if (arrived === undefined) throw new Error(`Job ${job.id} ended without a request to the model.`);

  const events = await site.events(job.id);
  return {
    answered,
    started: atOf(events, "job.started") - startedAt,
    opened: atOf(events, "workspace.opened") - startedAt,
    firstRequest: arrived.arrivedMs - startMs,
  };
}

function atOf(events: readonly JobEventMessage[], type: JobEventMessage["type"]): number {
  const event = events.find((candidate) => candidate.type === type);
  return event === undefined ? Number.NaN : Date.parse(event.at);
}
