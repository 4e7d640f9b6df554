import { z } from "zod";
import { ProjectParams } from "./agent-operations.ts";
import {
  AnalyticsSummary,
  CallerStats,
  CitedPageList,
  ConversationList,
  ConversationsQuery,
  ConversationThread,
  FeedbackByPage,
  FeedbackByPageQuery,
  FeedbackList,
  FeedbackQuery,
  PeriodQuery,
  SearchClick,
  SearchClickBody,
  SearchesQuery,
  SearchTermList,
  SummaryQuery,
  TopicList,
  TopQuery,
} from "./analytics.ts";
import { DomainParams } from "./assistant-operations.ts";
import { Text } from "./input-schema.ts";
import { ASSISTANT_LIMITS, type LimitName } from "./limits.ts";
import { defineOperation } from "./operation.ts";

const none = z.object({});
const NO_LIMITS: LimitName[] = [];
const READS = {
  method: "GET",
  auth: "admin",
  scope: "read",
  limits: NO_LIMITS,
  idempotency: null,
  body: none,
} as const;
const PLAIN = { ...READS, params: ProjectParams, produces: "json" } as const;

export const feedbackOperation = defineOperation({
  ...PLAIN,
  id: "getFeedback",
  path: "/v1/analytics/{projectId}/feedback",
  summary: "Get feedback",
  description: "Ratings of the assistant's answers, newest first, with readers' comments.",
  query: FeedbackQuery,
  response: FeedbackList,
  table: "feedback",
  example: {
    query: { dateFrom: "2026-11-01" },
    response: {
      feedback: [
        {
          id: "msg_6kT2",
          path: "/guides/flags",
          comment: "It doesn't say how long it takes.",
          createdAt: "2026-11-20T16:30:00.000Z",
          source: "contextual",
          status: "pending",
          helpful: false,
          contact: null,
        },
      ],
      nextCursor: null,
      hasMore: false,
    },
  },
});

export const feedbackByPageOperation = defineOperation({
  ...PLAIN,
  id: "getFeedbackByPage",
  path: "/v1/analytics/{projectId}/feedback/by-page",
  summary: "Get feedback by page",
  description: "Ratings counted by page, the page with most ratings first.",
  query: FeedbackByPageQuery,
  response: FeedbackByPage,
  table: "feedback",
  example: {
    response: {
      feedback: [{ path: "/guides/flags", thumbsUp: 8, thumbsDown: 1, code: 0, total: 9 }],
      hasMore: false,
    },
  },
});

export const conversationsOperation = defineOperation({
  ...PLAIN,
  id: "getAssistantConversations",
  path: "/v1/analytics/{projectId}/assistant",
  summary: "Get assistant conversations",
  description: "Readers' questions with their answers and sources, newest first. Each row is one question.",
  query: ConversationsQuery,
  response: ConversationList,
  table: "conversations",
  example: {
    query: { limit: "1" },
    response: {
      conversations: [
        {
          id: "msg_6kT2",
          threadId: "thr_01KADZ4XM2C8V0R4N7T9W3Y5HB",
          timestamp: "2026-11-20T16:30:00.000Z",
          query: "How do I turn a feature off immediately?",
          response: "Use a kill switch [1].",
          responseType: "answer",
          sources: [{ title: "Kill switches", url: "/guides/kill-switch" }],
          resolutionStatus: "answered",
          queryCategory: "How do I turn a feature off?",
          pageUrl: null,
        },
      ],
      nextCursor: null,
      hasMore: false,
    },
  },
});

export const conversationThreadOperation = defineOperation({
  ...READS,
  id: "getAssistantThread",
  path: "/v1/analytics/{projectId}/assistant/threads/{threadId}",
  summary: "Get an assistant thread",
  description: "The transcript of one thread, oldest message first.",
  params: ProjectParams.extend({
    threadId: Text.max(128).meta({
      description: "The thread's id, from a conversation, or as its reader knows it if the service issued it.",
      examples: ["thr_01KADZ4XM2C8V0R4N7T9W3Y5HB"],
    }),
  }),
  query: none,
  response: ConversationThread,
  produces: "json",
  example: {
    response: {
      threadId: "thr_01KADZ4XM2C8V0R4N7T9W3Y5HB",
      createdAt: "2026-11-20T16:30:00.000Z",
      messages: [
        { id: "msg_6kT2-question", role: "user", content: "How?", createdAt: "2026-11-20T16:30:00.000Z" },
        { id: "msg_6kT2", role: "assistant", content: "Use a kill switch.", createdAt: "2026-11-20T16:30:02.000Z" },
      ],
    },
  },
});

