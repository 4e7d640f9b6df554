import type { AnswerFormat, AnswerPiece } from "./answer-stream.ts";
import { toPublicPieces } from "./to-public-pieces.ts";

export type UiMessageFormatOptions = {
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
      toPublicPieces(piece)
        .map((known) => `data: ${JSON.stringify(stamp(known))}\n\n`)
        .join(""),
    end: "data: [DONE]\n\n",
  };
}
