import { getThread, getTurn } from "@docsteward/services/thread/get";
import { listThreads, THREAD_TOPICS } from "@docsteward/services/thread/list";
import { countQuestions } from "@docsteward/services/thread/questions";
import { z } from "zod";
import { router, viewerProcedure } from "./init.ts";

const DAY_MS = 86_400_000;
const Days = z.int().min(1).max(365);
const PAGE = 30;

export const threadRouter = router({
  list: viewerProcedure
    .input(
      z.object({
        search: z.string().max(200).optional(),
        about: z.enum(THREAD_TOPICS).optional(),
        days: Days.optional(),
        cursor: z.string().max(200).nullish(),
      }),
    )
    .query(({ ctx, input: { search, about, days, cursor } }) =>
      listThreads(ctx.site, {
        limit: PAGE,
        search,
        about,
        since: days === undefined ? undefined : daysAgo(ctx, days),
        cursor: cursor ?? undefined,
      }),
    ),

  get: viewerProcedure
    .input(z.object({ id: z.string().max(100) }))
    .query(({ ctx, input }) => getThread(ctx.site, input)),

  /** One answer with how it came about. */
  turn: viewerProcedure
    .input(z.object({ messageId: z.string().max(128) }))
    .query(({ ctx, input }) => getTurn(ctx.site, { messageId: input.messageId })),

  /** What was asked in the last days, and how it was answered. */
  counts: viewerProcedure
    .input(z.object({ days: Days }))
    .query(({ ctx, input }) => countQuestions(ctx.site, { since: daysAgo(ctx, input.days) })),
});

function daysAgo({ services }: { services: { clock: { now(): Date } } }, days: number): Date {
  return new Date(services.clock.now().getTime() - days * DAY_MS);
}
