import { archiveJob, unarchiveJob } from "@docsteward/services/job/archive";
import { CreateJob, createJob, retryJob } from "@docsteward/services/job/create";
import { getJobDetails } from "@docsteward/services/job/details";
import { ListPastEvents, listPastEvents, toEventMessage } from "@docsteward/services/job/events";
import { followEvents, followJobs } from "@docsteward/services/job/follow";
import { JobId } from "@docsteward/services/job/job";
import { findJobNeighbours, JobFilter, listJobDetails, listJobFilters } from "@docsteward/services/job/list";
import { ChangeJobs, changeJobs } from "@docsteward/services/job/many";
import { SendMessage, sendMessage } from "@docsteward/services/job/send-message";
import { cancelJob } from "@docsteward/services/job/stop";
import { listModelNames } from "@docsteward/services/model-provider/settings";
import {
  deleteSavedPrompt,
  listSavedPrompts,
  SavedPromptId,
  SavePrompt,
  savePrompt,
} from "@docsteward/services/saved-prompt";
import { tracked } from "@trpc/server";
import { z } from "zod";
import { subscriptionSignal } from "../shutdown.ts";
import { memberProcedure, router, viewerProcedure } from "./init.ts";

const jobProcedure = viewerProcedure.input(JobId);
const jobAction = memberProcedure.input(JobId);
const PAGE = 30;

export const jobRouter = router({
  list: viewerProcedure
    .input(JobFilter.extend({ cursor: z.string().max(200).nullish() }))
    .query(({ ctx, input: { cursor, ...filter } }) =>
      listJobDetails(ctx.project, { ...filter, limit: PAGE, cursor: cursor ?? undefined }),
    ),

  /** How the list that a page shows changes, from now on. */
  listChanges: viewerProcedure.input(JobFilter).subscription(async function* ({ ctx, input, signal }) {
    yield* followJobs(ctx.project, { filter: input, signal: subscriptionSignal(signal) });
  }),

  choices: viewerProcedure.query(({ ctx }) => listJobFilters(ctx.project)),

  /** What a new job may be made with. */
  createOptions: viewerProcedure.query(async ({ ctx }) => {
    const { names, defaultName } = await listModelNames(ctx.project);
    return { models: names, defaultModel: defaultName, baseRef: ctx.project.project.baseRef };
  }),

  create: memberProcedure
    .input(CreateJob)
    .mutation(async ({ ctx, input }) => (await createJob(ctx.project, input)).job),

  get: jobProcedure.query(({ ctx, input }) => getJobDetails(ctx.project, input)),

  neighbours: jobProcedure.query(({ ctx, input }) => findJobNeighbours(ctx.project, input)),

  /** What happened last, or last before an event; `events` goes on behind it. */
  pastEvents: jobProcedure.input(ListPastEvents).query(async ({ ctx, input }) => {
    const { events, earlier } = await listPastEvents(ctx.project, input);
    return { events: events.map(toEventMessage), earlier };
  }),

  events: jobProcedure.input(z.object({ lastEventId: z.string().regex(/^\d{1,9}$/) })).subscription(async function* ({
    ctx,
    input,
    signal,
  }) {
    const { id, lastEventId } = input;
    const from = { id, afterId: Number(lastEventId), isEndless: true, signal: subscriptionSignal(signal) };
    for await (const event of await followEvents(ctx.project, from)) {
      yield tracked(String(event.id), toEventMessage(event));
    }
  }),

  sendMessage: jobAction
    .input(SendMessage)
    .mutation(async ({ ctx, input }) => (await sendMessage(ctx.project, input)).job),

  cancel: jobAction.mutation(({ ctx, input }) => cancelJob(ctx.project, input)),
  archive: jobAction.mutation(({ ctx, input }) => archiveJob(ctx.project, input)),
  /** A new job that asks the same again. */
  retry: jobAction.mutation(({ ctx, input }) => retryJob(ctx.project, input)),
  unarchive: jobAction.mutation(({ ctx, input }) => unarchiveJob(ctx.project, input)),
  /** Answers with what became of each. */
  changeMany: memberProcedure.input(ChangeJobs).mutation(({ ctx, input }) => changeJobs(ctx.project, input)),
});

/** Prompts that the project's people use again. */
export const savedPromptRouter = router({
  list: viewerProcedure.query(({ ctx }) => listSavedPrompts(ctx.project)),
  save: memberProcedure.input(SavePrompt).mutation(({ ctx, input }) => savePrompt(ctx.project, input)),
  delete: memberProcedure.input(SavedPromptId).mutation(({ ctx, input }) => deleteSavedPrompt(ctx.project, input)),
});
