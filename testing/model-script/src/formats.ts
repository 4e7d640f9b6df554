import type { Answer } from "./answer.ts";
import type { ModelRequest, Protocol } from "./script.ts";
import { writeAnthropicError, writeAnthropicJson, writeAnthropicStream } from "./write-anthropic.ts";
import { writeBedrockJson, writeBedrockStream } from "./write-bedrock.ts";
import { writeGeminiError, writeGeminiJson, writeGeminiStream } from "./write-gemini.ts";
import {
  type Dialect,
  writeMistralError,
  writeOpenAiError,
  writeOpenAiJson,
  writeOpenAiStream,
} from "./write-openai.ts";
import { writeResponsesJson, writeResponsesStream } from "./write-responses.ts";

/** How a protocol puts an answer and an error on the wire. */
type Format = {
  stream(answer: Answer, request: ModelRequest): Iterable<string | Uint8Array>;
  json(answer: Answer, request: ModelRequest): string;
  error(status: number, message: string, type?: string): string;
  streamType?: string;
};

type Asked = { include_usage?: boolean; include?: boolean };

function chat(dialect: Dialect, error: Format["error"] = writeOpenAiError): Format {
  return {
    stream: (answer, { body }) => {
      const { stream_options: options, usage } = body as { stream_options?: Asked; usage?: Asked };
      return writeOpenAiStream(answer, (options?.include_usage ?? usage?.include) === true, dialect);
    },
    json: writeOpenAiJson,
    error,
  };
}

const asksForProof = ({ body }: ModelRequest) =>
  Array.isArray(body.include) && body.include.includes("reasoning.encrypted_content");

export const FORMATS: Readonly<Record<Protocol, Format>> = {
  anthropic: { stream: writeAnthropicStream, json: writeAnthropicJson, error: writeAnthropicError },
  openai: chat("openai"),
  openrouter: chat("openrouter", (code, message) => JSON.stringify({ error: { code, message } })),
  mistral: chat("mistral", writeMistralError),
  responses: {
    stream: (answer, request) => writeResponsesStream(answer, asksForProof(request)),
    json: (answer, request) => writeResponsesJson(answer, asksForProof(request)),
    error: writeOpenAiError,
  },
  gemini: { stream: writeGeminiStream, json: writeGeminiJson, error: writeGeminiError },
  bedrock: {
    stream: writeBedrockStream,
    json: writeBedrockJson,
    error: (_status, message) => JSON.stringify({ message }),
    streamType: "application/vnd.amazon.eventstream",
  },
};
