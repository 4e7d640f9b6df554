import { type AnswerFormat, type AnswerPiece, answerStream, type StartAnswer } from "#server/http/answer-stream.ts";

/** Answers in the stream of generation 4: the same pieces, in lines of that generation's own. */
export async function dataStream(
  open: StartAnswer,
  { request, requestId }: { request: Request; requestId: string },
): Promise<Response> {
  return answerStream(open, { format: dataFormat, request, requestId });
}

/** Whatever keys a piece may have that this format looks at. */
type Known = AnswerPiece &
  Partial<Record<"messageId" | "delta" | "toolCallId" | "toolName" | "errorText", string>> & {
    sourceId?: string;
    url?: string;
    title?: string;
    inputTextDelta?: string;
    input?: unknown;
    output?: unknown;
    finishReason?: string;
  };

const line = (code: string, value: unknown) => `${code}:${JSON.stringify(value)}\n`;

/** The lines of generation 4. It throws at the first line that it does not know, comments and half lines among them. */
export function dataFormat({ threadId }: { threadId?: string }): AnswerFormat {
  // What `useChat` gathers in `data`, so that an event of the type `finish` literally has the thread's id.
  const event = line("2", [{ type: "finish", threadId }]);
  let messageId = "";
  let hasStep = false;

  const beginStep = () => {
    hasStep = true;
    return line("f", { messageId });
  };
  const endStep = (finishReason: string) => {
    const text = hasStep ? line("e", { finishReason, isContinued: false }) : "";
    hasStep = false;
    return text;
  };
  const write = (piece: Known): string => {
    const { toolCallId, toolName } = piece;
    switch (piece.type) {
      case "start":
        messageId = piece.messageId ?? "";
        return beginStep();
      case "start-step":
        return hasStep ? "" : beginStep();
      case "finish-step":
        return endStep("stop");
      case "text-delta":
        return line("0", piece.delta);
      case "reasoning-delta":
        return line("g", piece.delta);
      case "source-url":
        return line("h", { sourceType: "url", id: piece.sourceId, url: piece.url, title: piece.title });
      case "tool-input-start":
        return line("b", { toolCallId, toolName });
      case "tool-input-delta":
        return line("c", { toolCallId, argsTextDelta: piece.inputTextDelta });
      case "tool-input-available":
        return line("9", { toolCallId, toolName, args: toArguments(piece.input) });
      case "tool-input-error":
        return line("9", { toolCallId, toolName, args: toArguments(piece.input) }) + toolFailed(piece);
      case "tool-output-available":
        return line("a", { toolCallId, result: piece.output ?? null });
      case "tool-output-error":
        return toolFailed(piece);
      case "error":
        // The client throws at the error: what it should still see comes before.
        return event + line("3", piece.errorText);
      case "finish": {
        const { finishReason = "stop" } = piece;
        const annotation = line("8", [{ type: "finish", threadId }]);
        // Not told, since the public need not know; the client makes NaN of it.
        const usage = { promptTokens: null, completionTokens: null };
        return endStep(finishReason) + annotation + event + line("d", { finishReason, usage });
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

const toolFailed = ({ toolCallId, errorText }: Known) => line("a", { toolCallId, result: { error: errorText } });

/** The client takes objects alone. */
const toArguments = (input: unknown) => (typeof input === "object" ? input : { input });
