import type { ScriptTurn } from "./script.ts";

/** What proves to each provider that reasoning is a model's: a signature, or the reasoning itself, encrypted. */
export function proofOf(model: string): string {
  return Buffer.from(`reasoning of ${model}`).toString("base64");
}

/** A turn with every blank filled in: what every wire format is written from. */
export type Answer = {
  id: string;
  model: string;
  text: string;
  reasoning: string;
  /** About how many pieces the text is streamed in. */
  pieceCount: number;
  /** `json` is the arguments as sent, which `malformedToolJson` cuts in half. */
  toolCalls: { id: string; name: string; json: string }[];
  stopReason: NonNullable<ScriptTurn["stopReason"]>;
  usage: {
    inputTokens: number;
    outputTokens: number;
    cacheReadTokens: number;
    cacheWriteTokens: number;
    costUsd?: number;
  };
  isOverloadedMidStream: boolean;
};

/** @param index number of the request, which makes ids unique in the server */
export function toAnswer(turn: ScriptTurn, model: string, index: number): Answer {
  const calls = turn.toolCalls ?? [];
  return {
    id: `${index}`.padStart(6, "0"),
    model,
    text: turn.text ?? "",
    reasoning: turn.reasoning ?? "",
    pieceCount: turn.pieces ?? 4,
    toolCalls: calls.map((call, position) => {
      const json = JSON.stringify(call.input ?? {});
      const isCut = turn.malformedToolJson === true && position === calls.length - 1;
      return {
        id: call.id ?? `toolu_${index}_${position}`,
        name: call.name,
        json: isCut ? json.slice(0, Math.max(1, json.length >> 1)) : json,
      };
    }),
    stopReason: turn.stopReason ?? (calls.length > 0 ? "tool_use" : "end_turn"),
    usage: { inputTokens: 100, outputTokens: 20, cacheReadTokens: 0, cacheWriteTokens: 0, ...turn.usage },
    isOverloadedMidStream: turn.overloadedMidStream === true,
  };
}

/** Cuts text into about `count` pieces, never inside a character, so that clients have something to put together. */
export function inPieces(text: string, count = 4): string[] {
  const size = Math.max(1, Math.ceil(text.length / count));
  return text.match(new RegExp(`[\\s\\S]{1,${size}}`, "gu")) ?? [];
}
