import { randomInt } from "node:crypto";
import type { AnswerRecord, AnswerRequest } from "@docsteward/assistant/answer/answer";
import type { StartedAnswer } from "@docsteward/assistant/answer/start-answer";
import { toSitePath } from "@docsteward/assistant/page/page-address";
import { AppError, isAppError } from "@docsteward/contract/error";
import type { SearchFilter } from "@docsteward/contract/site-search";
import type { UiChunk } from "@docsteward/contract/ui-chunk";
import { isRecordable, recordAnswer } from "../answer-stream/record.ts";
import type { RecordedStream } from "../answer-stream/recorder.ts";
import type { ProjectContext } from "../context.ts";
import { BASE62 } from "../key/token.ts";
import { openAnswers } from "../limit/concurrency.ts";
import { findModelSettings, listModelNames } from "../model-provider/settings.ts";
import { readerOf } from "../reader-access/reader.ts";
import { openSite } from "../site/read.ts";
import { requireBudget } from "../usage/budget.ts";
import { parseConversation, type ReceivedMessage, requireContextItems } from "./conversation.ts";
import { findHistory } from "./get.ts";
import { RECHECK_READER, requireReader } from "./reader.ts";
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
    return recordAnswer(ctx, {
      chatId,
      signal,
      open: (kept, takeStream) => openAnswer(ctx, { ...input, signal: kept, takeStream }),
    });
  return openAnswer(ctx, input);
}

/** An answer that is recorded stores the beginning of its stream with its question. */
type OpenInput = AnswerInput & { takeStream?: RecordedStream["take"] };

async function openAnswer(ctx: ProjectContext, input: OpenInput): Promise<AnswerStream> {
  const release = openAnswers.take(ctx.project.organizationId, "answers");
  try {
    return await beginStream(ctx, input, release);
  } catch (error) {
    release();
    throw error;
  }
}

async function beginStream(ctx: ProjectContext, input: OpenInput, release: () => void): Promise<AnswerStream> {
  const fp = requireReader(ctx, input);
  const conversation = parseConversation(ctx, input.messages);
  requireContextItems(ctx, input.context ?? []);
  const leaving = new AbortController();
  const asked: Asked = {
    id: createPublicId("msg"),
    threadId: input.threadId ?? createPublicId("thr"),
    fp,
    conversation,
    leaving,
    signal: AbortSignal.any([input.signal, leaving.signal]),
  };
  const begun = await beginAnswer(ctx, asked, input);
  return {
    threadId: asked.threadId,
    messageId: asked.id,
    chunks: eagerIterator(toChunks(ctx, { ...asked, begun, release })),
  };
}

/** A question that may be answered, with the ids that its stream begins with. */
type Asked = {
  id: string;
  threadId: string;
  fp: string;
  conversation: ReturnType<typeof parseConversation>;
  leaving: AbortController;
  signal: AbortSignal;
};

/** An answer under way, and the turn that keeps it. */
type Opened = { turn: Omit<EndedTurn, "status">; started: StartedAnswer; storing: Promise<void> };