export const callerStatsOperation = defineOperation({
  ...PLAIN,
  id: "getAssistantCallerStats",
  path: "/v1/analytics/{projectId}/assistant/caller-stats",
  summary: "Get assistant caller stats",
  description: "Questions by who asked: pages in browsers, servers, and others. Counted by whole days (UTC).",
  query: PeriodQuery,
  response: CallerStats,
  example: { response: { web: 120, api: 14, other: 3, total: 137 } },
});

export const searchesOperation = defineOperation({
  ...PLAIN,
  id: "getSearches",
  path: "/v1/analytics/{projectId}/searches",
  summary: "Get search queries",
  description:
    "What callers of the search operation and the MCP server searched for, most frequent first, with the share of searches whose result was opened. Counted by whole days (UTC).",
  query: SearchesQuery,
  response: SearchTermList,
  table: "searches",
  example: {
    response: {
      searches: [
        {
          searchQuery: "kill switch",
          hits: 12,
          ctr: 0.75,
          topClickedPage: "/guides/kill-switch",
          lastSearchedAt: "2026-11-20T16:30:00.000Z",
        },
      ],
      totalSearches: 12,
      nextCursor: null,
    },
  },
});

export const summaryOperation = defineOperation({
  ...PLAIN,
  id: "getAnalyticsSummary",
  path: "/v1/analytics/{projectId}/summary",
  summary: "Get assistant summary",
  description:
    "Questions by day (UTC) with their outcomes and ratings, the unanswered share and the deflection share. Counted by whole days.",
  query: SummaryQuery,
  response: AnalyticsSummary,
  table: "days",
  example: {
    response: {
      totals: {
        questions: 10,
        answered: 8,
        unanswered: 2,
        failed: 0,
        up: 3,
        down: 1,
        unansweredShare: 0.2,
        deflectionShare: 0.7,
      },
      days: [{ day: "2026-11-20", questions: 10, answered: 8, unanswered: 2, failed: 0, deflected: 7, up: 3, down: 1 }],
    },
  },
});

export const topicsOperation = defineOperation({
  ...PLAIN,
  id: "getTopics",
  path: "/v1/analytics/{projectId}/topics",
  summary: "Get topics",
  description: "What readers ask about: questions that ask the same are one topic, the most frequent first.",
  query: TopQuery,
  response: TopicList,
  table: "topics",
  example: {
    response: {
      topics: [
        {
          id: "top_01KADZ4XM2C8V0R4N7T9W3Y5HB",
          question: "How do I turn a feature off?",
          questions: 9,
          unanswered: 1,
          down: 0,
          lastAskedAt: "2026-11-20T16:30:00.000Z",
        },
      ],
    },
  },
});

export const citedPagesOperation = defineOperation({
  ...PLAIN,
  id: "getCitedPages",
  path: "/v1/analytics/{projectId}/pages",
  summary: "Get pages most cited",
  description: "Pages by how many answers cite them, with the ratings of these answers. Counted by whole days (UTC).",
  query: TopQuery,
  response: CitedPageList,
  table: "pages",
  example: { response: { pages: [{ path: "/guides/kill-switch", citations: 31, up: 4, down: 1 }] } },
});

export const searchClickOperation = defineOperation({
  id: "reportSearchClick",
  method: "POST",
  path: "/discovery/v1/search/{domain}/click",
  summary: "Report an opened search result",
  description: "Counts that a reader opened a result. The analytics of searches give click-through rates from it.",
  auth: "assistant",
  scope: "read",
  limits: ASSISTANT_LIMITS,
  idempotency: null,
  params: DomainParams,
  query: none,
  body: SearchClickBody,
  response: SearchClick,
  produces: "json",
  errors: ["not_found"],
  example: { body: { query: "kill switch", path: "/guides/kill-switch" }, response: { path: "/guides/kill-switch" } },
});

export const ANALYTICS_OPERATIONS = [
  feedbackOperation,
  feedbackByPageOperation,
  conversationsOperation,
  conversationThreadOperation,
  callerStatsOperation,
  searchesOperation,
  summaryOperation,
  topicsOperation,
  citedPagesOperation,
  searchClickOperation,
] as const;
