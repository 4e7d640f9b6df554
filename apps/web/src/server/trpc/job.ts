import { JobStatus, Prompt } from "@docsteward/contract/job";
import { archiveJob, unarchiveJob } from "@docsteward/services/job/archive";
import { createJob, retryJob } from "@docsteward/services/job/create";
import { getJobDetails } from "@docsteward/services/job/details";
import { listPastEvents, toEventMessage } from "@docsteward/services/job/events";
import { followEvents } from "@docsteward/services/job/follow-events";
import { followJobs } from "@docsteward/services/job/follow-jobs";
import { findJobNeighbours, listJobDetails, listJobFilters } from "@docsteward/services/job/list";
import { sendMessage } from "@docsteward/services/job/send-message";
import { cancelJob } from "@docsteward/services/job/stop";
import { listModelNames } from "@docsteward/services/model-provider/settings";
import { tracked } from "@trpc/server";
import { z } from "zod";
import { subscriptionSignal } from "../shutdown.ts";
import { memberProcedure, router, viewerProcedure } from "./init.ts";

const JobId = z.object({ id: z.string().max(100) });
const jobProcedure = viewerProcedure.input(JobId);
const jobAction = memberProcedure.input(JobId);
const EventId = z.number().int().min(1).max(999_999_999);
const PAGE = 30;
const EVENT_PAGE = 300;

const Filter = z.object({
  status: JobStatus.optional(),
  archived: z.boolean(),
  ref: z.string().max(300).optional(),
  model: z.string().max(200).optional(),
  createdBy: z.string().max(100).optional(),
  search: z.string().max(300).optional(),
});

export const jobRouter = router({
  list: viewerProcedure
    .input(Filter.extend({ cursor: z.string().max(200).nullish() }))
    .query(({ ctx, input: { org: _, domain: __, cursor, ...filter } }) =>
      listJobDetails(ctx.site, { ...filter, limit: PAGE, cursor: cursor ?? undefined }),
    ),

  /** How the list that a page shows changes, from now on. */
  listChanges: viewerProcedure.input(Filter).subscription(async function* ({ ctx, input, signal }) {
    const { org: _, domain: __, ...filter } = input;
    yield* followJobs(ctx.site, { filter, signal: subscriptionSignal(signal) });
  }),

  choices: viewerProcedure.query(({ ctx }) => listJobFilters(ctx.site)),

  /** What a new job may be made with. */
  createOptions: viewerProcedure.query(async ({ ctx }) => {
    const { names, defaultName } = await listModelNames(ctx.site);
    return { models: names, defaultModel: defaultName, baseRef: ctx.site.project.baseRef };
  }),

  create: memberProcedure
    .input(
      z.object({
        prompt: Prompt,
        model: z.string().max(200).optional(),
        branch: z.string().max(300).optional(),
        asDraft: z.boolean().default(false),
      }),
    )
    .mutation(async ({ ctx, input: { org: _, domain: __, ...input } }) => (await createJob(ctx.site, input)).job),

  get: jobProcedure.query(({ ctx, input }) => getJobDetails(ctx.site, input)),

  neighbours: jobProcedure.query(({ ctx, input }) => findJobNeighbours(ctx.site, { id: input.id })),

  /** What happened last, or last before an event; `events` goes on behind it. */
  pastEvents: jobProcedure
    .input(z.object({ beforeId: EventId.optional(), limit: z.number().int().min(1).max(1_000).default(EVENT_PAGE) }))
    .query(async ({ ctx, input: { id, beforeId, limit } }) => {
      const { events, earlier } = await listPastEvents(ctx.site, { id, beforeId, limit });
      return { events: events.map(toEventMessage), earlier };
    }),

  events: jobProcedure.input(z.object({ lastEventId: z.string().regex(/^\d{1,9}$/) })).subscription(async function* ({
    ctx,
    input,
    signal,
  }) {
    const { id, lastEventId } = input;
    const from = { id, afterId: Number(lastEventId), isEndless: true, signal: subscriptionSignal(signal) };
    for await (const event of await followEvents(ctx.site, from)) {
      yield tracked(String(event.id), toEventMessage(event));
    }
  }),

  sendMessage: jobAction
    .input(z.object({ prompt: Prompt }))
    .mutation(async ({ ctx, input: { id, prompt } }) => (await sendMessage(ctx.site, { id, prompt })).job),

  cancel: jobAction.mutation(({ ctx, input }) => cancelJob(ctx.site, { id: input.id })),
  archive: jobAction.mutation(({ ctx, input }) => archiveJob(ctx.site, { id: input.id })),
  /** A new job that asks the same again. */
  retry: jobAction.mutation(({ ctx, input }) => retryJob(ctx.site, { id: input.id })),
  unarchive: jobAction.mutation(({ ctx, input }) => unarchiveJob(ctx.site, { id: input.id })),
});
