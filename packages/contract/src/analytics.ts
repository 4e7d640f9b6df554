import { z } from "zod";
import { Text } from "./input-schema.ts";

const ISO_DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)?)?$/;

const DateText = z
  .string()
  .max(40)
  .regex(ISO_DATE, { error: ({ input }) => `"${input}" isn't a date such as 2026-11-01 or 2026-11-01T12:00:00Z.` })
  .transform((text, { addIssue }) => {
    const isZoned = !text.includes("T") || /(?:Z|[+-]\d\d:\d\d)$/.test(text);
    const date = new Date(isZoned ? text : `${text}Z`);
    if (!Number.isNaN(date.getTime())) return date;
    addIssue(`"${text}" isn't a date. Check its month and day.`);
    return z.NEVER;
  });

/** The time that an analytics request is about. */
export const PeriodQuery = z.object({
  dateFrom: DateText.optional().meta({ description: "First day or time, ISO 8601 or YYYY-MM-DD, in UTC." }),
  dateTo: DateText.optional().meta({
    description: "End, ISO 8601 or YYYY-MM-DD, in UTC. Exclusive: results are from before it.",
  }),
});
/** A parsed period. */
export type PeriodQuery = z.output<typeof PeriodQuery>;

const format = z
  .enum(["json", "csv"])
  .default("json")
  .meta({ description: "`csv` returns the rows as a table. The next page's cursor is then in `X-Next-Cursor`." });

const pageOf = (max: number, standard: number) => ({
  limit: z.coerce.number().int().min(1).max(max).default(standard).meta({ description: "Maximum rows per page." }),
  cursor: Text.max(400).optional().meta({ description: "`nextCursor` of the previous page." }),
  format,
});

const FEEDBACK_SOURCES = ["code_snippet", "contextual", "agent", "thumbs_only"] as const;
const FEEDBACK_STATUSES = ["pending", "in_progress", "resolved", "dismissed"] as const;
/** Where feedback stands. */
export type FeedbackStatus = (typeof FEEDBACK_STATUSES)[number];

