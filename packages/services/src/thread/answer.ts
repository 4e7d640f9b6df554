import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { AnswerRecord, AnswerRequest } from "@docsteward/assistant/answer/answer";
import type { StartedAnswer } from "@docsteward/assistant/answer/start-answer";
import { toSitePath } from "@docsteward/assistant/page/page-address";
import { AppError, isAppError } from "@docsteward/contract/error";
import type { SearchFilter } from "@docsteward/contract/site-search";
import type { UiChunk } from "@docsteward/contract/ui-chunk";
import { isRecordable, recordAnswer } from "../answer-stream/record.ts";
import type { ProjectContext } from "../context.ts";
import { BASE62 } from "../key/token.ts";
import { openAnswers } from "../limit/concurrency.ts";
import { findModelSettings, listModelNames } from "../model-provider/settings.ts";
import { readerOf } from "../reader-access/reader.ts";
import { openSite } from "../site/read.ts";
import { requireBudget } from "../usage/budget.ts";
import { parseConversation, type ReceivedMessage, requireContextItems } from "./conversation.ts";
import { findHistory } from "./get.ts";
import { requireReader } from "./reader.ts";
import { type EndedTurn, endTurn, startTurn } from "./turn.ts";

/** One question to the assistant, with its conversation and search options. */
export type AnswerInput = {
  fp: string;
  messages: readonly ReceivedMessage[];
  threadId?: string | null;
  retrievalPageSize?: number;
  filter?: SearchFilter | null;
  context?: readonly { type: "code" | "textSelection"; value: string; path?: string | null }[] | null;
  currentPath?: string | null;
  /** Languages that the reader's browser asks for, best first. */
  languages?: readonly string[];
  /** The client's own id of the conversation. With one that cannot be guessed, the answer is kept for `resumeAnswer`. */
  chatId?: string;
  /** One of the project's models, by its name; the default without one. */
  model?: string;
  /** Ends the answer: its reader has left. */
  signal: AbortSignal;
};

const DEFAULT_PAGES = 12;
const NO_HISTORY = { turns: [], cited: [] };

/**
 * Answers a question from the project's pages, in a thread.
 *
 * The question is stored while the model begins, and the answer when it ends, whichever way. When the caller sends only the
 * newest message, the turns that are stored of its thread are put before it.
 *
 * @returns once the first part of the answer exists, or `answerHeadMs` have passed: what fails later is an `error` chunk
 * @throws AppError `invalid_request`, `budget_exceeded`, `rate_limited` while too many others are under way, `unavailable` while there is no index, or what the model failed with
 */
export async function answerQuestion(ctx: ProjectContext, input: AnswerInput): Promise<AnswerStream> {
  const { chatId, signal } = input;
  if (chatId !== undefined && isRecordable(ctx, chatId))
    return recordAnswer(ctx, { chatId, signal, open: (kept) => openAnswer(ctx, { ...input, signal: kept }) });
  return openAnswer(ctx, input);
}

async function openAnswer(ctx: ProjectContext, input: AnswerInput): Promise<AnswerStream> {
  const release = openAnswers.take(ctx.project.organizationId, "answers");
  try {
    return await beginStream(ctx, input, release);
  } catch (error) {
    release();
    throw error;
  }
}

