/** A tool the model asks for. Without `id` the server gives one that no other call of the server has. */
export type ScriptToolCall = { name: string; input: unknown; id?: string };

/** Tokens a turn reports. Cached tokens come on top of `inputTokens`, as Anthropic counts them. */
type ScriptUsage = {
  inputTokens?: number;
  outputTokens?: number;
  cacheReadTokens?: number;
  cacheWriteTokens?: number;
  /** What OpenRouter says the call cost. */
  costUsd?: number;
};

/** One answer of the model, or one way in which it fails. */
export type ScriptTurn = {
  text?: string;
  /** What the model thinks before it speaks, with the proof that its provider wants to see again. Only in streams. */
  reasoning?: string;
  /** About how many pieces the text is streamed in. Default 4. */
  pieces?: number;
  /** After the first piece of the text, waits for this before it says more. */
  until?: Promise<unknown>;
  /** Called when the client leaves before the answer has ended. */
  onLeft?: () => void;
  toolCalls?: ScriptToolCall[];
  usage?: ScriptUsage;
  /** Anthropic's word; the OpenAI-compatible side says the matching one. Default: `tool_use` with tool calls, else `end_turn`. */
  stopReason?: "end_turn" | "tool_use" | "max_tokens" | "refusal" | "model_context_window_exceeded";
  /** Wait before the first byte. */
  delayMs?: number;
  /** Answers with this HTTP status and the vendor's error body instead of a message. */
  status?: number;
  errorType?: string;
  errorMessage?: string;
  /** Sent as the `retry-after` header of an error, in seconds. */
  retryAfterSeconds?: number;
  /** Closes the connection after this many bytes of the body, with no proper end. */
  cutAfterBytes?: number;
  /** Sends the arguments of the last tool call cut in half: text that is not JSON. */
  malformedToolJson?: boolean;
  /** Sends the vendor's "overloaded" error event in the middle of a stream that began well. */
  overloadedMidStream?: boolean;
  /** Takes the request and never answers, until the server is closed or the client leaves. */
  hang?: boolean;
};

/**
 * The wire formats that the server speaks: Anthropic's Messages, OpenAI's chat completions as many servers have them and as
 * OpenRouter and Mistral have them, OpenAI's Responses (Azure's, too), Gemini's (Vertex', too), and Bedrock's Converse.
 */
export type Protocol = "anthropic" | "openai" | "openrouter" | "mistral" | "responses" | "gemini" | "bedrock";

/** A request as the server received it. */
export type ModelRequest = {
  protocol: Protocol;
  /** The model asked for. Some protocols name it in the path. */
  model: string;
  path: string;
  headers: Record<string, string>;
  /** The parsed JSON body. */
  body: Record<string, unknown>;
  isStream: boolean;
  /** All text of the system prompt and the messages, tool results included, joined by line ends: for telling jobs apart. */
  text: string;
  /** Text of the last message that a person wrote (tool results do not count); `""` without one. */
  lastUserText: string;
  /** Assistant messages already in the conversation, so 0 for the first request of a job, also when it is sent again. */
  turn: number;
};

type ScriptFunction = (
  request: ModelRequest,
  index: number,
) => ScriptTurn | undefined | Promise<ScriptTurn | undefined>;

/**
 * What the model says: turns played in the order of the requests, or a function of the request and its number (0 for the first).
 * A list that runs out, and a function that returns undefined, answer 500 with a sentence.
 */
export type Script = ScriptTurn[] | ScriptFunction;

/** Short ways to write the turns of a script. */
export const reply = {
  /** The model says something and ends. */
  text: (text: string, more: Partial<ScriptTurn> = {}): ScriptTurn => ({ ...more, text }),
  /** The model asks for one tool. */
  tool: (name: string, input: unknown, more: Partial<ScriptTurn> = {}): ScriptTurn => ({
    ...more,
    toolCalls: [{ name, input }],
  }),
  /** The model calls several tools in one turn. */
  tools: (...toolCalls: ScriptToolCall[]): ScriptTurn => ({ toolCalls }),
  /** The provider refuses with an HTTP status. */
  error: (status: number, errorMessage?: string, more: Partial<ScriptTurn> = {}): ScriptTurn => ({
    ...more,
    status,
    ...(errorMessage === undefined ? {} : { errorMessage }),
  }),
  hang: (): ScriptTurn => ({ hang: true }),
};

/**
 * A script for several concurrent jobs: each conversation plays a list of its own.
 *
 * The place in the list is the number of assistant messages in the request, so a request that is sent again gets the same
 * turn. Turns that must differ between tries (fail once, then answer) belong in a list given to the server itself.
 *
 * @param scripts turns by a piece of text that only this conversation contains, e.g. a word of its prompt
 */
export function byConversation(scripts: Record<string, ScriptTurn[]>): ScriptFunction {
  return (request: ModelRequest) => {
    const key = Object.keys(scripts).find((candidate) => request.text.includes(candidate));
    return key === undefined ? undefined : scripts[key]?.[request.turn];
  };
}
