import { isAppError } from "@docsteward/contract/error";
import { Id, listOf } from "@docsteward/contract/input-schema";
import { z } from "zod";
import type { ProjectContext } from "../context.ts";
import { archiveJob, unarchiveJob } from "./archive.ts";
import { cancelJob } from "./stop.ts";

const MAX_JOBS = 100;

export type ChangeJobs = z.infer<typeof ChangeJobs>;
/** Names jobs of the project, and what is done to each of them. */
export const ChangeJobs = z.object({
  ids: listOf(Id, { min: 1, max: MAX_JOBS }),
  action: z.enum(["cancel", "archive", "unarchive"]),
});

/** What became of one of several jobs. `problem` is a sentence; null when the job was changed. */
export type JobChange = { id: string; problem: string | null };

const VERBS = { cancel: cancelJob, archive: archiveJob, unarchive: unarchiveJob };

/**
 * Cancels, archives or unarchives several jobs, each in a transaction of its own: what is wrong with one keeps no other.
 *
 * @returns what became of each job, in the order given, each once
 */
export async function changeJobs(ctx: ProjectContext, { ids, action }: ChangeJobs): Promise<JobChange[]> {
  const outcomes: JobChange[] = [];
  for (const id of new Set(ids)) {
    try {
      await VERBS[action](ctx, { id });
      outcomes.push({ id, problem: null });
    } catch (error) {
      if (!isAppError(error)) throw error;
      outcomes.push({ id, problem: error.message });
    }
  }
  return outcomes;
}