async function beginStream(ctx: ProjectContext, input: AnswerInput, release: () => void): Promise<AnswerStream> {
  const fp = requireReader(ctx, input);
  const conversation = parseConversation(ctx, input.messages);
  const context = input.context ?? [];
  requireContextItems(ctx, context);
  const { threadId: given, filter, currentPath } = input;
  const [site, reader, settings, { defaultName }, stored] = await Promise.all([
    openSite(ctx),
    readerOf(ctx),
    findModelSettings(ctx, ctx),
    listModelNames(ctx),
    given == null ? NO_HISTORY : findHistory(ctx, { fp, threadId: given }),
    requireBudget(ctx),
  ]);
  const model = input.model ?? defaultName;
  const leaving = new AbortController();
  const signal = AbortSignal.any([input.signal, leaving.signal]);
  const request: AnswerRequest = {
    ...conversation,
    // A conversation that the caller sends is the whole of it.
    history: conversation.history.length === 0 ? stored.turns : conversation.history,
    cited: stored.cited,
    languages: input.languages,
    context: context.map(({ type, value, path }) => ({ type, value, path: path ?? undefined })),
    filter: filter ?? undefined,
    currentPath: currentPath ? toSitePath(ctx.project.siteUrl, currentPath) : undefined,
    pageCount: input.retrievalPageSize ?? DEFAULT_PAGES,
    signal,
  };
  const pages = {
    retriever: site.retriever,
    name: ctx.project.name,
    url: ctx.project.siteUrl,
    contact: ctx.project.supportContact,
    hasSuggestions: ctx.project.hasSuggestions,
    changedAt: (file: string) => site.changedAt(file),
  };
  const started = await ctx.assistant.answer(request, pages, settings, input.model);
  const { question } = conversation;
  const turn = {
    id: createPublicId("msg"),
    threadId: given ?? createPublicId("thr"),
    fp,
    question,
    record: started.record,
  };
  const storing = startTurn(ctx, {
    ...turn,
    isIssued: given == null,
    currentPath: request.currentPath,
    commit: site.commit,
    model,
    readerGroups: reader && [...reader.groups],
  });
  const begun = await beginAnswer(ctx, { turn, started, storing, leaving, signal });
  return {
    threadId: turn.threadId,
    messageId: turn.id,
    chunks: eagerIterator(toChunks(ctx, { turn, started, ...begun, leaving, signal, release })),
  };
}

type Running = {
  turn: Omit<EndedTurn, "status">;
  started: StartedAnswer;
  leaving: AbortController;
  signal: AbortSignal;
};

type Begun = {
  /** The first part, once it has arrived and the question is stored. */
  first: Promise<IteratorResult<UiChunk, void>>;
  /** Whether the stream begins before the first part has arrived. */
  isEarly: boolean;
};

/**
 * Waits for the first part, and for the question to be stored, but not for long: a reader should see that something happens. What
 * fails meanwhile is a plain error to the caller.
 */
async function beginAnswer(
  ctx: ProjectContext,
  { turn, started, storing, leaving, signal }: Running & { storing: Promise<void> },
): Promise<Begun> {
  const first = Promise.all([started.chunks.next(), storing])
    .then(([chunk]) => chunk)
    .catch(async (error) => {
      // Only a turn that is stored can be ended.
      await storing.catch(() => undefined);
      throw error;
    });
  // When nothing reads the stream, nothing waits for this either.
  first.catch(() => undefined);
  const waiting = new AbortController();
  try {
    const isThere = first.then(() => true);
    const isLate = delay(ctx.answerHeadMs, false, { signal: waiting.signal, ref: false }).catch(() => false);
    return { first, isEarly: !(await Promise.race([isThere, isLate])) };
  } catch (error) {
    const outcome = outcomeOf(ctx, error, signal);
    leaving.abort();
    await endQuietly(ctx, { ...turn, ...outcome });
    if (outcome.status === "failed") throw error;
    throw new AppError("unavailable", "The question was cancelled before the answer started.", { cause: error });
  } finally {
    waiting.abort();
  }
}

async function* toChunks(
  ctx: ProjectContext,
  { turn, started, first, isEarly, leaving, signal, release }: Running & Begun & { release(): void },
): AsyncGenerator<UiChunk, undefined> {
  const messageMetadata = { threadId: turn.threadId };
  let outcome: Outcome | null = { status: "stopped" };
  try {
    yield { type: "start", messageId: turn.id, messageMetadata };
    if (isEarly) yield* tellProgress(turn.record);
    const chunk = await first;
    if (!chunk.done) yield chunk.value;
    yield* started.chunks;
    outcome = null;
    await endQuietly(ctx, { ...turn, status: "done" });
    yield { type: "finish", messageMetadata };
  } catch (error) {
    outcome = outcomeOf(ctx, error, signal);
    if (outcome.status === "failed") yield { type: "error", errorText: outcome.errorText };
  } finally {
    leaving.abort();
    release();
    if (outcome) await endQuietly(ctx, { ...turn, ...outcome });
  }
}

