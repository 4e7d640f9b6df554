import { JobStatus, Prompt } from "@docsteward/contract/job";
import { archiveJob } from "@docsteward/services/job/archive";
import { cancelJob } from "@docsteward/services/job/cancel";
import { getJobDetails } from "@docsteward/services/job/get-details";
import { listJobDetails } from "@docsteward/services/job/list-details";
import { listEvents } from "@docsteward/services/job/list-events";
import { toEventMessage } from "@docsteward/services/job/present-event";
import { sendMessage } from "@docsteward/services/job/send-message";
import { unarchiveJob } from "@docsteward/services/job/unarchive";
import { getPullRequest } from "@docsteward/services/pull-request/get";
import { tracked } from "@trpc/server";
import { z } from "zod";
import { renderDiff } from "../diff/render-diff.ts";
import { watchJob } from "../watch-job.ts";
import { projectProcedure, router } from "./init.ts";

const JobId = z.object({ id: z.string().max(100) });
const jobProcedure = projectProcedure.input(JobId);
const PAGE = 30;

export const jobRouter = router({
  list: projectProcedure
    .input(z.object({ status: JobStatus.optional(), archived: z.boolean(), cursor: z.string().max(200).nullish() }))
    .query(({ ctx, input: { status, archived, cursor } }) =>
      listJobDetails(ctx.site, { limit: PAGE, status, archived, cursor: cursor ?? undefined }),
    ),

  get: jobProcedure.query(({ ctx, input }) => getJobDetails(ctx.site, input)),

  /** What the job's pull request changes, highlighted; null when it has none, `problem` says why nothing can be shown. */
  diff: jobProcedure.query(async ({ ctx, input }) => {
    const { pullRequestNumber: number } = await getJobDetails(ctx.site, input);
    if (number === null) return null;
    const { files, problem } = await getPullRequest(ctx.site, { number });
    return { ...(await renderDiff(files)), problem };
  }),

  /** What has happened so far; `events` goes on behind it. */
  pastEvents: jobProcedure.query(async ({ ctx, input }) => {
    const events = await listEvents(ctx.site, { id: input.id, limit: 5_000 });
    return events.map(toEventMessage);
  }),

  events: jobProcedure.input(z.object({ lastEventId: z.string().regex(/^\d{1,9}$/) })).subscription(async function* ({
    ctx,
    input,
    signal,
  }) {
    const watched = watchJob(ctx.site, { id: input.id, afterId: Number(input.lastEventId), signal });
    for await (const event of watched) yield tracked(String(event.id), toEventMessage(event));
  }),

  sendMessage: jobProcedure
    .input(z.object({ prompt: Prompt }))
    .mutation(async ({ ctx, input: { id, prompt } }) => (await sendMessage(ctx.site, { id, prompt })).job),

  cancel: jobProcedure.mutation(({ ctx, input }) => cancelJob(ctx.site, { id: input.id })),
  archive: jobProcedure.mutation(({ ctx, input }) => archiveJob(ctx.site, { id: input.id })),
  unarchive: jobProcedure.mutation(({ ctx, input }) => unarchiveJob(ctx.site, { id: input.id })),
});
