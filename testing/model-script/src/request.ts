import type { IncomingHttpHeaders } from "node:http";
import { proofOf } from "./answer.ts";
import type { ModelRequest, Protocol } from "./script.ts";

const GEMINI_PATH = /\/models\/([^/:]+):(generateContent|streamGenerateContent)$/;
const BEDROCK_PATH = /\/model\/([^/]+)\/(converse|converse-stream)$/;

/** The protocol of a path; undefined when there is none. */
export function protocolOf(path: string): Protocol | undefined {
  if (path === "/v1/messages") return "anthropic";
  if (path === "/v1/chat/completions") return "openai";
  if (path === "/openrouter/v1/chat/completions") return "openrouter";
  if (path === "/mistral/v1/chat/completions") return "mistral";
  if (path.endsWith("/v1/responses")) return "responses";
  if (GEMINI_PATH.test(path)) return "gemini";
  return BEDROCK_PATH.test(path) ? "bedrock" : undefined;
}

/** A part of the conversation: who says it, and all its text. */
type Said = { by: "person" | "tool" | "model"; text: string };
type Body = Record<string, unknown>;

/** Puts a received body into the form that scripts and assertions use. */
export function readRequest(protocol: Protocol, path: string, headers: IncomingHttpHeaders, body: Body): ModelRequest {
  const said = conversationOf(protocol, body);
  const inPath = (GEMINI_PATH.exec(path) ?? BEDROCK_PATH.exec(path)) as [string, string, string] | null;
  const system = body.system ?? body.systemInstruction ?? body.instructions;
  return {
    protocol,
    path,
    model: inPath === null ? String(body.model) : decodeURIComponent(inPath[1]),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body,
    isStream: inPath === null ? body.stream === true : inPath[2].includes("tream"),
    text: [textOf(system), ...said.map(({ text }) => text)].join("\n"),
    lastUserText: said.findLast(({ by, text }) => by === "person" && text !== "")?.text ?? "",
    turn: said.filter(({ by }, index) => by === "model" && said[index - 1]?.by !== "model").length,
  };
}

function conversationOf(protocol: Protocol, body: Body): Said[] {
  const messages = listOf(body.messages ?? body.input ?? body.contents);
  if (protocol !== "responses") return messages.flatMap(readMessage);
  return messages.map((item) => {
    if (item.type === "function_call_output") return { by: "tool", text: textOf(item.output) };
    const isModel = item.role === "assistant" || item.role === undefined;
    return { by: isModel ? "model" : item.role === "user" ? "person" : "tool", text: textOf(item.content) };
  });
}

/** Results of tools are in messages of the user at most providers, beside what the person says. */
function readMessage({ role, content, parts }: Body): Said[] {
  const all = content ?? parts;
  if (role === "assistant" || role === "model") return [{ by: "model", text: textOf(all) }];
  if (role !== "user") return [{ by: "tool", text: textOf(all) }];
  if (typeof all === "string") return [{ by: "person", text: all }];
  const isResult = (part: Body) => part.type === "tool_result" || "toolResult" in part || "functionResponse" in part;
  const [results, own] = [listOf(all).filter(isResult), listOf(all).filter((part) => !isResult(part))];
  return [
    ...(results.length > 0 ? [{ by: "tool" as const, text: textOf(results) }] : []),
    { by: "person", text: textOf(own) },
  ];
}

const listOf = (value: unknown): Body[] => (Array.isArray(value) ? value : []);
const TEXT_KEYS = ["text", "content", "parts", "output", "toolResult", "functionResponse", "response", "json"];

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join("\n");
  if (typeof value !== "object" || value === null) return "";
  const keys = TEXT_KEYS.filter((key) => key in value);
  if (keys.length === 0 && !("type" in value) && !("functionCall" in value)) return JSON.stringify(value);
  return keys.map((key) => textOf((value as Body)[key])).join("\n");
}

type Part = Record<string, unknown> & { type?: string; text?: string; id?: string };
type Message = { role?: string; content?: string | Part[] | null } & Record<string, unknown>;

/**
 * Says why the real API would refuse a request, or undefined when it would not.
 *
 * Covers what a tool loop can get wrong: tool calls without results, results without calls, empty texts, too many cache markers,
 * and reasoning that is missing, of another model, or changed.
 */
export function checkRequest(request: ModelRequest): string | undefined {
  const { protocol, body, model } = request;
  const messages = body.messages ?? body.input ?? body.contents;
  if (!Array.isArray(messages) || messages.length === 0) return "messages: at least one message is required";
  if (protocol !== "gemini" && protocol !== "bedrock" && typeof body.model !== "string") return "model: Field required";
  switch (protocol) {
    case "anthropic":
      return checkAnthropic(body, messages, model);
    case "responses":
      return checkResponses(body, messages, model);
    case "gemini":
      return checkGemini(messages, model);
    case "bedrock":
      return checkBedrock(messages, model);
    default:
      return checkChat(messages, protocol === "openrouter" ? model : null);
  }
}

