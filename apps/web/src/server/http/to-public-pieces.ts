import type { AnswerPiece } from "./answer-stream.ts";

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
export function toPublicPieces(piece: AnswerPiece): AnswerPiece[] {
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
