import { takeBackJob } from "@docsteward/agent/take-back-job";
import { waitWhileAway } from "@docsteward/db/wait-while-away";
import { findStoppedJob } from "@docsteward/services/job/find-stopped";
import { hostFor } from "./host-for.ts";
import type { WorkerParts } from "./parts.ts";
import { toAgentInput } from "./to-agent-input.ts";

/**
 * Takes back what a job that somebody ended has left on its branch, whoever had pushed it. Entries of one job run one after
 * another, so nobody works on the job meanwhile.
 */
export async function takeBackStopped(parts: WorkerParts, jobId: string, signal: AbortSignal): Promise<void> {
  const { services, log } = parts;
  const wait = { log, signal };
  const stopped = await waitWhileAway(() => findStoppedJob(services, jobId), wait);
  if (stopped === null) return;
  const host = hostFor(services, stopped, null, wait);
  await takeBackJob(toAgentInput(stopped, services), { host, dataDir: services.dataDir, signal });
}
