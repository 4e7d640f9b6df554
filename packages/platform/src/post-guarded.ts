import type { LookupAddress } from "node:dns";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { type AddressGuard, findAllowedAddresses, lookupOf } from "./guarded-addresses.ts";

export type GuardedPost = AddressGuard & {
  url: URL;
  headers: Record<string, string>;
  body: string;
  /** For everything together: name, connection, answer. */
  timeoutMs: number;
  /** What is kept of the answer's text. */
  maxTextBytes: number;
};

export type GuardedAnswer = { status: number; headers: IncomingMessage["headers"]; text: string };

/**
 * Sends a POST to an address that somebody else chose, without reaching what they should not reach through this machine.
 *
 * The name is resolved once, and the connection goes to what was checked, so a name that changes its mind is of no use.
 * Redirects are not followed: they are answers like others.
 *
 * @throws AddressRefusedError; else whatever the network says, e.g. a `TimeoutError` or an error with a `code`
 */
export async function postGuarded(post: GuardedPost): Promise<GuardedAnswer> {
  const signal = AbortSignal.timeout(post.timeoutMs);
  return send(post, await findAllowedAddresses(post.url, post, signal), signal);
}

function send(post: GuardedPost, addresses: LookupAddress[], signal: AbortSignal): Promise<GuardedAnswer> {
  const { url, headers, body } = post;
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method: "POST",
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
      // A pooled connection could be one to an address that was allowed for another name.
      agent: false,
      lookup: lookupOf(addresses),
      signal,
    });
    let hasAnswer = false;
    outgoing.on("error", (error) => {
      if (!hasAnswer) reject(signal.aborted ? signal.reason : error);
    });
    outgoing.on("response", (incoming) => {
      hasAnswer = true;
      readText(incoming, post.maxTextBytes).then((text) => {
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text });
        outgoing.destroy();
      });
    });
    outgoing.end(body);
  });
}

/** The beginning of an answer; what has come so far when it breaks off or takes too long. */
async function readText(incoming: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of incoming) {
      chunks.push(chunk);
      sizeBytes += chunk.length;
      if (sizeBytes >= maxBytes) break;
    }
  } catch {
    // The status has been told, and that is what counts.
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString("utf8");
}
