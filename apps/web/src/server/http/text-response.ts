import { apiHeaders } from "./api-headers.ts";

/** Answers with a plain text, in pieces that are taken only as fast as the caller reads. */
export function textResponse(pieces: Iterable<string> | AsyncIterable<string>, requestId: string): Response {
  const body = ReadableStream.from(pieces).pipeThrough(new TextEncoderStream());
  return new Response(body, { headers: { ...apiHeaders(requestId), "Content-Type": "text/plain; charset=utf-8" } });
}
