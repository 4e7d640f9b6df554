import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type TextObject = { type: string; text: string; emoji?: boolean };
type Block = { type: string; text?: TextObject; elements?: TextObject[] };
/** A message as Slack received it. */
export type SlackMessage = { response_type: string; text: string; blocks?: Block[] };

/** What Slack refuses of a message: in its own words; null for what it shows. */
function faultOf({ response_type, text, blocks = [] }: SlackMessage): string | null {
  if (response_type !== "ephemeral" && response_type !== "in_channel") return "invalid_response_type";
  if (typeof text !== "string" || text === "") return "no_text";
  if (blocks.length > 50) return "too_many_blocks";
  for (const { type, text, elements } of blocks) {
    if (type === "header" && (text?.type !== "plain_text" || text.text.length > 150)) return "invalid_header";
    if (type === "section" && (text?.type !== "mrkdwn" || text.text.length > 3_000)) return "invalid_section";
    if (type === "context" && !(elements && elements.length > 0 && elements.length <= 10)) return "invalid_context";
    if (type !== "context" && !text?.text.trim()) return "empty_text";
    const formatted = [text, ...(elements ?? [])].flatMap((one) => (one?.type === "mrkdwn" ? [one.text] : []));
    if (formatted.some((one) => hasCall(one))) return "calls_people";
    if (!["header", "section", "context"].includes(type)) return "unknown_block";
  }
  return null;
}

/** Whether a text mentions people or channels, or has a bracket that begins no link to a page or to mail. */
function hasCall(text: string): boolean {
  const begins = text.split("<").slice(1);
  return begins.some((part) => !/^(?:https?:\/\/|mailto:)[^|<>]+\|[^<>]+>/.test(part));
}

/** A Slack on this machine: it signs requests of a command, takes messages at `response_url`, and refuses what Slack refuses. */
export async function startSlack(signingSecret: string) {
  const messages: SlackMessage[] = [];
  const faults: string[] = [];
  const statuses: number[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    const status = statuses.shift();
    if (status !== undefined) return response.writeHead(status).end();
    const message = JSON.parse(body) as SlackMessage;
    const fault = request.headers["content-type"] === "application/json" ? faultOf(message) : "invalid_content_type";
    messages.push(message);
    if (fault !== null) faults.push(fault);
    response.writeHead(fault === null ? 200 : 400).end(fault ?? "ok");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const responseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/commands/T1/1/x`;
  return {
    responseUrl,
    messages,
    faults,
    /** What the next messages are answered with. */
    failWith: (...next: number[]) => void statuses.push(...next),
    /** A request as Slack makes it for `/docs text`. */
    ask(text: string, { at = Date.now(), user = "U1", ...fields }: Asked = {}): SignedRequest {
      const form = { team_id: "T1", user_id: user, command: "/docs", text, response_url: responseUrl, ...fields };
      const body = new URLSearchParams(form).toString();
      const timestamp = String(Math.floor(at / 1_000));
      const hash = createHmac("sha256", signingSecret).update(`v0:${timestamp}:${body}`).digest("hex");
      return { timestamp, signature: `v0=${hash}`, body };
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Asked = { at?: number; user?: string; response_url?: string; ssl_check?: string };
/** A request with its two headers. */
export type SignedRequest = { timestamp: string; signature: string; body: string };
