import { AppError } from "@docsteward/contract/error";
import { takeTurn } from "@docsteward/platform/time-slices";
import { createSlots } from "@docsteward/services/limit/concurrency";
import { REMOTE_ADDRESS_HEADER } from "./request-headers.ts";

/** Nearly all bodies are smaller, and the places below are not counted for them. */
const SMALL_BYTES = 16_384;
/** A body that is sent slowly stays in memory for up to a minute. Each address has a share of the larger ones, whatever it is signed in as. */
const largeBodies = createSlots({ perOwner: 32, perProcess: 128 });

/**
 * Reads a request's body as it comes in.
 *
 * @param maxBytes reading stops there, whatever Content-Length claims
 * @throws AppError `payload_too_large`; `invalid_json` when it does not arrive as a whole; `rate_limited` when the caller's address, or
 *   all callers together, are sending enough large bodies
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new AppError("payload_too_large", `The body is too large. Send at most ${maxBytes} bytes.`, {
      headers: { Connection: "close" },
    });
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  let release: (() => void) | undefined;
  try {
    // `drainRequestBody` reads and drops the rest.
    for await (const chunk of request.body?.values({ preventCancel: true }) ?? []) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) break;
      if (sizeBytes > SMALL_BYTES) release ??= largeBodies.take(addressOf(request), "uploads from your network");
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError("invalid_json", "The body is incomplete. Send the request again.", { cause });
  } finally {
    release?.();
  }
  if (sizeBytes > maxBytes) throw tooLarge();
  return Buffer.concat(chunks);
}

const addressOf = (request: Request) => request.headers.get(REMOTE_ADDRESS_HEADER) ?? "unknown";

/** A type and more parameters than any caller sends. */
const MAX_PARAMETERS = 10;

/**
 * Reads a request's body as JSON: its media type and coding first, then its size as it comes in, then its text.
 *
 * @param maxBytes reading stops there, whatever Content-Length claims
 * @throws AppError `unsupported_media_type`, `payload_too_large`, `invalid_json`, or `invalid_request` for a large body of too many levels
 */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  return (await readJsonText(request, maxBytes)).value;
}

/** The same with its text, for callers that pass it on: deep JSON cannot be written again, since `JSON.stringify` recurses. */
export async function readJsonText(request: Request, maxBytes: number): Promise<{ text: string; value: unknown }> {
  requireJsonType(request.headers.get("content-type"));
  requireNoCoding(request.headers.get("content-encoding"));
  const bytes = await readBytes(request, maxBytes);
  if (bytes.length > SMALL_BYTES) {
    await takeTurn();
    requirePlainJson(bytes, maxBytes);
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { text, value: JSON.parse(text) };
  } catch (cause) {
    const sentence = bytes.length === 0 ? "The body is empty. Send a JSON object." : "The body isn't valid JSON.";
    throw new AppError("invalid_json", sentence, { cause });
  }
}

/** More than any caller needs. */
const MAX_DEPTH = 100;
/** A message of a conversation takes five to ten times as many bytes for each of its values. */
const MIN_BYTES_A_VALUE = 40;
const MIN_VALUES = 25_000;
const [QUOTE, BACKSLASH, COMMA_BYTE] = [0x22, 0x5c, 0x2c];
const [OTHER, STRING, OPENING, CLOSING, COMMA] = [0, 1, 2, 3, 4];
/** What each byte of JSON is, outside of strings. */
const KINDS = new Uint8Array(256).fill(OTHER);
KINDS[QUOTE] = STRING;
for (const byte of Buffer.from("[{")) KINDS[byte] = OPENING;
for (const byte of Buffer.from("]}")) KINDS[byte] = CLOSING;
KINDS[COMMA_BYTE] = COMMA;

/** Refuses what takes long to parse for its size: a megabyte of brackets or of names keeps all callers waiting for a tenth of a second. */
function requirePlainJson(bytes: Uint8Array, maxBytes: number): void {
  const maxValues = Math.max(MIN_VALUES, Math.floor(maxBytes / MIN_BYTES_A_VALUE));
  let depth = 0;
  let values = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    const kind = KINDS[bytes[at] ?? 0];
    if (kind === OTHER) continue;
    if (kind === STRING) at = endOfString(bytes, at);
    else if (kind === CLOSING) depth -= 1;
    else {
      values += 1;
      if (kind === OPENING) depth += 1;
    }
    if (values > maxValues) {
      throw new AppError("invalid_request", `The body has too many values. Send at most ${maxValues}.`);
    }
    if (depth > MAX_DEPTH) {
      throw new AppError("invalid_request", `The body is nested too deeply. Send at most ${MAX_DEPTH} levels.`);
    }
  }
}

/**
 * Looks for each quotation mark by `indexOf`, which does not run slowly the first times as a loop of ours does: five bodies of a megabyte
 * held up a new process for 0.4 s.
 *
 * @returns where the string that begins at a quotation mark ends, or the end of the bytes
 */
function endOfString(bytes: Uint8Array, from: number): number {
  for (let at = from; ; ) {
    at = bytes.indexOf(QUOTE, at + 1);
    if (at < 0) return bytes.length;
    let escapes = 0;
    while (bytes[at - 1 - escapes] === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
}

function requireJsonType(header: string | null): void {
  const [type = "", ...parameters] = (header ?? "").toLowerCase().split(";", MAX_PARAMETERS);
  if (isJsonType(type.trim()) && isUtf8(charsetOf(parameters))) return;
  throw new AppError("unsupported_media_type", "Send the body as JSON in UTF-8, with Content-Type: application/json.");
}

function isJsonType(type: string): boolean {
  const subtype = type.startsWith("application/") ? type.slice("application/".length) : "";
  return subtype === "json" || (subtype.endsWith("+json") && /^[\w.+-]+$/.test(subtype));
}

const isUtf8 = (charset: string) => charset === "utf-8" || charset === "utf8";

function charsetOf(parameters: string[]): string {
  for (const parameter of parameters) {
    const text = parameter.trim();
    if (!text.startsWith("charset=")) continue;
    const value = text.slice("charset=".length);
    const isQuoted = value.length > 1 && value.startsWith('"') && value.endsWith('"');
    return isQuoted ? value.slice(1, -1) : value;
  }
  return "utf-8";
}

// What is small on its way may be huge once unpacked: no body is worth that.
function requireNoCoding(header: string | null): void {
  if (header === null || ["", "identity"].includes(header.trim().toLowerCase())) return;
  throw new AppError("unsupported_media_type", "Compressed bodies aren't supported. Send the body uncompressed.", {
    headers: { "Accept-Encoding": "identity" },
  });
}
