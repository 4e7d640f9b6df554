import type { LanguageModelV4, LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import {
  errorTypeOf,
  inSpan,
  isTracing,
  runInSpan,
  type Span,
  type SpanOptions,
  startSpan,
} from "@docsteward/platform/tracing";

/** The providers that OpenTelemetry has another name for. */
const PROVIDERS: Record<string, string> = {
  google: "gcp.gemini",
  azure: "azure.ai.openai",
  mistral: "mistral_ai",
  bedrock: "aws.bedrock",
  vertex: "gcp.vertex_ai",
};

/**
 * A model whose calls are spans, by OpenTelemetry's conventions for generative AI. They hold names and counts, never the texts.
 *
 * @param provider as Docsteward names it
 */
export function traceCalls(model: LanguageModelV4, provider: string): LanguageModelV4 {
  const { modelId } = model;
  const name = `chat ${modelId}`;
  const options: SpanOptions = {
    kind: "client",
    attributes: {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": PROVIDERS[provider] ?? provider,
      "gen_ai.request.model": modelId,
    },
  };
  return {
    specificationVersion: "v4",
    provider: model.provider,
    modelId,
    get supportedUrls() {
      return model.supportedUrls;
    },
    doGenerate: (call) =>
      inSpan(name, options, async (span) => {
        const result = await model.doGenerate(call);
        noteAnswer(span, result.response);
        noteEnd(span, result);
        return result;
      }),
    async doStream(call) {
      if (!isTracing()) return model.doStream(call);
      const span = startSpan(name, options);
      try {
        const { stream, ...rest } = await runInSpan(span, () => model.doStream(call));
        return { ...rest, stream: watchStream(stream, span) };
      } catch (error) {
        span.fail(errorTypeOf(error));
        span.end();
        throw error;
      }
    },
  };
}

/** Passes a stream on, and ends its span with it. */
function watchStream(stream: ReadableStream<LanguageModelV4StreamPart>, span: Span) {
  const reader = stream.getReader();
  return new ReadableStream<LanguageModelV4StreamPart>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) {
            notePart(span, value);
            return controller.enqueue(value);
          }
          span.end();
          controller.close();
        } catch (error) {
          span.fail(errorTypeOf(error));
          span.end();
          controller.error(error);
        }
      },
      async cancel(reason) {
        span.end();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

function notePart(span: Span, part: LanguageModelV4StreamPart): void {
  if (part.type === "response-metadata") noteAnswer(span, part);
  if (part.type === "finish") noteEnd(span, part);
  if (part.type === "error") span.fail(errorTypeOf(part.error));
}

function noteAnswer(span: Span, answer: { id?: string; modelId?: string } | undefined): void {
  span.set({ "gen_ai.response.id": answer?.id, "gen_ai.response.model": answer?.modelId });
}

type End = { usage: LanguageModelV4Usage; finishReason: { unified: string } };

function noteEnd(span: Span, { usage: { inputTokens, outputTokens }, finishReason }: End): void {
  span.set({
    "gen_ai.response.finish_reasons": [finishReason.unified],
    "gen_ai.usage.input_tokens": inputTokens.total,
    "gen_ai.usage.output_tokens": outputTokens.total,
    "gen_ai.usage.cache_read.input_tokens": inputTokens.cacheRead,
  });
}
