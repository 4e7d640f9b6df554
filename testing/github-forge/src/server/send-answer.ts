import type { ServerResponse } from "node:http";
import type { Answer } from "./answer.ts";

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
