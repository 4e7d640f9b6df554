import type { UiChunk } from "@docsteward/contract/ui-chunk";
import { type AnswerFormat, answerStream, type StartAnswer } from "#server/http/answer-stream.ts";

/** Answers in the stream of generation 4: the same chunks, in lines of that generation's own. */
export async function dataStream(
  open: StartAnswer,
  { request, requestId }: { request: Request; requestId: string },
): Promise<Response> {
  return answerStream(open, { format: dataFormat, request, requestId });
}

const line = (code: string, value: unknown) => `${code}:${JSON.stringify(value)}\n`;

/** The lines of generation 4. It throws at the first line that it does not know, comments and half lines among them. */
export function dataFormat({ threadId }: { threadId?: string }): AnswerFormat {
  // What `useChat` gathers in `data`, so that an event of the type `finish` literally has the thread's id.
  const event = line("2", [{ type: "finish", threadId }]);
  const write = (chunk: UiChunk): string => {
    switch (chunk.type) {
      case "start":
        return line("f", { messageId: chunk.messageId });
      case "text-delta":
        return line("0", chunk.delta);
      case "source-url":
        return line("h", { sourceType: "url", id: chunk.sourceId, url: chunk.url, title: chunk.title });
      case "error":
        // The client throws at the error: what it should still see comes before.
        return event + line("3", chunk.errorText);
      case "finish": {
        const finishReason = "stop";
        const step = line("e", { finishReason, isContinued: false });
        const annotation = line("8", [{ type: "finish", threadId }]);
        // Not public; the client makes NaN of it.
        const usage = { promptTokens: null, completionTokens: null };
        return step + annotation + event + line("d", { finishReason, usage });
      }
      default:
        return "";
    }
  };

  return {
    headers: {
      "Cache-Control": "no-cache, no-transform",
      "Content-Type": "text/plain; charset=utf-8",
      "X-Vercel-AI-Data-Stream": "v1",
    },
    keepAlive: "\n",
    write,
    end: "",
  };
}
