import type { IncomingHttpHeaders } from "node:http";
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