const feedbackFilter = {
  source: z.enum(FEEDBACK_SOURCES).optional().meta({
    description:
      "`contextual` is a rating with a comment, `thumbs_only` one without. There is no feedback of the other two.",
  }),
  status: z
    .string()
    .max(100)
    .transform((text, { addIssue }) => {
      const parts = text.split(",").map((part) => part.trim());
      const known = FEEDBACK_STATUSES.filter((status) => parts.includes(status));
      if (known.length === new Set(parts).size) return known;
      addIssue(`"${text}" isn't a list of statuses. Use ${FEEDBACK_STATUSES.join(", ")}, separated by commas.`);
      return z.NEVER;
    })
    .optional()
    .meta({ description: `Comma-separated statuses: ${FEEDBACK_STATUSES.map((one) => `\`${one}\``).join(", ")}.` }),
};

export const FeedbackQuery = PeriodQuery.extend({ ...feedbackFilter, ...pageOf(100, 50) });
/** A parsed request for feedback. */
export type FeedbackQuery = z.output<typeof FeedbackQuery>;

const pagination = {
  nextCursor: z.string().nullable().meta({ description: "Cursor of the next page; null on the last one." }),
  hasMore: z.boolean().meta({ description: "Whether there is a next page." }),
};

const reader = z
  .string()
  .optional()
  .meta({ description: "The reader's `fp`. Only for keys with the scope `readers`." });

export const FeedbackList = z
  .object({
    feedback: z.array(
      z.object({
        id: z.string().meta({ description: "Id of the rated answer." }),
        path: z.string().meta({ description: "Page the question was asked on, else the first page cited." }),
        comment: z.string().nullable(),
        createdAt: z.iso.datetime().nullable(),
        source: z.enum(FEEDBACK_SOURCES),
        status: z.enum(FEEDBACK_STATUSES).meta({
          description:
            "From the gap of a bad rating: `pending`, `in_progress` with a job, `resolved`, `dismissed`. Good ratings are `resolved`.",
        }),
        helpful: z.boolean(),
        contact: z.null().meta({ description: "Always null: readers leave no address." }),
        reader,
      }),
    ),
    ...pagination,
  })
  .meta({ id: "FeedbackList" });
/** One page of feedback. */
export type FeedbackList = z.input<typeof FeedbackList>;

export const FeedbackByPageQuery = PeriodQuery.extend({
  ...feedbackFilter,
  limit: pageOf(100, 10).limit,
  format,
});
/** A parsed request for feedback by page. */
export type FeedbackByPageQuery = z.output<typeof FeedbackByPageQuery>;

export const FeedbackByPage = z
  .object({
    feedback: z.array(
      z.object({
        path: z.string(),
        thumbsUp: z.int(),
        thumbsDown: z.int(),
        code: z.int().meta({ description: "Always 0: code blocks have no feedback." }),
        total: z.int(),
      }),
    ),
    hasMore: z.boolean(),
  })
  .meta({ id: "FeedbackByPage" });
/** Feedback counted by page. */
export type FeedbackByPage = z.input<typeof FeedbackByPage>;

export const ConversationsQuery = PeriodQuery.extend(pageOf(1_000, 100));
/** A parsed request for conversations. */
export type ConversationsQuery = z.output<typeof ConversationsQuery>;

export const ConversationList = z
  .object({
    conversations: z.array(
      z.object({
        id: z.string().meta({ description: "Id of the answer." }),
        threadId: z.string().meta({ description: "Id of its thread, for its transcript." }),
        timestamp: z.iso.datetime(),
        query: z.string(),
        response: z.string(),
        responseType: z.enum(["answer", "clarifying_question"]),
        sources: z.array(z.object({ title: z.string(), url: z.string() })),
        resolutionStatus: z.enum(["answered", "unanswered"]),
        queryCategory: z.string().nullable().meta({ description: "The question's topic; null until it is grouped." }),
        pageUrl: z.string().nullable().meta({ description: "URL of the page the question was asked on." }),
        reader,
      }),
    ),
    ...pagination,
  })
  .meta({ id: "ConversationList" });
/** One page of conversations. */
export type ConversationList = z.input<typeof ConversationList>;

export const ConversationThread = z
  .object({
    threadId: z.string(),
    createdAt: z.iso.datetime(),
    messages: z.array(
      z.object({
        id: z.string(),
        role: z.enum(["user", "assistant"]),
        content: z.string(),
        createdAt: z.iso.datetime(),
      }),
    ),
    reader,
  })
  .meta({ id: "ConversationThread" });
/** The transcript of a thread. */
export type ConversationThread = z.input<typeof ConversationThread>;

export const CallerStats = z
  .object({
    web: z.int().meta({ description: "Questions from pages in browsers." }),
    api: z.int().meta({ description: "Questions from servers." }),
    other: z
      .int()
      .meta({ description: "The playground, the command line, and questions from before callers were recorded." }),
    total: z.int(),
  })
  .meta({ id: "CallerStats" });
/** Questions by who asked. */
export type CallerStats = z.input<typeof CallerStats>;

export const SearchesQuery = PeriodQuery.extend(pageOf(100, 50));
/** A parsed request for search terms. */
export type SearchesQuery = z.output<typeof SearchesQuery>;

export const SearchTermList = z
  .object({
    searches: z.array(
      z.object({
        searchQuery: z.string().meta({ description: "The search query, in lower case, without email addresses." }),
        hits: z.int(),
        ctr: z.number().meta({ description: "Share of the searches whose result was opened, 0 to 1." }),
        topClickedPage: z.string().nullable(),
        lastSearchedAt: z.iso.datetime(),
      }),
    ),
    totalSearches: z.int(),
    nextCursor: pagination.nextCursor,
  })
  .meta({ id: "SearchTermList" });
/** One page of search terms. */
export type SearchTermList = z.input<typeof SearchTermList>;

export const SummaryQuery = PeriodQuery.extend({ format });

export const AnalyticsSummary = z
  .object({
    totals: z.object({
      questions: z.int(),
      answered: z.int(),
      unanswered: z.int(),
      failed: z.int(),
      up: z.int(),
      down: z.int(),
      unansweredShare: z
        .number()
        .nullable()
        .meta({ description: "Of the questions with an outcome; null without any." }),
      deflectionShare: z
        .number()
        .nullable()
        .meta({ description: "Questions answered and not rated bad, of all questions. An estimate." }),
    }),
    days: z.array(
      z.object({
        day: z.iso.date(),
        questions: z.int(),
        answered: z.int(),
        unanswered: z.int(),
        failed: z.int(),
        deflected: z.int(),
        up: z.int(),
        down: z.int(),
      }),
    ),
  })
  .meta({ id: "AnalyticsSummary" });
/** Questions by day, and together. */
export type AnalyticsSummary = z.input<typeof AnalyticsSummary>;

export const TopQuery = PeriodQuery.extend({ limit: pageOf(100, 20).limit, format });
/** A parsed request for the most frequent of something. */
export type TopQuery = z.output<typeof TopQuery>;

export const TopicList = z
  .object({
    topics: z.array(
      z.object({
        id: z.string(),
        question: z.string().meta({ description: "The question that the topic began with." }),
        questions: z.int(),
        unanswered: z.int(),
        down: z.int(),
        lastAskedAt: z.iso.datetime(),
      }),
    ),
  })
  .meta({ id: "TopicList" });
/** What readers ask about. */
export type TopicList = z.input<typeof TopicList>;

export const CitedPageList = z
  .object({
    pages: z.array(z.object({ path: z.string(), citations: z.int(), up: z.int(), down: z.int() })),
  })
  .meta({ id: "CitedPageList" });
/** The pages that answers cite most. */
export type CitedPageList = z.input<typeof CitedPageList>;

export const SearchClickBody = z
  .object({
    query: z.string().max(2_000).meta({ description: "What was searched for." }),
    path: Text.min(1).max(2_000).meta({ description: "`path` or URL of the opened result." }),
  })
  .meta({ id: "SearchClickBody" });
/** A parsed report that a result was opened. */
export type SearchClickBody = z.output<typeof SearchClickBody>;

export const SearchClick = z.object({ path: z.string() }).meta({ id: "SearchClick" });