const MAX_QUERY = 200;

/** What has been done for an answer whose first words are not there yet: the search, and the page that came first. */
function* tellProgress({ searchedFor, trace }: AnswerRecord): Generator<UiChunk> {
  const query = searchedFor.slice(0, MAX_QUERY);
  yield { type: "data-activity", data: { type: "search", query }, transient: true };
  const [best] = trace.passages;
  if (best === undefined) return;
  yield { type: "data-activity", data: { type: "read", path: best.path, title: best.title }, transient: true };
}

type Outcome = { status: "stopped" } | { status: "failed"; failure: string; errorText: string };

/** Whether an answer ended early because its reader left, or failed; a deadline is a separate error. */
function outcomeOf(ctx: ProjectContext, error: unknown, signal: AbortSignal): Outcome {
  if (signal.aborted && !isAppError(error)) return { status: "stopped" };
  const { project, actor, log } = ctx;
  const requestId = actor.kind === "key" ? actor.requestId : undefined;
  if (isAppError(error)) {
    const failure = "operatorSentence" in error ? String(error.operatorSentence) : error.message;
    log.warn({ projectId: project.id, requestId, failure }, "answer failed");
    return { status: "failed", failure, errorText: error.message };
  }
  log.error({ err: error, projectId: project.id, requestId }, "answer failed");
  const errorText =
    requestId === undefined ? "Internal error." : `Internal error. Include ${requestId} when you report it.`;
  return { status: "failed", failure: "Internal error.", errorText };
}

/** An answer that was said is not taken back because it could not be stored. */
async function endQuietly(ctx: ProjectContext, turn: EndedTurn): Promise<void> {
  const { id: messageId, status, record } = turn;
  const { category, retrievalMs, firstTextMs } = record;
  ctx.log.info({ projectId: ctx.project.id, messageId, status, category, retrievalMs, firstTextMs }, "answer ended");
  try {
    await endTurn(ctx, turn);
  } catch (error) {
    ctx.log.error({ err: error, projectId: ctx.project.id, messageId }, "answer could not be stored");
  }
}

/** An answer that is under way, so that the head of the response can be written. */
type AnswerStream = {
  threadId: string;
  /** The answer's id, for feedback; the `start` chunk carries it, too. */
  messageId: string;
  /**
   * Begins with `start` and ends with `finish` or `error`. It never throws: what fails on the way is its `error` chunk. Read
   * only as fast as its consumer pulls; leaving it ends the model's call.
   */
  chunks: EagerIterator<UiChunk>;
};

/** An iterator that can be left. */
type EagerIterator<T> = AsyncIterableIterator<T> & { return(): Promise<IteratorResult<T>> };

/** Starts a generator immediately, so that leaving it runs its cleanup even when no caller has read from it. */
function eagerIterator<T>(source: AsyncGenerator<T, undefined>): EagerIterator<T> {
  let first: Promise<IteratorResult<T>> | null = source.next();
  const iterator: EagerIterator<T> = {
    next() {
      const upcoming = first ?? source.next();
      first = null;
      return upcoming;
    },
    return: () => source.return(undefined),
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}

const LENGTH = 22;

/** An unguessable id (131 bits), for what its bearer may read or rate: `thr_…`, `msg_…`. */
function createPublicId(prefix: "thr" | "msg"): string {
  return `${prefix}_${Array.from({ length: LENGTH }, () => BASE62[randomInt(BASE62.length)]).join("")}`;
}