/** Starts the answer from the site's pages. The question is stored meanwhile. */
async function openTurn(
  ctx: ProjectContext,
  { id, threadId, fp, conversation, signal }: Asked,
  input: OpenInput,
): Promise<Opened> {
  const { threadId: given, filter, currentPath, context } = input;
  const [site, reader, settings, { defaultName }, stored] = await Promise.all([
    openSite(ctx),
    readerOf(ctx),
    findModelSettings(ctx, ctx),
    listModelNames(ctx),
    given == null ? NO_HISTORY : findHistory(ctx, { fp, threadId: given }),
    requireBudget(ctx),
  ]);
  const request: AnswerRequest = {
    ...conversation,
    // A conversation that the caller sends is the whole of it.
    history: conversation.history.length === 0 ? stored.turns : conversation.history,
    cited: stored.cited,
    languages: input.languages,
    context: (context ?? []).map(({ type, value, path }) => ({ type, value, path: path ?? undefined })),
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
  const turn = { id, threadId, fp, question: conversation.question, record: started.record };
  const storing = startTurn(ctx, {
    ...turn,
    isIssued: given == null,
    currentPath: request.currentPath,
    commit: site.commit,
    model: input.model ?? defaultName,
    readerGroups: reader && [...reader.groups],
    stream: input.takeStream?.(),
  });
  return { turn, started, storing };
}

type Begun = {
  /** Null until the site is loaded, and when that fails: nothing is stored then. */
  opened: Opened | null;
  /** The first part, once it has arrived and the question is stored. Settles when nothing more of both can come. */
  first: Promise<IteratorResult<UiChunk, void>>;
  /** Whether the stream begins before the first part has arrived. */
  isEarly: boolean;
};

/**
 * Waits for the first part, and for the question to be stored, but not for long: a reader should see that something happens, also
 * while the site is loaded. What fails meanwhile is a plain error to the caller.
 */
async function beginAnswer(ctx: ProjectContext, asked: Asked, input: OpenInput): Promise<Begun> {
  const opening = openTurn(ctx, asked, input);
  const takeFirst = async (opened: Opened) => {
    begun.opened = opened;
    const { started, storing } = opened;
    try {
      const [chunk] = await Promise.all([started.chunks.next(), storing]);
      return chunk;
    } catch (error) {
      // Only a turn that is stored can be ended.
      await storing.catch(() => undefined);
      throw error;
    }
  };
  const begun: Begun = { opened: null, first: opening.then(takeFirst), isEarly: false };
  // When nothing reads the stream, nothing waits for this either.
  begun.first.catch(() => undefined);
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(late.resolve, ctx.answerHeadMs, false).unref();
  try {
    // No person waits for these: what keeps the pages from answering is a plain error of theirs.
    if (asked.fp === RECHECK_READER) await opening;
    const isThere = begun.first.then(() => true);
    begun.isEarly = !(await Promise.race([isThere, late.promise]));
    return begun;
  } catch (error) {
    asked.leaving.abort();
    if (begun.opened === null) throw error;
    const outcome = outcomeOf(ctx, error, asked.signal);
    await endQuietly(ctx, { ...begun.opened.turn, ...outcome });
    if (outcome.status === "failed") throw error;
    throw new AppError("unavailable", "The question was cancelled before the answer started.", { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

type Running = Asked & { begun: Begun; release(): void };

async function* toChunks(
  ctx: ProjectContext,
  { id, threadId, conversation, leaving, signal, begun, release }: Running,
): AsyncGenerator<UiChunk, undefined> {
  const messageMetadata = { threadId };
  let outcome: Outcome | null = { status: "stopped" };
  try {
    yield { type: "start", messageId: id, messageMetadata };
    if (begun.isEarly) yield* tellProgress(conversation.question, begun.opened?.turn.record);
    const chunk = await begun.first;
    if (!chunk.done) yield chunk.value;
    if (begun.opened) {
      yield* begun.opened.started.chunks;
      outcome = null;
      await endQuietly(ctx, { ...begun.opened.turn, status: "done" });
    }
    yield { type: "finish", messageMetadata };
  } catch (error) {
    outcome = outcomeOf(ctx, error, signal);
    if (outcome.status === "failed") yield { type: "error", errorText: outcome.errorText };
  } finally {
    release();
    // An answer that came to its end has nothing to stop, and an abort is not free.
    if (outcome) leaving.abort();
    if (outcome) await endStopped(ctx, begun, outcome);
  }
}

/** Ends the turn of an answer that did not come to its end, once it is known whether there is one. */
async function endStopped(ctx: ProjectContext, begun: Begun, outcome: Outcome): Promise<void> {
  await begun.first.catch(() => undefined);
  if (begun.opened) await endQuietly(ctx, { ...begun.opened.turn, ...outcome });
}

const MAX_QUERY = 200;

/** What is done for an answer whose first words have not arrived: the search, and the page that came first. */
function* tellProgress(question: string, record: AnswerRecord | undefined): Generator<UiChunk> {
  const query = (record?.searchedFor ?? question).slice(0, MAX_QUERY);
  yield { type: "data-activity", data: { type: "search", query }, transient: true };
  const best = record?.trace.passages[0];
  if (best === undefined) return;
  yield { type: "data-activity", data: { type: "read", path: best.path, title: best.title }, transient: true };
}

type Outcome = { status: "stopped" } | { status: "failed"; failure: string; errorText: string };

/** Whether an answer ended early because its reader left, or failed; a deadline is a separate error. */
function outcomeOf(ctx: ProjectContext, error: unknown, signal: AbortSignal): Outcome {
  if (signal.aborted && !isAppError(error)) return { status: "stopped" };
  const { project, actor, log } = ctx;
  const requestId = actor.kind === "key" || actor.kind === "reader" ? actor.requestId : undefined;
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
