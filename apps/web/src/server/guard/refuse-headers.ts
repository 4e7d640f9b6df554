import type { IncomingMessage } from "node:http";
import { AppError } from "@docsteward/contract/error";

/** Browsers behind two proxies send some 40. */
const MAX_HEADERS = 100;
/** Of a header that nothing here reads. */
const MAX_CHARACTERS = 4_096;
/**
 * The longest value of each header that this service, or a library below it, takes apart. Several of one name count together. Each is far
 * above what a real caller sends.
 */
const LONGEST: Readonly<Record<string, number>> = {
  accept: 1_024,
  "accept-charset": 256,
  "accept-encoding": 256,
  "accept-language": 512,
  "access-control-request-headers": 1_024,
  "access-control-request-method": 32,
  authorization: 1_024,
  connection: 256,
  "content-encoding": 64,
  "content-length": 32,
  "content-type": 256,
  cookie: 8_192,
  expect: 64,
  forwarded: 1_024,
  host: 512,
  "idempotency-key": 512,
  "if-match": 1_024,
  "if-modified-since": 128,
  "if-none-match": 1_024,
  "if-range": 256,
  "last-event-id": 128,
  "mcp-protocol-version": 64,
  "mcp-session-id": 256,
  "next-router-state-tree": 8_192,
  origin: 512,
  range: 256,
  "sec-fetch-site": 64,
  "transfer-encoding": 64,
  "user-agent": 1_024,
  "x-forwarded-for": 1_024,
  "x-forwarded-host": 512,
  "x-forwarded-proto": 128,
  "x-github-delivery": 128,
  "x-github-event": 128,
  "x-hub-signature-256": 256,
};

/**
 * Says which header of a request is too long to be read, or that there are too many; null when all may be read. It counts and looks at
 * nothing else, so that a caller without a key causes no unnecessary parsing.
 */
export function refuseHeaders({
  headers,
  rawHeaders,
}: Pick<IncomingMessage, "headers" | "rawHeaders">): AppError | null {
  const count = rawHeaders.length / 2;
  if (count > MAX_HEADERS) {
    return new AppError("invalid_request", `The request has ${count} headers; send at most ${MAX_HEADERS}.`);
  }
  for (const [name, value = ""] of Object.entries(headers)) {
    const most = LONGEST[name] ?? MAX_CHARACTERS;
    const length = typeof value === "string" ? value.length : value.reduce((sum, part) => sum + part.length, 0);
    if (length > most) {
      const sentence = `The header ${name.slice(0, 100)} has ${length} characters; send at most ${most}.`;
      return new AppError("invalid_request", sentence);
    }
  }
  return null;
}
