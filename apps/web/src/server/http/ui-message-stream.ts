import type { UiChunk } from "@docsteward/contract/ui-chunk";
import type { AnswerFormat } from "./answer-stream.ts";

const COMPAT_HEADER = "x-stream-compat";

/**
 * Whether the caller takes `threadId` on the last chunk itself, as the interface describes it. Strict chat clients end the stream
 * on that and cannot be recognized: a call with what only chat clients send comes from one.
 *
 * @param body what chat clients add to a question
 */
export function isLiteral(request: Request, { id, trigger }: { id?: unknown; trigger?: unknown }): boolean {
  const wish = request.headers.get(COMPAT_HEADER)?.trim().toLowerCase();
  if (wish === "literal" || wish === "strict") return wish === "literal";
  return id == null && trigger == null;
}

/** The stream of generation 5 and later: server-sent events, a chunk each. */
export function uiMessageFormat({ isLiteral = false }: { isLiteral?: boolean } = {}): AnswerFormat {
  return {
    headers: {
      "Cache-Control": "no-cache, no-transform",
      "Content-Type": "text/event-stream",
      "X-Vercel-AI-UI-Message-Stream": "v1",
    },
    keepAlive: ": keep-alive\n\n",
    write(chunk) {
      const known = pickKnown(chunk);
      if (known === null) return "";
      const stamp = isLiteral && chunk.type === "finish" ? { threadId: chunk.messageMetadata.threadId } : null;
      return `data: ${JSON.stringify({ ...known, ...stamp })}\n\n`;
    },
    end: "data: [DONE]\n\n",
  };
}

type FieldsOf<T extends UiChunk["type"]> = readonly Exclude<keyof Extract<UiChunk, { type: T }>, "type">[];

/**
 * What leaves of each chunk, in this order. The first clients of generation 5 end the stream on anything else: an unknown type, or
 * one unknown key of a known type. A kept answer may come from a process of another version.
 */
const FIELDS: { [T in UiChunk["type"]]: FieldsOf<T> } = {
  start: ["messageId", "messageMetadata"],
  "text-start": ["id"],
  "text-delta": ["id", "delta"],
  "text-end": ["id"],
  "source-url": ["sourceId", "url", "title"],
  "data-source": ["id", "data"],
  "data-activity": ["data", "transient"],
  "data-suggestions": ["data"],
  "data-outcome": ["data"],
  finish: ["messageMetadata"],
  error: ["errorText"],
};

function pickKnown(chunk: UiChunk): Record<string, unknown> | null {
  if (!Object.hasOwn(FIELDS, chunk.type)) return null;
  const given = chunk as Record<string, unknown>;
  const known: Record<string, unknown> = { type: chunk.type };
  for (const field of FIELDS[chunk.type]) if (given[field] !== undefined) known[field] = given[field];
  return known;
}
