import type { LookupAddress } from "node:dns";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { Readable } from "node:stream";
import { createAddressMatcher, isPublicAddress } from "./ip-ranges.ts";
import { createNameLookup } from "./name-lookup.ts";

/**
 * What addresses that people of an organization choose may lead to: the open internet over https, and the networks that the operator
 * names, over http, too.
 */
export function createNetworkPolicy(ownNetworks: readonly string[]): (address: string, url: URL) => boolean {
  const isInOwnNetwork = createAddressMatcher(ownNetworks);
  return (address, url) => isInOwnNetwork(address) || (url.protocol === "https:" && isPublicAddress(address));
}

type AddressGuard = {
  /** Whether an address may be connected to. Asked of every address that the host's name stands for. */
  isAllowed: (address: string) => boolean;
  resolve?: (hostname: string, signal: AbortSignal) => Promise<LookupAddress[]>;
};

/** The host stands for an address that may not be connected to. Nothing was sent. */
export class AddressRefusedError extends Error {
  override readonly name = "AddressRefusedError";
}

// One for the process: its threads are one for all.
const lookUp = createNameLookup();

/**
 * The addresses of a host, all of which may be connected to. A resolver that does not answer is waited for until `signal` aborts.
 *
 * @throws AddressRefusedError; else what the resolver says, or the signal's reason
 */
export async function findAllowedAddresses(
  { hostname: bracketed }: URL,
  { isAllowed, resolve = lookUp }: AddressGuard,
  signal: AbortSignal,
): Promise<LookupAddress[]> {
  const hostname = bracketed.replace(/^\[|\]$/g, "");
  const family = isIP(hostname);
  const addresses = family === 0 ? await orAbort(resolve(hostname, signal), signal) : [{ address: hostname, family }];
  const refused = addresses.find(({ address }) => !isAllowed(address));
  if (refused === undefined && addresses.length > 0) return addresses;
  throw new AddressRefusedError(`${hostname} resolves to ${refused?.address ?? "no address"}, which isn't allowed.`);
}

/** Makes a connection go to addresses that were checked, whatever its name stands for by then. */
function lookupOf(addresses: LookupAddress[]): LookupFunction {
  return (_name, { all }, callback) => {
    if (all) return callback(null, addresses);
    const [first] = addresses;
    callback(null, first?.address ?? "", first?.family);
  };
}

function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason);
  const aborted = new Promise<never>((_resolve, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
  );
  return Promise.race([work, aborted]);
}

/** As long as the runtime's own `fetch` waits for a server that says nothing, and for all headers: they may trickle in. */
const QUIET_MS = 300_000;
const WITHOUT_BODY = new Set([101, 204, 205, 304]);

/** What a connection may go to, by the address of the request. */
type FetchGuard = Pick<AddressGuard, "resolve"> & { isAllowed: (address: string, url: URL) => boolean };

/**
 * Makes a `fetch` for addresses that a user chose, which cannot reach internal addresses through this machine.
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

/** A POST to an address that a user chose, with its limits. */
export type GuardedPost = AddressGuard & {
  url: URL;
  headers: Record<string, string>;
  body: string;
  /** For everything together: name, connection, answer. */
  timeoutMs: number;
  /** What is kept of the answer's text. */
  maxTextBytes: number;
};

/** Answer to a guarded POST. `text` is cut at the limit. */
export type GuardedAnswer = { status: number; headers: IncomingMessage["headers"]; text: string };

/**
 * Sends a POST to an address that a user chose. It cannot reach internal addresses through this machine.
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
    // The caller has the status, and only the status counts.
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString("utf8");
}
