import type { IncomingHttpHeaders } from "node:http";
import type { ModelRequest } from "./script.ts";

type Message = { role?: string; content?: unknown };
type Part = { type?: string; text?: string; content?: unknown };

/** Puts a received body into the form scripts and assertions use. */
export function readRequest(
  protocol: ModelRequest["protocol"],
  path: string,
  headers: IncomingHttpHeaders,
  body: Record<string, unknown>,
): ModelRequest {
  const messages = Array.isArray(body.messages) ? (body.messages as Message[]) : [];
  const lastUser = messages.findLast((message) => message.role === "user" && ownText(message.content) !== "");
  return {
    protocol,
    path,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body,
    isStream: body.stream === true,
    text: [body.system, ...messages.map((message) => message.content)].map(allText).join("\n"),
    lastUserText: ownText(lastUser?.content),
    turn: messages.filter((message) => message.role === "assistant").length,
  };
}

function allText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return (content as Part[]).map((part) => part.text ?? allText(part.content)).join("\n");
}

function ownText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return (content as Part[])
    .filter((part) => part.type === "text")
    .map((part) => part.text)
    .join("\n");
}
