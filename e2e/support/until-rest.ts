import { setTimeout as wait } from "node:timers/promises";
import type { AgentJob } from "@docsteward/contract/job";
import type { Api } from "@docsteward/tooling/demo/api";

/** Polls a job as a caller does, until it is completed or failed. A call that fails meanwhile is made again. */
export async function untilRest(api: Api, jobId: string): Promise<AgentJob> {
  for (;;) {
    const job = await api.getJob(jobId).catch(() => null);
    if (job !== null && job.status !== "active") return job;
    await wait(100);
  }
}
