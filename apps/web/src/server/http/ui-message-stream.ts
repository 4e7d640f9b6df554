import { followStream } from "@docsteward/services/answer-stream/follow";
import { keepStream } from "@docsteward/services/answer-stream/keep";
import type { ServiceContext } from "@docsteward/services/context";
import { answerStream, type OpenAnswer } from "./answer-stream.ts";
import { apiHeaders } from "./api-headers.ts";
import { uiMessageFormat } from "./ui-message-format.ts";

export type UiMessageCall = {
  ctx: ServiceContext;
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
export async function uiMessageStream(open: OpenAnswer, { ctx, body, request, requestId }: UiMessageCall) {
  const { id: chatId } = body;
  const isKept = typeof chatId === "string" && UNGUESSABLE.test(chatId);
  return answerStream(isKept ? (signal) => keepStream(ctx, { chatId, open, signal }) : open, {
    format: ({ threadId }) => uiMessageFormat({ threadId, isLiteral: isLiteral(request, body) }),
    request,
    requestId,
  });
}

/** Takes up the answer that runs in a chat client's conversation. 204 when there is none. */
export async function resumeUiMessageStream(
  ctx: ServiceContext,
  { chatId, request, requestId }: { chatId: string; request: Request; requestId: string },
): Promise<Response> {
  const { signal } = request;
  const chunks = UNGUESSABLE.test(chatId) ? await followStream(ctx, { chatId, signal }) : null;
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
