import type { ModelRequest } from "./script.ts";

type Part = { type?: string; text?: string; id?: string; tool_use_id?: string; cache_control?: unknown };
type Message = { role?: string; content?: string | Part[]; tool_calls?: { id: string }[]; tool_call_id?: string };

/**
 * Says why the real API would refuse a request, or undefined when it would not.
 *
 * Covers what a tool loop can get wrong: tool calls without results, results without calls, empty texts, too many cache markers.
 */
export function checkRequest(request: ModelRequest): string | undefined {
  const messages = request.body.messages;
  if (!Array.isArray(messages) || messages.length === 0) return "messages: at least one message is required";
  if (typeof request.body.model !== "string") return "model: Field required";
  return request.protocol === "anthropic" ? checkAnthropic(request.body, messages) : checkOpenAi(messages);
}

function checkAnthropic(body: Record<string, unknown>, messages: Message[]): string | undefined {
  if (typeof body.max_tokens !== "number") return "max_tokens: Field required";
  if (messages[0]?.role !== "user") return "messages: first message must use the user role";
  const markers = JSON.stringify([body.tools, body.system, messages]).split('"cache_control":{').length - 1;
  if (markers > 4) return `A maximum of 4 blocks with cache_control may be provided. Found ${markers}.`;

  let asked: string[] = [];
  for (const [index, message] of messages.entries()) {
    const parts = typeof message.content === "string" ? [] : (message.content ?? []);
    if (message.content === "" || parts.some((part) => part.type === "text" && part.text === "")) {
      return `messages.${index}: text content blocks must be non-empty`;
    }
    const answered = parts.flatMap((part) => (part.type === "tool_result" ? [part.tool_use_id ?? ""] : []));
    const unknown = answered.find((id) => !asked.includes(id));
    if (unknown) return `messages.${index}: unexpected tool_use_id found in tool_result blocks: ${unknown}`;
    const missing = asked.find((id) => !answered.includes(id));
    if (missing) return `messages.${index}: tool_use ids were found without tool_result blocks: ${missing}`;
    asked = parts.flatMap((part) => (part.type === "tool_use" ? [part.id ?? ""] : []));
  }
  return asked.length > 0 ? `tool_use ids were found without tool_result blocks: ${asked.join(", ")}` : undefined;
}

function checkOpenAi(messages: Message[]): string | undefined {
  let open: string[] = [];
  for (const message of messages) {
    if (message.role === "tool") {
      const id = message.tool_call_id ?? "";
      if (!open.includes(id)) return `No tool call found for tool_call_id ${id}`;
      open = open.filter((candidate) => candidate !== id);
    } else {
      if (open.length > 0) return `tool_call_ids did not have response messages: ${open.join(", ")}`;
      open = message.tool_calls?.map((call) => call.id) ?? [];
    }
  }
  return open.length > 0 ? `tool_call_ids did not have response messages: ${open.join(", ")}` : undefined;
}
