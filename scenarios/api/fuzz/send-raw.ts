import { once } from "node:events";
import { connect } from "node:net";
import type { FuzzRequest } from "./fuzz-request.ts";

export type RawAnswer = {
  status: number;
  headers: Map<string, string>;
  /** Null for a stream that was left. */
  body: string | null;
  /** Every byte that came, whichever way the answer ended. */
  received: string;
};

const ANSWER_WITHIN_MS = 180_000;
/** A job's event stream ends with the job, which no worker runs here: the reader leaves after the past events. */
const STAYS_OPEN = /\/events$|^\/v1\/agent\/[^/]+\/job$/;

/**
 * Writes a raw request on a socket, and reads the answer.
 *
 * @returns null when the connection ended without one, as it may when the request did
 * @throws Error when neither comes in time
 */
export async function sendRaw(port: number, request: FuzzRequest): Promise<RawAnswer | null> {
  const socket = connect({ host: "127.0.0.1", port });
  const late = setTimeout(() => socket.destroy(new Error("No answer within 180 seconds")), ANSWER_WITHIN_MS);
  const chunks: Buffer[] = [];
  let isLeft = false;
  socket.on("data", (chunk) => {
    chunks.push(Buffer.from(chunk));
    if (!STAYS_OPEN.test(request.path) || !isStreamBegun(chunks)) return;
    isLeft = true;
    socket.destroy();
  });
  const failed = new Promise<Error | null>((resolve) => {
    socket.once("error", resolve);
    socket.once("close", () => resolve(null));
  });
  await Promise.race([once(socket, "connect").catch(() => undefined), failed]);
  socket.write(toBytes(request));
  if (request.framing.startsWith("cut") && request.body !== null) socket.end();
  const error = await failed;
  clearTimeout(late);
  if (error?.message.startsWith("No answer")) throw error;
  return parse(Buffer.concat(chunks), isLeft);
}

function toBytes({ method, target, headers, body, framing }: FuzzRequest): Buffer {
  const isChunked = framing === "chunked" || framing === "cut-chunk";
  const size = body?.length ?? 0;
  const frame: [string, string][] =
    body === null
      ? []
      : isChunked
        ? [["Transfer-Encoding", "chunked"]]
        : [["Content-Length", String(framing === "cut" ? size + 10 : size)]];
  const lines = [["Host", "localhost"], ["Connection", "close"], ...frame, ...headers].map(
    ([name, value]) => `${name}: ${value}`,
  );
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`, "latin1");
  if (body === null) return head;
  if (!isChunked) return Buffer.concat([head, body]);
  const half = Math.ceil(size / 2);
  const pieces = [body.subarray(0, half), body.subarray(half)].filter(({ length }) => length > 0);
  const framed = pieces.map((piece) =>
    Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]),
  );
  if (framing === "cut-chunk")
    return Buffer.concat([head, ...framed.slice(0, 1).map((piece) => piece.subarray(0, piece.length - 2))]);
  return Buffer.concat([head, ...framed, Buffer.from("0\r\n\r\n")]);
}

/** Whether these are the first bytes of an answer that may never end. */
function isStreamBegun(chunks: Buffer[]): boolean {
  const text = Buffer.concat(chunks).toString("latin1");
  const end = text.indexOf("\r\n\r\n");
  if (end < 0 || text.length <= end + 4) return false;
  const head = text.slice(0, end).toLowerCase();
  return / 200 /.test(head.split("\r\n", 1)[0] ?? "") && /content-type: text\/(event-stream|plain)/.test(head);
}

function parse(bytes: Buffer, isLeft: boolean): RawAnswer | null {
  const text = bytes.toString("latin1");
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const [first = "", ...lines] = text.slice(0, end).split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
  // What comes before the answer proper, e.g. 100 Continue.
  if (status < 200) return parse(bytes.subarray(end + 4), isLeft);
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  const rest = bytes.subarray(end + 4);
  const body = headers.get("transfer-encoding") === "chunked" ? unchunk(rest) : rest;
  const whole = body.toString("utf8");
  return { status, headers, body: isLeft ? null : whole, received: `${text.slice(0, end)}\n\n${whole}` };
}

function unchunk(bytes: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf("\r\n", at);
    const size = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
    if (lineEnd < 0 || !(size > 0)) return Buffer.concat(pieces);
    pieces.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}