function checkAnthropic(body: Record<string, unknown>, messages: Message[], model: string): string | undefined {
  if (typeof body.max_tokens !== "number") return "max_tokens: Field required";
  if (messages[0]?.role !== "user") return "messages: first message must use the user role";
  const markers = JSON.stringify([body.tools, body.system, messages]).split('"cache_control":{').length - 1;
  if (markers > 4) return `A maximum of 4 blocks with cache_control may be provided. Found ${markers}.`;

  let asked: string[] = [];
  for (const [index, message] of messages.entries()) {
    const parts = partsOf(message);
    if (message.content === "" || parts.some((part) => part.type === "text" && part.text === "")) {
      return `messages.${index}: text content blocks must be non-empty`;
    }
    const thought = parts.find((part) => part.type === "thinking");
    if (thought !== undefined && thought.signature !== proofOf(model)) {
      return `messages.${index}.content.0: Invalid \`signature\` in \`thinking\` block`;
    }
    const answered = parts.flatMap((part) => (part.type === "tool_result" ? [String(part.tool_use_id)] : []));
    const wrong = mismatch(asked, answered);
    if (wrong) return `messages.${index}: ${wrong}`;
    asked = parts.flatMap((part) => (part.type === "tool_use" ? [part.id ?? ""] : []));
  }
  return asked.length > 0 ? `tool_use ids were found without tool_result blocks: ${asked.join(", ")}` : undefined;
}

function mismatch(asked: readonly string[], answered: readonly string[]): string | undefined {
  const unknown = answered.find((id) => !asked.includes(id));
  if (unknown) return `unexpected tool_use_id found in tool_result blocks: ${unknown}`;
  const missing = asked.find((id) => !answered.includes(id));
  return missing && `tool_use ids were found without tool_result blocks: ${missing}`;
}

/** @param model whose reasoning may come back; null where no reasoning is proved */
function checkChat(messages: Message[], model: string | null): string | undefined {
  let open: string[] = [];
  for (const message of messages) {
    const details = (message.reasoning_details ?? []) as Part[];
    const foreign = details.find(({ signature }) => signature !== undefined && signature !== proofOf(model ?? ""));
    if (model !== null && foreign) return "Invalid `signature` in `thinking` block";
    if (message.role === "tool") {
      const id = String(message.tool_call_id);
      if (!open.includes(id)) return `No tool call found for tool_call_id ${id}`;
      open = open.filter((candidate) => candidate !== id);
    } else {
      if (open.length > 0) return `tool_call_ids did not have response messages: ${open.join(", ")}`;
      open = ((message.tool_calls ?? []) as Part[]).map((call) => call.id ?? "");
    }
  }
  return open.length > 0 ? `tool_call_ids did not have response messages: ${open.join(", ")}` : undefined;
}

function checkResponses(body: Record<string, unknown>, items: Part[], model: string): string | undefined {
  const calls = items.filter(({ type }) => type === "function_call").map(({ call_id }) => String(call_id));
  const outputs = items.filter(({ type }) => type === "function_call_output").map(({ call_id }) => String(call_id));
  const missing = calls.find((id) => !outputs.includes(id));
  if (missing) return `No tool output found for function call ${missing}.`;
  const unknown = outputs.find((id) => !calls.includes(id));
  if (unknown) return `No tool call found for function call output with call_id ${unknown}.`;
  for (const [index, item] of items.entries()) {
    if (item.type === "item_reference" && body.store === false) return notStored(item);
    if (item.type !== "reasoning") continue;
    if (item.encrypted_content == null && body.store === false) return notStored(item);
    if (item.encrypted_content !== proofOf(model)) return "The encrypted content could not be verified.";
    const next = items[index + 1];
    if (next?.type !== "function_call" && next?.role !== "assistant")
      return `Item '${item.id}' of type 'reasoning' was provided without its required following item.`;
  }
  return undefined;
}

const notStored = ({ id }: Part) =>
  `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false.`;

/** What lets Gemini 3 take a call that another model made. */
const SKIPPED = "skip_thought_signature_validator";

function checkGemini(contents: { role?: string; parts?: Part[] }[], model: string): string | undefined {
  let asked = 0;
  for (const { role, parts = [] } of contents) {
    const results = parts.filter((part) => "functionResponse" in part).length;
    if (results !== asked) {
      return "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.";
    }
    const calls = role === "model" ? parts.filter((part) => "functionCall" in part) : [];
    asked = calls.length;
    const proof = calls[0]?.thoughtSignature;
    if (calls.length > 0 && proof === undefined && model.startsWith("gemini-3"))
      return "Function call is missing a thought_signature in functionCall parts.";
    if (proof !== undefined && proof !== SKIPPED && proof !== proofOf(model)) return "Thought signature is not valid.";
  }
  return undefined;
}

function checkBedrock(messages: Message[], model: string): string | undefined {
  let asked: string[] = [];
  for (const [index, message] of messages.entries()) {
    const parts = partsOf(message);
    const idsOf = (key: string) =>
      parts.flatMap((part) => (key in part ? [(part[key] as { toolUseId: string }).toolUseId] : []));
    const wrong = mismatch(asked, idsOf("toolResult"));
    if (wrong) return `messages.${index}: ${wrong}`;
    asked = idsOf("toolUse");
    const thoughts = parts.flatMap((part) => (part.reasoningContent ? [part.reasoningContent as Part] : []));
    const isForeign = thoughts.some(({ reasoningText }) => (reasoningText as Part)?.signature !== proofOf(model));
    if (isForeign) return `messages.${index}: Invalid \`signature\` in \`thinking\` block`;
  }
  return asked.length > 0 ? `tool_use ids were found without tool_result blocks: ${asked.join(", ")}` : undefined;
}

function partsOf({ content }: Message): Part[] {
  return Array.isArray(content) ? content : [];
}
