import type { IncomingMessage, ServerResponse } from "node:http";
import { GitHubError } from "../github-error.ts";

/** What a route says: JSON, or a page where `html` is given. */
export type Answer = { status: number; body?: unknown; html?: string; headers?: Record<string, string> };

/** An answer with a JSON body. */
export const ok = (body: unknown, status = 200): Answer => ({ status, body });

/** An error in the body that GitHub gives it. */
export function toErrorAnswer({ status, message, errors, headers }: GitHubError): Answer {
  const body = {
    message,
    ...(errors === undefined ? {} : { errors }),
    documentation_url: "https://docs.github.com/rest",
    status: `${status}`,
  };
  return { status, body, headers };
}

const MAX_BYTES = 40 * 1024 * 1024;

/** Reads a request to its end. @throws GitHubError 413 for one that is too large */
export async function readBytes(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    size += (chunk as Buffer).length;
    if (size > MAX_BYTES) throw new GitHubError(413, "The request body is too large.");
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/** The body as JSON; undefined where there is none. */
export async function readJson(message: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(message);
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new GitHubError(400, "Problems parsing JSON");
  }
}

/** Sends a page, JSON, or nothing but a status. */
export function sendAnswer(response: ServerResponse, { status, body, html, headers = {} }: Answer): void {
  if (html !== undefined) {
    response.writeHead(status, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store", ...headers });
    return void response.end(html);
  }
  if (body === undefined) return void response.writeHead(status, headers).end();
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
  response.end(JSON.stringify(body));
}
