import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { Readable } from "node:stream";
import { type AddressGuard, findAllowedAddresses, lookupOf } from "./guarded-addresses.ts";

/** As long as the runtime's own `fetch` waits for a server that says nothing, and for all headers: they may trickle in. */
const QUIET_MS = 300_000;
const WITHOUT_BODY = new Set([101, 204, 205, 304]);

/** What a connection may go to, by the address of the request. */
export type FetchGuard = Pick<AddressGuard, "resolve"> & { isAllowed: (address: string, url: URL) => boolean };

/**
 * Makes a `fetch` for addresses that somebody else chose, which does not reach what they should not reach through this machine.
 *
 * As in `postGuarded` the name is resolved once for each call, and redirects are not followed. Answers come as they are written.
 */
export function createGuardedFetch({ isAllowed, resolve }: FetchGuard, { quietMs = QUIET_MS } = {}): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const guard = { isAllowed: (address: string) => isAllowed(address, url), resolve };
    const addresses = await findAllowedAddresses(url, guard, request.signal);
    const body = Buffer.from(await request.arrayBuffer());
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    const { promise, resolve: settle, reject } = Promise.withResolvers<Response>();
    const outgoing = send(url, {
      method: request.method,
      headers: { ...Object.fromEntries(request.headers), "content-length": body.length },
      // A pooled connection could be one to an address that was allowed for another name.
      agent: false,
      lookup: lookupOf(addresses),
      signal: request.signal,
      timeout: quietMs,
    });
    outgoing.on("timeout", () => outgoing.destroy(noAnswer()));
    outgoing.on("error", (cause) =>
      // In the words of the runtime's own `fetch`, which callers know to try again after.
      reject(request.signal.aborted ? request.signal.reason : new TypeError("fetch failed", { cause })),
    );
    const late = setTimeout(() => outgoing.destroy(noAnswer()), quietMs);
    outgoing.on("close", () => clearTimeout(late));
    outgoing.on("response", (incoming) => {
      clearTimeout(late);
      settle(toResponse(incoming));
    });
    outgoing.end(body);
    return promise;
  };
}

const noAnswer = () => Object.assign(new Error("No answer."), { code: "ETIMEDOUT" });

function toResponse(incoming: IncomingMessage): Response {
  const status = incoming.statusCode ?? 500;
  const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  if (WITHOUT_BODY.has(status)) incoming.resume();
  const body = WITHOUT_BODY.has(status) ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>);
  return new Response(body, { status, statusText: incoming.statusMessage, headers });
}
