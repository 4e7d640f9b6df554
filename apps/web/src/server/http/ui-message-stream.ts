import { recordAnswer } from "@docsteward/services/answer-stream/record";
import { resumeAnswer } from "@docsteward/services/answer-stream/resume";
import type { ProjectContext } from "@docsteward/services/context";
import { type AnswerFormat, type AnswerPiece, answerStream, type StartAnswer } from "./answer-stream.ts";
import { apiHeaders } from "./response-headers.ts";

type UiMessageCall = {
  ctx: ProjectContext;
  /** What chat clients add to a question. */
  body: { id?: unknown; trigger?: unknown };
  request: Request;
  requestId: string;
};

const COMPAT_HEADER = "x-stream-compat";
/** Long enough not to be guessed, and no number that counts up or tells the time. Chat clients make random ones of their own. */
const UNGUESSABLE = /^(?!\d+$)[A-Za-z0-9_-]{16,128}$/;

/**
 * Answers in the stream of generation 5 and later. A chat client's answer is kept, so that it can be taken up again.
 */
export async function uiMessageStream(open: StartAnswer, { ctx, body, request, requestId }: UiMessageCall) {
  const { id: chatId } = body;
  const isKept = typeof chatId === "string" && UNGUESSABLE.test(chatId);
  return answerStream(isKept ? (signal) => recordAnswer(ctx, { chatId, open, signal }) : open, {
    format: ({ threadId }) => uiMessageFormat({ threadId, isLiteral: isLiteral(request, body) }),
    request,
    requestId,
  });
}

/** Takes up the answer that runs in a chat client's conversation. 204 when there is none. */
export async function resumeUiMessageStream(
  ctx: ProjectContext,
  { chatId, request, requestId }: { chatId: string; request: Request; requestId: string },
): Promise<Response> {
  const { signal } = request;
  const chunks = UNGUESSABLE.test(chatId) ? await resumeAnswer(ctx, { chatId, signal }) : null;
  if (chunks === null) return new Response(null, { status: 204, headers: apiHeaders(requestId) });
  return answerStream(async () => ({ chunks }), { format: () => uiMessageFormat({}), request, requestId });
}

/**
 * Whether the caller takes `threadId` on the last chunk itself, as the interface describes it. Chat clients cannot be told strict
 * from loose: whoever sends what only they send is one.
 */
function isLiteral(request: Request, { id, trigger }: UiMessageCall["body"]): boolean {
  const wish = request.headers.get(COMPAT_HEADER)?.trim().toLowerCase();
  if (wish === "literal" || wish === "strict") return wish === "literal";
  return id == null && trigger == null;
}

type UiMessageFormatOptions = {
  /** Put on the first and on the last chunk; left out, they stay as they are. */
  threadId?: string;
  /** Whether it also stands on the last chunk itself, as the interface describes it. Strict clients end the stream on that. */
  isLiteral?: boolean;
};

/** The stream of generation 5 and later: server-sent events, a chunk each. */
export function uiMessageFormat({ threadId, isLiteral = false }: UiMessageFormatOptions): AnswerFormat {
  const stamp = (piece: AnswerPiece): AnswerPiece => {
    if (threadId === undefined || (piece.type !== "start" && piece.type !== "finish")) return piece;
    const { messageMetadata } = piece as { messageMetadata?: object };
    const stamped = { ...piece, messageMetadata: { ...messageMetadata, threadId } };
    return { ...stamped, ...(isLiteral && piece.type === "finish" && { threadId }) };
  };
  return {
    headers: {
      "Cache-Control": "no-cache, no-transform",
      "Content-Type": "text/event-stream",
      "X-Vercel-AI-UI-Message-Stream": "v1",
    },
    keepAlive: ": keep-alive\n\n",
    write: (piece) =>
      toPublicChunks(piece)
        .map((known) => `data: ${JSON.stringify(stamp(known))}\n\n`)
        .join(""),
    end: "data: [DONE]\n\n",
  };
}

/**
 * What the first clients of generation 5 know, and they end the stream on anything else: an unknown type, or one unknown key of
 * a known type.
 */
const KNOWN: Record<string, readonly string[]> = {
  start: ["messageId", "messageMetadata"],
  "start-step": [],
  "finish-step": [],
  abort: [],
  "text-start": ["id"],
  "text-delta": ["id", "delta"],
  "text-end": ["id"],
  "reasoning-start": ["id"],
  "reasoning-delta": ["id", "delta"],
  "reasoning-end": ["id"],
  "tool-input-start": ["toolCallId", "toolName", "providerExecuted", "dynamic"],
  "tool-input-delta": ["toolCallId", "inputTextDelta"],
  "tool-input-available": ["toolCallId", "toolName", "input", "providerExecuted", "dynamic"],
  "tool-output-available": ["toolCallId", "output", "providerExecuted", "dynamic"],
  "tool-output-error": ["toolCallId", "errorText", "providerExecuted", "dynamic"],
  "source-url": ["sourceId", "url", "title"],
  "source-document": ["sourceId", "mediaType", "title", "filename"],
  file: ["url", "mediaType"],
  error: ["errorText"],
  "message-metadata": ["messageMetadata"],
  finish: ["messageMetadata"],
};
const KNOWN_DATA = ["id", "data", "transient"];

/**
 * Brings a piece of an answer to what every released client takes, and the public may see. A newer library in this service
 * writes more than that, the provider's names and token counts among it.
 *
 * @returns no piece for a type that is not on the list; two for a tool call whose input could not be read
 */
export function toPublicChunks(piece: AnswerPiece): AnswerPiece[] {
  const { type } = piece;
  if (type === "tool-input-error") {
    return [pick({ ...piece, type: "tool-input-available" }), pick({ ...piece, type: "tool-output-error" })];
  }
  if (type.startsWith("data-")) return [pick(piece, KNOWN_DATA)];
  return Object.hasOwn(KNOWN, type) ? [pick(piece)] : [];
}

function pick(piece: AnswerPiece, keys: readonly string[] = KNOWN[piece.type] ?? []): AnswerPiece {
  const given = piece as Record<string, unknown>;
  const picked: AnswerPiece & Record<string, unknown> = { type: piece.type };
  for (const key of keys) if (given[key] !== undefined) picked[key] = given[key];
  return picked;
}
