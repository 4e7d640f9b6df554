import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ModelRequest, Script } from "./script.ts";
import { sendError, sendTurn } from "./send-turn.ts";

export type ModelServer = {
  /** `http://127.0.0.1:<port>`, without `/v1`. */
  url: string;
  /** Every request so far, in order of arrival. */
  requests: ModelRequest[];
  /** Ends the server immediately, and all open requests. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

type ModelServerOptions = {
  /** false keeps no requests, for benchmarks whose memory counts. Default true. */
  keepRequests?: boolean;
};

const PROTOCOLS = { "/v1/messages": "anthropic", "/v1/chat/completions": "openai" } as const;

/**
 * Starts a model on a free port of this machine that says what a script tells it.
 *
 * Speaks the Anthropic Messages API (`POST /v1/messages`) and OpenAI-compatible chat completions (`POST
 * /v1/chat/completions`), streamed and not. Refuses what the real services refuse: tool calls without results and the like.
 */
export async function startModelServer(script: Script, options: ModelServerOptions = {}): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  let count = 0;

  const answer = async (message: IncomingMessage, response: ServerResponse) => {
    const path = (message.url ?? "").split("?", 1)[0] ?? "";
    const protocol = message.method === "POST" ? PROTOCOLS[path as keyof typeof PROTOCOLS] : undefined;
    const body = await readBody(message);
    if (protocol === undefined) {
      return sendError(response, "openai", 404, `The model server has no ${message.method} ${path}.`);
    }
    if (body === undefined) return sendError(response, protocol, 400, "The request body is not JSON.");

    const request = readRequest(protocol, path, message.headers, body);
    const index = count;
    count += 1;
    if (options.keepRequests !== false) requests.push(request);
    const refusal = checkRequest(request);
    if (refusal !== undefined) return sendError(response, protocol, 400, refusal);

    const turn = Array.isArray(script) ? script[index] : await script(request, index);
    if (turn === undefined) {
      const asked = request.lastUserText.slice(0, 80);
      return sendError(response, protocol, 500, `The script has no turn for request ${index + 1} ("${asked}").`);
    }
    return sendTurn(response, request, turn, index);
  };

  const server = createServer((message, response) => {
    answer(message, response).catch((error: unknown) => {
      if (!response.headersSent) sendError(response, "openai", 500, `The script failed: ${String(error)}`);
      else response.destroy();
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });

  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, close, [Symbol.asyncDispose]: close };
}

async function readBody(message: IncomingMessage): Promise<Record<string, unknown> | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : undefined;
  } catch {
    // The caller answers 400.
    return undefined;
  }
}

type Part = { type?: string; text?: string; id?: string; tool_use_id?: string; cache_control?: unknown };
type Message = { role?: string; content?: string | Part[]; tool_calls?: { id: string }[]; tool_call_id?: string };

/**
 * Says why the real API would refuse a request, or undefined when it would not.
 *
 * Covers what a tool loop can get wrong: tool calls without results, results without calls, empty texts, too many cache markers.
 */
function checkRequest(request: ModelRequest): string | undefined {
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

type RequestMessage = { role?: string; content?: unknown };
type MessagePart = { type?: string; text?: string; content?: unknown };

/** Puts a received body into the form scripts and assertions use. */
function readRequest(
  protocol: ModelRequest["protocol"],
  path: string,
  headers: IncomingHttpHeaders,
  body: Record<string, unknown>,
): ModelRequest {
  const messages = Array.isArray(body.messages) ? (body.messages as RequestMessage[]) : [];
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
  return (content as MessagePart[]).map((part) => part.text ?? allText(part.content)).join("\n");
}

function ownText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return (content as MessagePart[])
    .filter((part) => part.type === "text")
    .map((part) => part.text)
    .join("\n");
}
